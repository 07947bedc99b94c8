/// The names of an archive so far: finds two that would be one file where letters' case or
/// Unicode form does not count, and a file that another entry takes for a folder.
struct NameRegister {
  private var files: Set<String> = []
  /// Folders with an entry of their own.
  private var namedFolders: Set<String> = []
  /// These and all that lie above an entry.
  private var folders: Set<String> = []

  /// Notes a name, a folder's with the slash at its end. False when it clashes with one before.
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
      // Where a folder is known, those above it are.
      guard folders.insert(path).inserted else { break }
    }
    return true
  }
}
