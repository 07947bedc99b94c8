import Glibc

/// What makes a file the same under any of its names: its device and its number there.
package struct FileIdentity: Sendable, Equatable {
  private let device: UInt
  private let number: UInt

  /// The identity of what stands at a path, links followed; nil where nothing does.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
