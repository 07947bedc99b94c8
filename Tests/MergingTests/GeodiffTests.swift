import Foundation
import Merging
import TestSupport
import Testing

/// Compares how Fieldpack and geodiff merge the same situations.
@Suite struct GeodiffTests {
  static let table = Fixture.repository + "/Tests/Judges/geodiff.md"

  /// A situation in the form that the judge reads.
  private struct Exported: Encodable {
    var folder: String
    var group: String
    var name: String
    var packages: Int
    /// The rows, conflicts and issues as written by hand, and as the merge produced them.
    var expected: [String]
    var result: [String]
    /// The rows that the merge produced, with their row ids.
    var numbered: [String]
  }

  private static let groups: [(String, [Situation])] = [
    ("fields", Situation.fields), ("rows", Situation.rows), ("related", Situation.related),
    ("photos", Situation.photos), ("several", Situation.several), ("drift", Situation.drift),
    ("keys", Situation.keys), ("validation", Situation.validation), ("hostile", Situation.hostile),
    ("names", Situation.names), ("likenesses", Situation.likenesses),
  ]

  /// Writes the stores of all situations.
  private static func export(to folder: String) async throws {
    var all: [Exported] = []
    for (group, situations) in groups {
      for (index, situation) in situations.enumerated() {
        let name = "\(group)-\(index + 1)"
        all.append(try await export(situation, group, to: folder, name))
      }
    }
    #expect(all.count == SituationTests.all.count)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(all).write(to: URL(filePath: folder + "/situations.json"))
  }

  private static func export(
    _ situation: Situation, _ group: String, to folder: String, _ name: String
  ) async throws -> Exported {
    let merge = try await CityMerge(
      base: situation.base, returned: situation.returned, current: situation.current)
    let target = folder + "/" + name
    try? FileManager.default.removeItem(atPath: target)
    try FileManager.default.copyItem(atPath: merge.folder.path, toPath: target)
    let outcome = try merge.merge()
    let text = try merge.text(outcome, showsNumbers: situation.showsNumbers)
    let numbered = try merge.text(outcome, showsNumbers: true).result
    return Exported(
      folder: name, group: group, name: situation.name, packages: situation.returned.count,
      expected: [situation.result, situation.conflicts, situation.issues],
      result: [text.result, text.conflicts, text.issues],
      numbered: numbered.split(separator: "\n").map(String.init))
  }

  /// Whether the pygeodiff that is installed is the one that made the table.
  private static let isJudge: Bool = {
    guard let text = try? String(contentsOfFile: table, encoding: .utf8),
      let version = text.firstMatch(of: #/pygeodiff ([0-9.]+)\. /#)?.1
    else { return false }
    let script = "import importlib.metadata as m; assert m.version('pygeodiff') == '\(version)'"
    return Tool.python(having: "pygeodiff")?.answer(["-c", script]) != nil
  }()

  @Test(.needs(Need("the pygeodiff that the table names", isMet: isJudge)))
  func `the table of situations is up to date`() async throws {
    let folder = try TemporaryFolder()
    try await Self.export(to: folder.path)
    let python = try #require(Tool.python(having: "pygeodiff"))
    let made = try await python.run(
      [Fixture.repository + "/Tests/Judges/geodiff.py", folder.path])
    #expect(made.status == 0, "\(made.errorText)")
    #expect(made.output == Array(try Data(contentsOf: URL(filePath: Self.table))))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["FIELDPACK_SITUATIONS"] != nil))
  func `the situations are exported on request`() async throws {
    let folder = try #require(ProcessInfo.processInfo.environment["FIELDPACK_SITUATIONS"])
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    try await Self.export(to: folder)
    #expect(FileManager.default.fileExists(atPath: folder + "/situations.json"))
  }
}
