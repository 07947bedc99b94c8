import Glibc

/// Listing and removing folders.
enum FolderTree {
  /// Returns the names in a folder without `.` and `..`, sorted by bytes.
  ///
  /// - Throws: `BytesError.fileNotFound`, `.notReadable` if the folder can't be opened.
  static func names(in folder: String) throws(BytesError) -> [String] {
    guard let listing = unsafe opendir(folder) else { throw SystemError.reading(folder, errno) }
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

  /// Returns the names in a folder as `names(in:)`, but refuses one that no text can hold.
  ///
  /// - Throws: `BytesError`, also `.nameNotUTF8`.
  static func listing(_ folder: String) throws(BytesError) -> [String] {
    let names = try names(in: folder)
    for name in names where name.unicodeScalars.contains("\u{FFFD}") {
      var status = stat()
      if unsafe lstat(folder + "/" + name, &status) != 0, errno == ENOENT {
        throw .nameNotUTF8(folder: folder, name: name)
      }
    }
    return names
  }

  /// Returns the paths of the regular files below a folder, relative to it. Links are not followed,
  /// and folders that this user may not read are left out.
  ///
  /// - Throws: faults of the machine, and `BytesError.nameNotUTF8`.
  static func regularFiles(below root: String, depth: Int) throws(BytesError) -> [String] {
    var files: [String] = []
    var folders = [(path: "", depth: 0)]
    while let folder = folders.popLast() {
      for name in try namesIfReadable(folder.path.isEmpty ? root : root + "/" + folder.path) {
        let path = folder.path.isEmpty ? name : folder.path + "/" + name
        var status = stat()
        guard unsafe lstat(root + "/" + path, &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFREG: files.append(path)
        case S_IFDIR where folder.depth < depth: folders.append((path, folder.depth + 1))
        default: break
        }
      }
    }
    return files
  }

  private static func namesIfReadable(_ folder: String) throws(BytesError) -> [String] {
    do throws(BytesError) {
      return try listing(folder)
    } catch {
      if case .nameNotUTF8 = error { throw error }
      guard !error.isFaultOfTheMachine else { throw error }
      return []
    }
  }

  /// Removes a folder and its contents. Symbolic links are removed, never followed.
  static func remove(_ root: String) {
    // Another thread may still be adding files while an interruption cleans up.
    for _ in 0..<16 {
      removeOnce(root)
      if unsafe rmdir(root) == 0 || errno == ENOENT { return }
    }
  }

  /// Removes a file, or a folder and its contents.
  static func removeAny(_ path: String) {
    if unsafe unlink(path) != 0, errno == EISDIR || errno == EPERM { remove(path) }
  }

  private static func removeOnce(_ root: String) {
    let (folders, others) = entries(below: root)
    for path in others { _ = unsafe unlink(path) }
    for folder in folders.dropFirst().reversed() { _ = unsafe rmdir(folder) }
  }

  /// Lists every folder from the root down, each before its contents, and everything that isn't a
  /// folder.
  private static func entries(below root: String) -> (folders: [String], others: [String]) {
    var folders = [root]
    var others: [String] = []
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      for name in (try? names(in: folder)) ?? [] {
        let path = folder + "/" + name
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.append(path)
        } else {
          others.append(path)
        }
      }
    }
    return (folders, others)
  }

  /// Syncs every file of a folder and the folders themselves to disk. Returns 0 or the `errno`.
  static func synchronizeAll(_ root: String) -> Int32 {
    let (folders, files) = entries(below: root)
    for path in files {
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      guard let descriptor = FileDescriptor.open(path, flags: flags) else { continue }
      defer { descriptor.close() }
      let code = descriptor.synchronize()
      if code != 0 { return code }
    }
    for folder in folders.reversed() {
      let code = synchronize(folder)
      if code != 0 { return code }
    }
    return 0
  }

  /// Syncs a folder's entries to disk. Returns 0 or the `errno`.
  static func synchronize(_ folder: String) -> Int32 {
    guard let descriptor = FileDescriptor.open(folder, flags: O_RDONLY | O_DIRECTORY) else {
      return errno == EACCES ? 0 : errno
    }
    defer { descriptor.close() }
    return descriptor.synchronize()
  }
}
