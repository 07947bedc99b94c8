import Foundation
import TestSupport
import Testing

/// Checks that the same inputs give the same bytes, wherever and whenever they are packed.
@Suite(.needs(.fieldpack))
struct SameBytesTests {
  /// Conditions that must not affect a package.
  struct Surroundings: CustomTestStringConvertible, Sendable {
    var name: String
    var environment: [String: String] = [:]
    /// The names of the data folder and the output's folder.
    var folders = ("data", "out")
    /// Whether the files are written in reverse order, with other times and permissions.
    var isCopiedOtherwise = false
    /// Whether the paths are relative to the working folder.
    var isRelative = false
    /// The folder for temporary files; nil for the usual one. Another file system lists its folders
    /// in another order.
    var root: String?
    var umask = "022"
    var testDescription: String { name }
  }

  static let surroundings = [
    Surroundings(name: "another time zone", environment: ["TZ": "Pacific/Chatham"]),
    Surroundings(
      name: "another language", environment: ["LANG": "tr_TR.UTF-8", "LC_ALL": "de_DE.UTF-8"]),
    Surroundings(name: "other folders", folders: ("Ünï code/of the office", "elsewhere")),
    Surroundings(name: "other file times, rights and order", isCopiedOtherwise: true),
    Surroundings(name: "paths from the working folder", isRelative: true),
    Surroundings(name: "a narrow umask", umask: "077"),
    Surroundings(name: "a file system in memory", isCopiedOtherwise: true, root: "/dev/shm"),
    Surroundings(
      name: "no home and no terminal",
      environment: ["HOME": "", "TERM": "", "USER": "", "TMPDIR": "/nowhere"]),
  ]

  private static let first = Task { try await build(Surroundings(name: "the first")) }

  @Test(arguments: surroundings)
  func `a package has the same bytes in`(other: Surroundings) async throws {
    if let root = other.root, !FileManager.default.isWritableFile(atPath: root) { return }
    let first = try await Self.first.value
    let second = try await Self.build(other)
    #expect(first.count == second.count)
    let difference = zip(first, second).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(difference == nil, "at byte \(difference?.offset ?? 0)")
  }

  /// A change that makes another package: a replaced text in a file of the demo map, or options.
  struct Change: CustomTestStringConvertible, Sendable {
    var name: String
    var file = "map.json"
    var old = ""
    var new = ""
    var options: [String] = []
    var testDescription: String { name }
  }

  static let changes = [
    Change(name: "a value", file: "species.csv", old: "Acer", new: "Acre"),
    Change(name: "a coded value", file: "service.json", old: "Planting strip", new: "Strip"),
    Change(name: "an alias", file: "service.json", old: "\"Planted By\"", new: "\"Planter\""),
    Change(name: "the map's text", old: "Inspections", new: "inspections"),
    Change(
      name: "a photo",
      file: "attachments/Trees/8A985562-3D34-5CF0-8B79-BBCDF60399F3/crown.jpg"),
    Change(name: "the area", options: ["--area", "view"]),
    Change(name: "the scales", options: ["--scale", "50000:1000"]),
    Change(name: "where photos go", options: ["--photos", "blobs"]),
    Change(name: "a table left out", options: ["--without", "Species"]),
  ]

  /// The ID of the unchanged demo's package.
  private static let plainID = Task {
    let folder = try TemporaryFolder()
    try copyDemo(to: folder.path("data"), otherwise: false)
    return try await id(folder, [])
  }

  @Test(arguments: changes)
  func `a package has another id with another`(change: Change) async throws {
    let folder = try TemporaryFolder()
    try Self.copyDemo(to: folder.path("data"), otherwise: false)
    if change.options.isEmpty {
      var bytes = try folder.read("data/" + change.file)
      if change.old.isEmpty {
        bytes.append(0)
      } else {
        let text = String(decoding: bytes, as: UTF8.self)
        let range = try #require(text.range(of: change.old), "\(change.file) has changed")
        bytes = Array(text.replacingCharacters(in: range, with: change.new).utf8)
      }
      try folder.write(bytes, to: "data/" + change.file)
    }
    let plain = try await Self.plainID.value
    #expect(try await Self.id(folder, change.options) != plain)
  }

  private static func id(_ folder: TemporaryFolder, _ options: [String]) async throws -> String {
    let result = try await Acceptance.fieldpack(
      [
        "build", folder.path("data/map.json"), "--data", folder.path("data"),
        "-o", folder.path("crew.mmpk"), "--force", "--json",
      ] + Acceptance.now + options)
    let answer = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    return try #require(answer?["packageId"] as? String, "\(result.errorText)")
  }

  /// Packs a copy of the demo map under some conditions and returns the package.
  private static func build(_ surroundings: Surroundings) async throws -> [UInt8] {
    let folder = try Scratch(below: surroundings.root)
    let data = folder.path + "/" + surroundings.folders.0
    let output = folder.path + "/" + surroundings.folders.1
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    try copyDemo(to: data, otherwise: surroundings.isCopiedOtherwise)
    let base = surroundings.isRelative ? "" : folder.path + "/"
    let program = try #require(Tool.fieldpack).path
    let words =
      [program, "build", base + surroundings.folders.0 + "/map.json"]
      + ["--data", base + surroundings.folders.0]
      + ["-o", base + surroundings.folders.1 + "/crew.mmpk"] + Acceptance.now
    let result = try await Tool(path: "/bin/sh").run(
      ["-c", "umask \(surroundings.umask); exec \"$@\"", "sh"] + words,
      environment: surroundings.environment, folder: folder.path)
    guard result.status == 0 else {
      throw AcceptanceError.stopped(status: result.status, words: result.errorText)
    }
    return Array(try Data(contentsOf: URL(filePath: output + "/crew.mmpk")))
  }

  private static func copyDemo(to data: String, otherwise: Bool) throws {
    let files = FileManager.default
    let source = Fixture.treesOfPortland
    let names = try files.subpathsOfDirectory(atPath: source).sorted {
      otherwise ? $0 > $1 : $0 < $1
    }
    for name in names {
      let kind = try files.attributesOfItem(atPath: source + "/" + name)[.type]
      guard kind as? FileAttributeType == .typeRegular else { continue }
      let target = data + "/" + name
      try files.createDirectory(
        atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try files.copyItem(atPath: source + "/" + name, toPath: target)
      guard otherwise else { continue }
      try files.setAttributes(
        [
          .modificationDate: Date(timeIntervalSince1970: Double(name.utf8.count) * 1e7),
          .posixPermissions: 0o400,
        ], ofItemAtPath: target)
    }
  }
}

/// A folder for one test in another folder, removed at the end.
private final class Scratch {
  let path: String

  init(below root: String?) throws {
    path = (root ?? NSTemporaryDirectory()) + "/fieldpack-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
