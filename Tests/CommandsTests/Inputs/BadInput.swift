import Foundation
import TestSupport
import Testing

/// A bad input or output of a build, and how the build must end.
struct BadInput: Sendable, CustomTestStringConvertible {
  let name: String
  /// The exit code of `build`.
  let exit: Int32
  /// The code that must be reported.
  let code: String
  /// Whether it is a finding, for which `check` exits with 1, or an error that stops both commands.
  /// Null if it doesn't concern `check`.
  let isFinding: Bool?
  /// Files to write over the valid ones. Null removes the file.
  var files: [String: [UInt8]?] = [:]
  /// Words to add to the command line.
  var words: [String] = []
  /// The whole command line, if it is a different one.
  var command: [String]?

  var testDescription: String { name }

  init(
    _ name: String, exit: Int32, _ code: String, isFinding: Bool?,
    text: [String: String?] = [:], bytes: [String: [UInt8]] = [:], words: [String] = [],
    command: [String]? = nil
  ) {
    self.name = name
    self.exit = exit
    self.code = code
    self.isFinding = isFinding
    files = text.mapValues { $0.map { Array($0.utf8) } }
    files.merge(bytes.mapValues(Optional.some)) { $1 }
    self.words = words
    self.command = command
  }

  /// Writes the files.
  func spoil(_ city: SmallCity) throws {
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if let bytes {
        try city.folder.write(bytes, to: path)
      } else {
        try FileManager.default.removeItem(atPath: city.folder.path(path))
      }
    }
  }
}
