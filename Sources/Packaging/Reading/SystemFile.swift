/// Files that systems and programs leave in folders and archives without being asked.
enum SystemFile {
  /// True for the path of one: macOS' `__MACOSX/`, `._name` and `.DS_Store`, Windows' `Thumbs.db`
  /// and `desktop.ini`.
  static func isNamed(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    return parts.contains("__MACOSX") || name.hasPrefix("._") || names.contains(name.lowercased())
  }

  private static let names: Set<String> = [".ds_store", "thumbs.db", "desktop.ini"]
}
