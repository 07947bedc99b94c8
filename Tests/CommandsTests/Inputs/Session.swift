import Commands
import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// One command, run in the test's process.
struct Session {
  let exit: ExitCode
  /// The standard output.
  let output: String
  /// The standard error.
  let error: String

  /// Runs a command line at noon of 1 May 2026, without a terminal and colors.
  static func run(
    _ words: [String], sourceDateEpoch: String? = nil, taskIndex: Int? = nil
  ) async -> Session {
    guard let folder = ThroughChangeFiles.folder(for: words) else {
      return await runAsGiven(words, sourceDateEpoch: sourceDateEpoch, taskIndex: taskIndex)
    }
    let changed = await ThroughChangeFiles.words(words, in: folder) { await runAsGiven($0) }
    return await runAsGiven(changed, sourceDateEpoch: sourceDateEpoch, taskIndex: taskIndex)
  }

  private static func runAsGiven(
    _ words: [String], sourceDateEpoch: String? = nil, taskIndex: Int? = nil
  ) async -> Session {
    let output = MemorySink()
    let error = MemorySink()
    let surroundings = Surroundings(
      program: "fieldpack", sourceDateEpoch: sourceDateEpoch, taskIndex: taskIndex,
      wallClock: { 1_777_636_800_000 })
    let exit = await Fieldpack.run(words, in: surroundings) { options in
      Terminal(
        options: options, surroundings: Terminal.Surroundings(), output: output, error: error)
    }
    return Session(exit: exit, output: output.text, error: error.text)
  }

  /// Runs a command that must succeed, with or without findings.
  @discardableResult
  static func done(_ words: [String]) async throws -> Session {
    let session = await run(words)
    try #require(
      session.exit == .done || session.exit == .somethingToSee, "\(session.error)\(session.output)")
    return session
  }

  /// The answer of `--json`.
  func document() throws -> JSON {
    try JSONParser.parse(Array(output.utf8))
  }
}

extension SmallCity {
  /// The arguments for the map and its data, with absolute paths.
  var inputs: [String] { [folder.path("map.json"), "--data", folder.path("data")] }

  /// A city whose first tree has a photo, with attachments declared.
  static func withPhoto() throws -> SmallCity {
    let city = try SmallCity()
    try city.addPhoto()
    try city.declareAttachments()
    return city
  }

  /// Adds a photo to the first tree.
  func addPhoto() throws {
    try folder.write(
      [0xFF, 0xD8, 0xFF, 0xE0] + Array("a photo".utf8),
      to: "data/attachments/Trees/00000000-0000-4000-8000-000000000001/crown.jpg")
  }

  /// Declares attachments in the layer definitions.
  func declareAttachments() throws {
    try folder.write(
      Self.definitions.replacing(
        "\"hasAttachments\": false, \"capabilities\"",
        with: "\"hasAttachments\": true, \"capabilities\""),
      to: "data/City.json")
  }
}
