package import Bytes

/// Paths of files and folders on this machine.
package enum LocalPath {
  /// The names in a folder, sorted by their bytes.
  ///
  /// - Throws: `BytesError`.
  package static func names(in path: String) throws(BytesError) -> [String] {
    try FolderFiles(path).names()
  }

  /// Whether there is a folder at a path.
  ///
  /// - Throws: `BytesError.notReadable` if the system can't tell.
  package static func isFolder(_ path: String) throws(BytesError) -> Bool {
    try PathKind(of: path) == .folder
  }

  /// The folder of a file; `.` for a plain name.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The name of a file or folder.
  package static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
