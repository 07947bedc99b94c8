import Glibc

/// Identifies a file under any of its names by its device and inode numbers.
package struct FileIdentity: Sendable, Equatable {
  private let device: UInt
  private let number: UInt

  /// The identity of the file at a path, following links. Nil if there is no file.
  ///
  /// - Throws: `BytesError.notReadable` if the system can't tell.
  package init?(path: String) throws(BytesError) {
    guard let status = try PathKind.status(of: path) else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
