import Glibc

/// A folder that several runs write into, file by file.
package enum OutputFolder {
  /// Makes the folder unless it exists. Its own folder must exist.
  ///
  /// - Parameter isSecret: whether only the user may look into a new folder.
  /// - Throws: `notAFolder` for something else with this name, or an error of writing.
  package static func make(_ path: String, isSecret: Bool = false) throws(BytesError) {
    if unsafe mkdir(path, isSecret ? 0o700 : 0o755) == 0 { return }
    let code = errno
    var status = stat()
    guard code == EEXIST, unsafe stat(path, &status) == 0 else {
      throw SystemError.writing(path, code)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
  }
}
