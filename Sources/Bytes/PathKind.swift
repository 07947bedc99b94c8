import Glibc

/// What a path leads to. Links are followed.
package enum PathKind: Sendable {
  case file
  case folder
  /// A device, pipe or socket.
  case other

  /// Looks at a path. Nil if there is nothing, or only a link to nothing.
  ///
  /// - Throws: `BytesError.notReadable` if the system can't tell. A disk or network that fails says
  ///   nothing about what is there.
  package init?(of path: String) throws(BytesError) {
    guard let status = try Self.status(of: path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }

  /// What the system says of a path; nil if there is nothing.
  ///
  /// - Throws: `BytesError.notReadable`.
  static func status(of path: String) throws(BytesError) -> stat? {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return status }
    let code = errno
    if SystemError.isAbsence(code) { return nil }
    throw SystemError.reading(path, code)
  }
}
