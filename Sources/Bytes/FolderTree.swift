import Glibc

/// Listing and removing folders.
enum FolderTree {
  /// The names in a folder without `.` and `..`, sorted by bytes; none when it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes a folder with all that is in it. Symbolic links are removed, never followed.
  static func remove(_ root: String) {
    // Another thread may still be adding files while an interruption clears away.
    for _ in 0..<16 {
      removeOnce(root)
      if unsafe rmdir(root) == 0 || errno == ENOENT { return }
    }
  }

  private static func removeOnce(_ root: String) {
    var pending = [root]
    var emptied: [String] = []
    while let folder = pending.popLast() {
      emptied.append(folder)
      for name in names(in: folder) {
        let path = folder + "/" + name
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          pending.append(path)
        } else {
          _ = unsafe unlink(path)
        }
      }
    }
    for folder in emptied.dropFirst().reversed() { _ = unsafe rmdir(folder) }
  }

  /// Asks the disk to keep a folder's entries.
  static func synchronise(_ folder: String) -> Int32 {
    guard let descriptor = FileDescriptor.open(folder, flags: O_RDONLY | O_DIRECTORY) else {
      return errno == EACCES ? 0 : errno
    }
    defer { descriptor.close() }
    return descriptor.synchronise()
  }
}
