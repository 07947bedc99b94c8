import Glibc

/// Identifies a file under any of its names by its device and inode numbers.
package struct FileIdentity: Sendable, Equatable {
  private let device: UInt
  private let number: UInt

  /// The identity of the file at a path, following links. Nil if there is no file.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
