import Console
import Foundation
import Merging
import Packaging
import TestSupport
import Testing

/// A small returned package with one byte changed or its end cut off, at every position. A merge
/// refuses it by name, or gives the same result as for the undamaged package, byte for byte.
@Suite struct DamagedPackagesTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] != nil

  /// The office data, an edited package, and the result of their merge.
  private struct Made {
    var office: [UInt8]
    var package: [UInt8]
    var merged: [UInt8]
  }

  private static let made = Task { try await make() }

  private let folder: TemporaryFolder
  private let package: [UInt8]
  private let merged: [UInt8]

  init() async throws {
    let made = try await Self.made.value
    (package, merged) = (made.package, made.merged)
    folder = try TemporaryFolder()
    try folder.write(made.office, to: "office.gpkg")
  }

  private static func make() async throws -> Made {
    let city = try SmallCity.withPhoto()
    let folder = city.folder
    func run(_ words: [String]) async throws {
      let session = await Session.run(words)
      try #require(session.exit == .done, "\(session.error)\(session.output)")
    }
    try await run(["build"] + city.inputs + ["-o", folder.path("office.gpkg")])
    // Without web pages, which a merge does not read, and without unchanged files.
    try await run(
      ["build"] + city.inputs
        + ["--review", "never", "--for", "qgis", "-o", folder.path("issued.mmpk")])
    try folder.write(
      """
      [{"id": 0, "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Height": 21}}],
        "attachments": {"adds": [
          {"parentGlobalId": "\(SmallCity.id(2))", "name": "note.txt", "data": "aGVsbG8="}]}},
       {"id": 1, "adds": [{"attributes": {
          "GlobalID": "\(SmallCity.id(0x150))", "TreeID": "\(SmallCity.id(3))", "Note": "new"}}]}]
      """, to: "edits.json")
    try await run([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path("crew.mmpk"),
    ])
    let merged = try #require(try await merge(in: folder).bytes)
    let office = try folder.read("office.gpkg")
    try #require(merged != office)
    return Made(office: office, package: try folder.read("crew.mmpk"), merged: merged)
  }

  /// Merges the package in its current form and returns the result, or why it was refused.
  private static func merge(
    in folder: TemporaryFolder
  ) async throws -> (bytes: [UInt8]?, refusal: String?) {
    var request = MergeRequest(
      current: folder.path("office.gpkg"), packages: [folder.path("crew.mmpk")], opener: .building,
      now: 1_800_000_000_000)
    request.output = folder.path("merged.gpkg")
    request.overwrite = true
    let result = try await MergeJob(request) { _ in }.run()
    let report = try #require(result.report.packages.first)
    #expect(result.isWritten == (report.outcome != .refused))
    guard result.isWritten else { return (nil, report.message) }
    return (try folder.read("merged.gpkg"), nil)
  }

  /// Whether a damaged package was refused.
  private func isRefused(_ bytes: [UInt8], damage label: String) async throws -> Bool {
    try folder.write(bytes, to: "crew.mmpk")
    let outcome = try await Self.merge(in: folder)
    if let refusal = outcome.refusal {
      #expect(!refusal.isEmpty, "\(label)")
      return true
    }
    #expect(outcome.bytes == merged, "\(label)")
    return false
  }

  @Test func `a package with one changed byte is refused or merges the same`() async throws {
    var generator = SeededGenerator(seed: 41)
    var flipped = package
    var (refused, believed) = (0, 0)
    for at in package.indices
    where Self.isExhaustive || generator.integer(in: 0...(package.count / 15)) == 0 {
      flipped[at] ^= UInt8(generator.integer(in: 1...255))
      if try await isRefused(flipped, damage: "byte \(at) is \(flipped[at]), not \(package[at])") {
        refused += 1
      } else {
        believed += 1
      }
      flipped[at] = package[at]
    }
    #expect(refused > 0)
    if Self.isExhaustive {
      print("package of \(package.count) bytes: refused \(refused), believed \(believed)")
    }
  }

  @Test func `a package that was cut short is refused`() async throws {
    let step = Self.isExhaustive ? 512 : package.count / 7
    for end in stride(from: 0, to: package.count, by: step) {
      #expect(try await isRefused(Array(package.prefix(end)), damage: "cut after \(end) bytes"))
    }
    #expect(try await isRefused(Array(package.dropLast()), damage: "cut by a byte"))
  }

  @Test func `a package with a damaged photo is refused`() async throws {
    let photo = Array("hello".utf8)
    let offset = try #require(
      package.indices.dropLast(photo.count).first { package[$0...].starts(with: photo) })
    var damaged = package
    damaged[offset] ^= 1
    #expect(try await isRefused(damaged, damage: "byte \(offset)"))
  }
}
