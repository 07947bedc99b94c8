import Glibc

/// A folder that several runs write into, file by file.
package enum OutputFolder {
  /// Makes the folder unless it exists. Its own folder must exist.
  ///
  /// - Throws: `notRegular` for something else with this name, or an error of writing.
  package static func make(_ path: String) throws(BytesError) {
    if unsafe mkdir(path, 0o755) == 0 { return }
    let code = errno
    var status = stat()
    guard code == EEXIST, unsafe stat(path, &status) == 0 else {
      throw SystemError.writing(path, code)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notRegular(path: path) }
  }
}
