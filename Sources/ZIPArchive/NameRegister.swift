/// The names of an archive so far. Finds two names that would be the same file on a system that
/// ignores case or Unicode form. Finds files that another entry uses as a folder.
struct NameRegister {
  private var files: Set<String> = []
  /// Folders with an entry of their own.
  private var namedFolders: Set<String> = []
  /// Those and all folders above an entry.
  private var folders: Set<String> = []

  /// Adds a name. A folder's name ends in a slash. Returns false when it conflicts with an earlier
  /// name.
  mutating func insert(_ name: String) -> Bool {
    var path = name.lowercased()
    if path.utf8.last == UInt8(ascii: "/") {
      path.removeLast()
      guard !files.contains(path), namedFolders.insert(path).inserted else { return false }
      folders.insert(path)
    } else {
      guard !folders.contains(path), files.insert(path).inserted else { return false }
    }
    while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      path = String(path[..<slash])
      guard !files.contains(path) else { return false }
      // If a folder is known, those above it are known too.
      guard folders.insert(path).inserted else { break }
    }
    return true
  }
}
