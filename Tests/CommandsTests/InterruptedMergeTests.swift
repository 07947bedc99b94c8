import Foundation
import TestSupport
import Testing

/// A merge that is killed or stopped at any moment leaves its inputs unchanged, and the result
/// complete or as it was.
@Suite(.needs(.fieldpack)) struct InterruptedMergeTests {
  /// The number of moments to try.
  private static let moments = InterruptionTests.moments == 100 ? 100 : 4
  /// Enough rows to stop a merge in the middle.
  private static let visits = 600
  private static let inputs = ["crew.gpkg", "earlier.gpkg", "issued.gpkg", "office.gpkg"]

  /// The inputs, and the result and undo file of a merge that is not stopped.
  private struct Made {
    var before: [String: [UInt8]]
    var merged: [String: [UInt8]]
    /// The duration of that merge.
    var seconds: Double
  }

  private static let made = Task { try await make() }

  private let folder: TemporaryFolder
  private let made: Made
  private var merged: [String: [UInt8]] { made.merged }

  init() async throws {
    made = try await Self.made.value
    folder = try TemporaryFolder()
    for (name, bytes) in made.before { try folder.write(bytes, to: name) }
  }

  private static func make() async throws -> Made {
    let city = try SmallCity()
    try await build("issued.gpkg", of: city, height: 20, note: "note")
    try await build("office.gpkg", of: city, height: 20, note: "the office's note")
    try await build("earlier.gpkg", of: city, height: 21, note: "note")
    try await build("crew.gpkg", of: city, height: 22, note: "the crew's note")
    for name in ["earlier.gpkg", "crew.gpkg"] {
      try await city.reissue(name, as: "issued.gpkg", to: "returned-" + name)
      try city.folder.write(try city.folder.read("returned-" + name), to: name)
    }
    let folder = try TemporaryFolder()
    var before: [String: [UInt8]] = [:]
    for name in inputs {
      before[name] = try city.folder.read(name)
      try folder.write(before[name] ?? [], to: name)
    }
    let whole = try start("crew.gpkg", in: folder).wait()
    try #require([0, 1].contains(whole.status))
    let merged = try results(in: folder)
    try #require(merged.count == 2)
    return Made(before: before, merged: merged, seconds: whole.seconds)
  }

  private static func build(
    _ name: String, of city: SmallCity, height: Int, note: String
  ) async throws {
    let trees = SmallCity.trees().replacing("\"Height\": 20", with: "\"Height\": \(height)")
    try city.folder.write(trees, to: "data/trees.geojson")
    var text = "GlobalID,TreeID,Note\n"
    for number in 1...visits {
      let isEdited = number % 20 == 0
      text += "\(SmallCity.id(0x1000 + number)),\(SmallCity.id(number % 3 + 1)),"
      text += "\(isEdited ? note : "note") \(number)\n"
    }
    try city.folder.write(text, to: "data/visits.csv")
    let words = [
      "build", "map.json", "--data", "data", "-o", name, "--now", "2026-05-01T12:00:00Z",
    ]
    let built = try await #require(Tool.fieldpack).run(words, folder: city.folder.path)
    try #require(built.status == 0, "\(built.errorText)")
  }

  private static func start(_ package: String, in folder: TemporaryFolder) throws
    -> RunningProgram
  {
    try RunningProgram(
      try #require(Tool.fieldpack).path,
      [
        "merge", "--into", "office.gpkg", package, "--base", "issued.gpkg", "-o", "merged.gpkg",
        "--force", "--now", "2026-06-01T12:00:00Z", "-q",
      ], in: folder.path)
  }

  /// The files beside the inputs.
  private static func others(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !inputs.contains($0) }.sorted()
  }

  private static func results(in folder: TemporaryFolder) throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try others(in: folder).map { ($0, try folder.read($0)) })
  }

  private static func clear(_ folder: TemporaryFolder) throws {
    for name in try others(in: folder) {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
  }

  /// Stops a merge at a random moment, and returns whether its result exists.
  ///
  /// - Parameter earlier: the file at the target before.
  private func strike(
    _ signal: Int32, _ generator: inout SeededGenerator, _ moment: Int,
    earlier: [String: [UInt8]] = [:]
  ) async throws -> Bool {
    let program = try Self.start("crew.gpkg", in: folder)
    usleep(UInt32(made.seconds * Double(generator.integer(in: 0...1_050)) * 1e3))
    let status = program.strike(signal)
    #expect([0, 1, 130, signal].contains(status), "moment \(moment)")
    for (name, bytes) in made.before {
      #expect(try folder.read(name) == bytes, "\(name) at moment \(moment)")
    }
    let left = try Self.results(in: folder)
    if signal != SIGKILL {
      #expect(left.keys.allSatisfy { merged[$0] != nil }, "moment \(moment): \(left.keys)")
    }
    guard let result = left["merged.gpkg"], result != earlier["merged.gpkg"] else {
      #expect(left["merged.gpkg"] == earlier["merged.gpkg"], "moment \(moment)")
      #expect(status != 0 && status != 1, "moment \(moment)")
      return false
    }
    #expect(result == merged["merged.gpkg"], "moment \(moment)")
    let undone = try await #require(Tool.fieldpack).run(
      ["undo", "merged.gpkg"], folder: folder.path)
    #expect(undone.status == 0, "moment \(moment): \(undone.errorText)")
    #expect(try folder.read("merged.gpkg") == made.before["office.gpkg"], "moment \(moment)")
    return true
  }

  /// Checks that the next merge succeeds and removes the remaining files.
  private func expectNextSucceeds() throws {
    #expect([0, 1].contains(try Self.start("crew.gpkg", in: folder).wait().status))
    #expect(try Self.results(in: folder) == merged)
  }

  @Test func `a merge killed at any moment leaves no partial result`() async throws {
    var generator = SeededGenerator(seed: 23)
    for moment in 0..<Self.moments {
      let signal = [SIGKILL, SIGINT, SIGKILL, SIGTERM][moment % 4]
      _ = try await strike(signal, &generator, moment)
      if moment % 5 == 0 { try expectNextSucceeds() }
      try Self.clear(folder)
    }
  }

  @Test func `an earlier result stays complete, or is replaced completely`() async throws {
    #expect([0, 1].contains(try Self.start("earlier.gpkg", in: folder).wait().status))
    let earlier = try Self.results(in: folder)
    #expect(earlier["merged.gpkg"] != merged["merged.gpkg"])
    var generator = SeededGenerator(seed: 24)
    for moment in 0..<Self.moments {
      let isReplaced = try await strike(
        [SIGKILL, SIGINT][moment % 2], &generator, moment, earlier: earlier)
      if !isReplaced {
        #expect(try folder.read("merged.gpkg.undo") == earlier["merged.gpkg.undo"])
      }
      try Self.clear(folder)
      for (name, bytes) in earlier { try folder.write(bytes, to: name) }
    }
    try expectNextSucceeds()
  }

  @Test func `a merge that is stopped removes its temporary files at once`() throws {
    for signal in [SIGTERM, SIGINT] {
      var status: Int32 = 0
      // On a busy machine, the merge can end before the signal reaches it.
      for _ in 0..<50 where [0, 1].contains(status) {
        try Self.clear(folder)
        let program = try Self.start("crew.gpkg", in: folder)
        while try Self.others(in: folder).isEmpty, program.isRunning { usleep(1_000) }
        status = program.strike(signal)
      }
      #expect(status == 130)
      #expect(try Self.others(in: folder) == [])
    }
  }
}
