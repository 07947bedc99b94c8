import Glibc

/// Text for error numbers of the system.
enum SystemError {
  /// Returns the system's text for an `errno` value.
  static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns eight hexadecimal digits.
  static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Returns the error for a failed write. A full disk or quota has its own case. A temporary is
  /// called by the name of its output.
  static func writing(_ path: String, _ code: Int32) -> BytesError {
    let shown = TemporaryName.shown(path)
    return code == ENOSPC || code == EDQUOT
      ? .noSpace(path: shown) : .cannotWrite(path: shown, errno: code)
  }

  /// Whether a failed open or read says nothing about the file: the disk or network fails, or memory
  /// or a limit on open files is used up. File systems have many words for that, so only the codes
  /// that speak of the file, its path or who may read it are not from the machine.
  static func isFromMachine(_ code: Int32) -> Bool {
    switch code {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EILSEQ, EACCES, EPERM, EINVAL, EFBIG,
      EOVERFLOW, ENXIO, EOPNOTSUPP:
      false
    default: true
    }
  }

  /// Whether an error says that there is nothing at a path. No file has a name that is too long.
  static func isAbsence(_ code: Int32) -> Bool {
    [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code)
  }

  /// Returns the error for a failed open or read. A temporary is called by the name of its output.
  static func reading(_ path: String, _ code: Int32) -> BytesError {
    let shown = TemporaryName.shown(path)
    return switch code {
    case ENOENT, ENOTDIR: .fileNotFound(path: shown)
    case EISDIR: .isFolder(path: shown)
    default: .notReadable(path: shown, errno: code)
    }
  }
}
