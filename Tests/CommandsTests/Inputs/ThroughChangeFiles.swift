import Commands
import Console
import Foundation
import TestSupport

/// Runs merges through change files if `FIELDPACK_THROUGH_CHANGES` is set. What a merge gives must
/// not depend on it, so all tests of merges are tests of change files too.
enum ThroughChangeFiles {
  static let isWanted =
    ProcessInfo.processInfo.environment["FIELDPACK_THROUGH_CHANGES"] != nil

  /// The options of a merge without a value.
  private static let flags: Set = [
    "--force", "-f", "--json", "--quiet", "-q", "--dry-run", "--verbose", "-v",
  ]

  /// The arguments of a merge with change files instead of its packages. Other commands, folders
  /// with several packages, and packages that can't be compared stay as they are.
  ///
  /// - Parameter run: runs a command.
  static func words(
    _ words: [String], in folder: TemporaryFolder, _ run: ([String]) async -> Session
  ) async -> [String] {
    var words = words
    var index = 1
    var packages: [Int] = []
    var bases: [String] = []
    while index < words.count {
      if words[index] == "--base" { bases.append(words[index + 1]) }
      if words[index].hasPrefix("-") {
        index += flags.contains(words[index]) || words[index].contains("=") ? 1 : 2
      } else {
        packages.append(index)
        index += 1
      }
    }
    guard bases.allSatisfy({ !$0.contains("=") }) else { return words }
    for index in packages {
      let path = folder.path("\(index).changes")
      let diff = ["diff", words[index], "--changes", path]
      let own = await run(diff)
      if own.exit != .done, own.exit != .somethingToSee, let base = bases.last {
        _ = await run(diff + ["--base", base])
      }
      if FileManager.default.fileExists(atPath: path) { words[index] = path }
    }
    return words
  }

  /// The folder for change files; nil unless they are wanted for this command.
  static func folder(for words: [String]) -> TemporaryFolder? {
    guard isWanted, words.first == "merge", !words.contains("--help") else { return nil }
    return try? TemporaryFolder()
  }
}
