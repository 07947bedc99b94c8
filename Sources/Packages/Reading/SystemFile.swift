/// Files that operating systems leave in folders and archives.
package enum SystemFile {
  /// Whether a path is such a file: macOS's `__MACOSX/`, `._name` and `.DS_Store`, or Windows's
  /// `Thumbs.db` and `desktop.ini`.
  package static func isNamed(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    return parts.contains("__MACOSX") || name.hasPrefix("._") || names.contains(name.lowercased())
  }

  private static let names: Set<String> = [".ds_store", "thumbs.db", "desktop.ini"]
}
