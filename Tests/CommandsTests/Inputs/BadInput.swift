import Foundation
import TestSupport
import Testing

/// Something wrong with the inputs or the outputs of a build, and how the build has to end.
struct BadInput: Sendable, CustomTestStringConvertible {
  let name: String
  /// How `build` ends.
  let exit: Int32
  /// A code that has to be told.
  let code: String
  /// Whether it is a finding, which `check` tells and ends with 1, or an error that stops both;
  /// `nil` where `check` has nothing to do with it.
  let isFinding: Bool?
  /// Files that are written over the sound ones; `nil` removes the file.
  var files: [String: [UInt8]?] = [:]
  /// Words that follow the command line.
  var words: [String] = []
  /// The words of the whole command line, where it is another.
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

  /// Puts the files in place.
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
