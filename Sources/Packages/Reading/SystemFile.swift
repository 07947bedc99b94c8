/// Files that operating systems leave in folders and archives.
package enum SystemFile {
  /// Whether a path is such a file or folder, or in such a folder: macOS's `__MACOSX`, `._name` and
  /// `.DS_Store`, Windows's `Thumbs.db` and `desktop.ini`, or what a disk has at its top.
  package static func isNamed(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    return parts.contains { folders.contains($0.lowercased()) } || name.hasPrefix("._")
      || names.contains(name.lowercased())
  }

  private static let folders: Set<String> = [
    "__macosx", "lost+found", "$recycle.bin", "system volume information",
  ]

  private static let names: Set<String> = [".ds_store", "thumbs.db", "desktop.ini"]
}
