import Glibc

/// Listing and removing folders.
enum FolderTree {
  /// Returns the names in a folder without `.` and `..`, sorted by bytes.
  ///
  /// - Throws: `BytesError.fileNotFound`, `.notReadable` if the folder can't be read to its end.
  static func names(in folder: String) throws(BytesError) -> [String] {
    guard let listing = unsafe opendir(folder) else { throw SystemError.reading(folder, errno) }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while true {
      // Only this tells a failure from the end.
      errno = 0
      guard let entry = unsafe readdir(listing) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    let code = errno
    if code != 0 { throw SystemError.reading(folder, code) }
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

  /// The kind of an entry of a listed folder, from `S_IFMT`. Links are not followed. Nil if another
  /// program has removed it since.
  ///
  /// - Throws: `BytesError.notReadable` if the system can't tell.
  private static func kind(ofEntry path: String) throws(BytesError) -> mode_t? {
    var status = stat()
    if unsafe lstat(path, &status) == 0 { return status.st_mode & S_IFMT }
    if SystemError.isAbsence(errno) { return nil }
    throw SystemError.reading(path, errno)
  }

  /// Returns the names in a folder; none if there is no folder or this user may not read it.
  ///
  /// - Throws: faults of the machine.
  static func namesIfReadable(in folder: String) throws(BytesError) -> [String] {
    do throws(BytesError) {
      return try names(in: folder)
    } catch {
      guard !error.isFromMachine else { throw error }
      return []
    }
  }

  /// Returns the paths of the regular files below a folder, and those of the folders that this user
  /// may not read, relative to it. Links are not followed.
  ///
  /// - Throws: faults of the machine, and `BytesError.nameNotUTF8`.
  static func regularFiles(
    below root: String, depth: Int
  ) throws(BytesError) -> (files: [String], closed: [String]) {
    var files: [String] = []
    var closed: [String] = []
    var folders = [(path: "", depth: 0)]
    while let folder = folders.popLast() {
      let place = folder.path.isEmpty ? root : root + "/" + folder.path
      let names: [String]
      do throws(BytesError) {
        names = try listing(place)
      } catch .notReadable(_, let code)
        where !folder.path.isEmpty && !SystemError.isFromMachine(code)
      {
        closed.append(folder.path)
        continue
      } catch .fileNotFound where !folder.path.isEmpty {
        continue
      }
      for name in names {
        let path = folder.path.isEmpty ? name : folder.path + "/" + name
        switch try kind(ofEntry: root + "/" + path) {
        case S_IFREG: files.append(path)
        case S_IFDIR where folder.depth < depth: folders.append((path, folder.depth + 1))
        default: break
        }
      }
    }
    return (files, closed)
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
    let (folders, others) = entries(below: root, in: contentsAsFarAsKnown)
    for path in others { _ = unsafe unlink(path) }
    for folder in folders.dropFirst().reversed() { _ = unsafe rmdir(folder) }
  }

  /// Lists every folder from the root down, each before its contents, and everything that isn't a
  /// folder.
  ///
  /// - Parameter contents: the names in a folder, and whether each is a folder.
  static func entries<Failure: Error>(
    below root: String,
    in contents: (_ folder: String) throws(Failure) -> [(name: String, isFolder: Bool)]
  ) throws(Failure) -> (folders: [String], others: [String]) {
    var folders = [root]
    var others: [String] = []
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      for (name, isFolder) in try contents(folder) {
        let path = folder + "/" + name
        if isFolder { folders.append(path) } else { others.append(path) }
      }
    }
    return (folders, others)
  }

  /// What is in a folder. Links are not followed.
  ///
  /// - Throws: `BytesError` if the system can't tell, also `.nameNotUTF8`.
  static func contents(
    of folder: String
  ) throws(BytesError) -> [(name: String, isFolder: Bool)] {
    var contents: [(name: String, isFolder: Bool)] = []
    for name in try listing(folder) {
      guard let kind = try kind(ofEntry: folder + "/" + name) else { continue }
      contents.append((name, kind == S_IFDIR))
    }
    return contents
  }

  /// What is known to be in a folder, for work that does as much as it can.
  private static func contentsAsFarAsKnown(
    of folder: String
  ) -> [(name: String, isFolder: Bool)] {
    ((try? names(in: folder)) ?? []).map { name in
      var status = stat()
      let isThere = unsafe lstat(folder + "/" + name, &status) == 0
      return (name, isThere && status.st_mode & S_IFMT == S_IFDIR)
    }
  }

  /// Syncs every file of a folder and the folders themselves to disk. Returns 0 or the `errno`.
  ///
  /// - Throws: `BytesError.notReadable` if the system can't tell what is in it.
  static func synchronizeAll(_ root: String) throws(BytesError) -> Int32 {
    let (folders, files) = try entries(below: root, in: contents)
    for path in files {
      let code = synchronize(path, flags: O_NOFOLLOW | O_NONBLOCK)
      // A link has no content of its own.
      if code != 0, code != ELOOP { return code }
    }
    for folder in folders.reversed() {
      let code = synchronize(folder)
      if code != 0 { return code }
    }
    return 0
  }

  /// Syncs a folder's entries to disk. Returns 0 or the `errno`.
  static func synchronize(_ folder: String) -> Int32 {
    synchronize(folder, flags: O_DIRECTORY)
  }

  /// What this user may not read can't be synced.
  private static func synchronize(_ path: String, flags: Int32) -> Int32 {
    guard let descriptor = FileDescriptor.open(path, flags: O_RDONLY | flags) else {
      return errno == EACCES ? 0 : errno
    }
    defer { descriptor.close() }
    return descriptor.synchronize()
  }
}
