import Bytes

/// The room for outputs on their disk.
package enum OutputRoom {
  /// Checks the room for outputs before the first of them is written.
  ///
  /// - Parameters:
  ///   - needed: the bytes of all outputs.
  ///   - path: the path of one of them. The others are in the same folder.
  /// - Throws: `PackagingError.noRoom`.
  package static func check(for needed: Int, beside path: String) throws(PackagingError) {
    let folder = LocalPath.folder(of: path)
    guard let available = FreeSpace.available(atFolder: folder), available < needed else { return }
    throw .noRoom(folder: folder, needed: needed, available: available)
  }
}
