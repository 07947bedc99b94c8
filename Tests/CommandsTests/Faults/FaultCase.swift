import Foundation
import TestSupport
import Testing

/// A command that writes, and the folder that it runs in.
struct FaultCase: CustomTestStringConvertible, Sendable {
  var name: String
  /// Commands that make the folder as it is before, such as one with earlier outputs.
  var before: [[String]] = []
  var words: [String]
  /// Whether the command can be run again after it is complete.
  var isRepeatable = true
  /// Whether each output stands for itself, such as the packages of a plan.
  var isMany = false
  /// Whether it takes so long that only the exhaustive tests run it.
  var isLong = false

  /// The environment of all runs, with a time for commands that take none as an option, so that
  /// each run has the same outputs.
  static let environment = ["NO_COLOR": "1", "SOURCE_DATE_EPOCH": "1780315200"]
  /// The environment of the commands before, whose outputs differ by the time at least.
  private static let earlier = ["NO_COLOR": "1", "SOURCE_DATE_EPOCH": "1777636800"]

  var testDescription: String { name }

  private static let time = ["--now", "2026-06-01T12:00:00Z"]
  private static let merge =
    [
      "merge", "--into", "office.gpkg", "-o", "merged.gpkg", "--review", "review", "--changes",
      "c.sql",
    ]
    + time
  private static let mergeOfPackages =
    ["merge", "--into", "issued.mmpk", "-o", "next.mmpk", "--review", "review"] + time
  private static let diff =
    ["diff", "--changes", "d.changes", "--geojson", "d.geojson", "--html", "html"]
  private static let site = ["site", "issued.mmpk", "-o", "site"] + time
  private static let edit = ["edit", "--edits", "edits-crew.json"] + time
  private static let plan =
    [
      "plan", "map.json", "--data", "data", "--areas", "grid:2x2", "-o", "plan.jsonl", "--recipe",
      "make",
    ]
    + time

  private static let buildOfPlan = ["build", "--plan", "plan.jsonl", "-o", "out"]

  static let all = [
    FaultCase(name: "build of a package", words: SmallCity.build),
    FaultCase(
      name: "build over a GeoPackage with a log", before: [["log", "out.gpkg"]],
      words: ["build", "map.json", "--data", "data", "-o", "out.gpkg", "--force"] + time),
    FaultCase(name: "merge", words: merge + ["crew.mmpk"]),
    FaultCase(
      name: "merge over an earlier one", before: [merge + ["earlier.mmpk"]],
      words: merge + ["crew.mmpk", "--force"]),
    FaultCase(
      name: "merge with outputs in several folders",
      words: [
        "merge", "--into", "office.gpkg", "crew.mmpk", "-o", "far/merged.gpkg", "--review",
        "review", "--changes", "further/c.sql",
      ] + time),
    FaultCase(name: "merge into a package", words: mergeOfPackages + ["crew.mmpk"]),
    FaultCase(
      name: "merge into a folder",
      words: [
        "merge", "--into", "data", "--map", "map.json", "-o", "next/", "--review", "review",
        "crew.mmpk",
      ] + time),
    FaultCase(
      name: "undo", before: [merge + ["crew.mmpk"]], words: ["undo", "merged.gpkg"] + time,
      isRepeatable: false),
    FaultCase(
      name: "undo by records",
      before: [
        merge + ["earlier.mmpk"], ["edit", "merged.gpkg", "--edits", "edits-office.json"] + time,
      ], words: ["undo", "merged.gpkg"] + time, isRepeatable: false),
    FaultCase(name: "diff", words: diff + ["crew.mmpk"]),
    FaultCase(
      name: "diff over an earlier one", before: [diff + ["earlier.mmpk"]],
      words: diff + ["crew.mmpk", "--force"]),
    FaultCase(name: "site", words: site),
    FaultCase(
      name: "site over an earlier one", before: [site],
      words: ["site", "crew.mmpk", "-o", "site", "--title", "Another"] + time),
    FaultCase(name: "edit", words: edit + ["issued.mmpk", "-o", "edited.mmpk"]),
    FaultCase(
      name: "edit of the package itself", words: edit + ["issued.mmpk"], isRepeatable: false),
    FaultCase(
      name: "edit of a GeoPackage", words: edit + ["office.gpkg"], isRepeatable: false),
    FaultCase(
      name: "export", words: ["export", "issued.mmpk", "-l", "Trees", "-o", "trees.geojson"]),
    FaultCase(name: "plan", words: plan),
    FaultCase(
      name: "build of a plan", before: [plan],
      words: buildOfPlan,
      isMany: true),
    FaultCase(
      name: "collect", before: [plan] + ["0/2", "1/2"].map { buildOfPlan + ["--shard", $0] },
      words: ["collect", "out", "--plan", "plan.jsonl"]),
    FaultCase(name: "tiles", words: ["tiles", "tiles", "-o", "city.mbtiles"] + time),
    FaultCase(
      name: "tiles as a folder", words: ["tiles", "tiles", "-o", "other"]),
    FaultCase(name: "demo", words: ["demo", "trees"], isLong: true),
    FaultCase(
      name: "demo over an earlier one", before: [["demo", "trees"]], words: ["demo", "trees"],
      isLong: true),
  ]

  /// The folder before each case, made once.
  private static let inputs = Task {
    let city = try SmallCity.withPhoto()
    try CityTiles().write(to: "tiles", in: city.folder)
    for name in ["far/kept", "further/kept"] { try city.folder.write("kept", to: name) }
    try await run(
      ["build", "map.json", "--data", "data", "-o", "office.gpkg"] + time, in: city.folder)
    try await run(
      ["build", "map.json", "--data", "data", "-o", "issued.mmpk"] + time, in: city.folder)
    try city.folder.write(
      """
      [{"id": 0, "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(3))", "Name": "Lime"}}]}]
      """, to: "edits-office.json")
    // An undo by records can't bring attachments back, so the earlier package has none.
    let attachments =
      #", "attachments": {"adds": [{"parentGlobalId": "\#(SmallCity.id(2))", "name": "a.txt", "data": "aGVsbG8="}]}"#
    for (crew, height, more) in [("crew", 21, attachments), ("earlier", 22, "")] {
      try city.folder.write(
        """
        [{"id": 0, "updates": [
          {"attributes": {"GlobalID": "\(SmallCity.id(1))", "Height": \(height)}}]\(more)}]
        """, to: "edits-\(crew).json")
      try await run(
        ["edit", "issued.mmpk", "--edits", "edits-\(crew).json", "-o", "\(crew).mmpk"] + time,
        in: city.folder)
    }
    return city.folder
  }

  private static func run(_ words: [String], in folder: TemporaryFolder) async throws {
    let result = try await #require(Tool.fieldpack).run(
      words, environment: earlier, folder: folder.path)
    try #require([0, 1].contains(result.status), "\(words): \(result.errorText)\(result.text)")
  }

  /// Makes the folder as it is before.
  func prepare() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try copyFolder(from: try await Self.inputs.value, to: folder)
    for words in before {
      if words.first == "log" {
        try folder.write("an old store", to: words[1])
        try folder.write("an old log", to: words[1] + "-wal")
      } else {
        try await Self.run(words, in: folder)
      }
    }
    return folder
  }

  /// Copies all that is in a folder, with the times of the files.
  func copyFolder(from source: TemporaryFolder, to target: TemporaryFolder) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: source.path)
    // Many files, which other commands don't need.
    for name in names where name != "tiles" || words.first == "tiles" {
      try FileManager.default.copyItem(atPath: source.path(name), toPath: target.path(name))
    }
  }
}

/// The files of a folder with their content.
struct FolderContent: Equatable {
  var files: [String: Data]

  init(of folder: TemporaryFolder) throws { try self.init(at: folder.path) }

  init(at path: String) throws {
    files = [:]
    for relative in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let whole = path + "/" + relative
      let attributes = try FileManager.default.attributesOfItem(atPath: whole)
      if attributes[.type] as? FileAttributeType == .typeRegular {
        files[relative] = try Data(contentsOf: URL(filePath: whole))
      } else if Self.isTemporary(relative) {
        files[relative + "/"] = Data()
      }
    }
  }

  /// The paths that differ.
  func differences(from other: FolderContent) -> [String] {
    Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
  }

  /// Without the temporary files that a killed run leaves.
  var withoutTemporaries: FolderContent {
    var content = self
    content.files = files.filter { path, _ in !Self.isTemporary(path) }
    return content
  }

  /// Whether a killed run left the record of its commit.
  var hasRecord: Bool { files.keys.contains { $0.contains(".commit-") } }

  /// Whether a message has the name of a temporary, which tells users nothing.
  static func namesTemporary(_ message: String) -> Bool {
    message.split { " \n:".contains($0) }.contains { isTemporary(String($0)) }
  }

  private static func isTemporary(_ path: String) -> Bool {
    path.split(separator: "/").contains {
      $0.hasPrefix(".")
        && ($0.contains(".partial-") || $0.contains(".commit-")
          || $0.hasPrefix(".fieldpack-scratch-"))
    }
  }

  /// Whether each file is as it is in one of two contents.
  func isMix(of old: FolderContent, _ new: FolderContent) -> Bool {
    Set(files.keys).union(old.files.keys).union(new.files.keys).allSatisfy {
      files[$0] == old.files[$0] || files[$0] == new.files[$0]
    }
  }
}
