import Foundation

/// A new folder for one test. It is removed with its content when the last reference is released.
///
/// Keep it in a `let` that outlives its use, with `withExtendedLifetime` or in a stored property of
/// the suite.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without a trailing slash.
  package let path: String

  /// Creates the folder in the system's folder for temporary files.
  package init() throws {
    path = NSTemporaryDirectory() + "fieldpack-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The absolute path of a file in the folder, which need not exist.
  package func path(_ relative: String) -> String {
    path + "/" + relative
  }

  /// Writes a file, creates folders as needed, and returns its absolute path.
  @discardableResult
  package func write(_ bytes: [UInt8], to relative: String) throws -> String {
    let target = path(relative)
    let parent = (target as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: target))
    return target
  }

  /// Writes a file as UTF-8 and returns its absolute path.
  @discardableResult
  package func write(_ text: String, to relative: String) throws -> String {
    try write(Array(text.utf8), to: relative)
  }

  /// The whole content of a file in the folder.
  package func read(_ relative: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(relative))))
  }

  /// Whether a file or folder of this name exists.
  package func exists(_ relative: String) -> Bool {
    FileManager.default.fileExists(atPath: path(relative))
  }

  /// All files in the folder, sorted, including leftovers of an interrupted write.
  package func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).filter { relative in
      let attributes = try FileManager.default.attributesOfItem(atPath: self.path(relative))
      return attributes[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }
}
