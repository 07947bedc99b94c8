import Foundation
import TestSupport

/// The extent of the acceptance tests.
enum Acceptance {
  /// With `FIELDPACK_EXHAUSTIVE=1`, they use all of Portland and fifty areas; otherwise its first
  /// trees and a few areas. The whole city needs the release build:
  /// `FIELDPACK_BINARY=.build/release/fieldpack`.
  static let isExhaustive = ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"

  /// The time in every package, so that only the inputs decide the bytes.
  static let now = ["--now", "2026-11-20T06:00:00Z"]

  /// Runs Fieldpack.
  static func fieldpack(
    _ arguments: [String], environment: [String: String] = [:], folder: String? = nil
  ) async throws -> ToolResult {
    guard let program = Tool.fieldpack else { throw AcceptanceError.noProgram }
    return try await program.run(
      arguments, environment: environment.merging(["NO_COLOR": "1"]) { given, _ in given },
      folder: folder)
  }

  /// Builds a package, and fails with the program's message if it does not succeed.
  static func build(
    map: String, data: String, to output: String, _ options: [String] = []
  ) async throws {
    let result = try await fieldpack(["build", map, "--data", data, "-o", output] + now + options)
    guard result.status == 0 else {
      throw AcceptanceError.stopped(status: result.status, words: result.errorText)
    }
  }

  /// Renders a site, and fails with the program's message if it does not succeed.
  static func site(_ arguments: [String], to folder: String) async throws {
    let result = try await fieldpack(["site", "-o", folder] + arguments + now)
    guard result.status == 0 else {
      throw AcceptanceError.stopped(status: result.status, words: result.errorText)
    }
  }
}

enum AcceptanceError: Error {
  case noProgram
  case stopped(status: Int32, words: String)
  case noVerdict(judge: String, status: Int32, words: String)
}
