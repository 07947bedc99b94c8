/// Errors of bytes and files: bytes that end too soon, data that can't be inflated, files that
/// can't be read or written.
package enum BytesError: Error, Equatable, Sendable {
  /// The bytes in memory are too few: `needed` bytes at `offset`, but only `available` are left.
  case truncated(offset: Int, needed: Int, available: Int)
  /// The byte at `offset` does not continue a well-formed UTF-8 sequence.
  case badUTF8(offset: Int)
  /// zlib rejected the stream near compressed byte `offset`.
  case badDeflate(offset: Int, message: String)
  /// The inflated data is larger than the caller's `limit` in bytes.
  case inflatedTooLarge(limit: Int)
  /// The CRC-32 does not match the bytes.
  case checksumMismatch(expected: UInt32, found: UInt32)
  /// There is no file at this path.
  case fileNotFound(path: String)
  /// The system refused to open or read the file.
  case notReadable(path: String, errno: Int32)
  /// The path is a folder, but a file was expected.
  case isFolder(path: String)
  /// The path is a pipe, socket or device, but a file was expected.
  case notRegular(path: String)
  /// The path is something else, but an output folder was expected.
  case notAFolder(path: String)
  /// The file ends before `offset + needed`. It was cut short, or it shrank while it was being
  /// read.
  case fileTruncated(path: String, offset: Int, needed: Int, available: Int)
  /// The output exists, and the caller did not ask to replace it.
  case outputExists(path: String)
  /// The system refused to create or write the output.
  case cannotWrite(path: String, errno: Int32)
  /// The disk or the quota is full.
  case noSpace(path: String)
  /// The name of a file in a folder isn't UTF-8. `name` has other letters in place of such bytes.
  case nameNotUTF8(folder: String, name: String)
  /// A relative path is empty or absolute, leaves its folder with `..`, or contains a NUL.
  case badRelativePath(String)
}

extension BytesError: CustomStringConvertible {
  /// One line that names the file or offset.
  package var description: String {
    switch self {
    case .truncated(let offset, let needed, let available):
      "the data ends too soon: expected \(needed) bytes at offset \(offset), found \(available)"
    case .badUTF8(let offset):
      "the text isn't UTF-8 at offset \(offset)"
    case .badDeflate(let offset, let message):
      "compressed data is damaged near offset \(offset): \(message)"
    case .inflatedTooLarge(let limit):
      "inflated data is larger than \(limit) bytes"
    case .checksumMismatch(let expected, let found):
      "checksum is \(SystemError.hex(found)), expected \(SystemError.hex(expected))"
    case .fileNotFound(let path):
      "\(path): the file doesn't exist"
    case .notReadable(let path, let code):
      "\(path): the file can't be read: \(SystemError.text(code))"
    case .isFolder(let path):
      "\(path): this is a folder, expected a file"
    case .notRegular(let path):
      "\(path): this isn't a regular file"
    case .notAFolder(let path):
      "\(path): this isn't a folder"
    case .fileTruncated(let path, let offset, let needed, let available):
      "\(path): the file ends too soon: expected \(needed) bytes at offset \(offset), found \(available)"
    case .outputExists(let path):
      "\(path): the file already exists"
    case .cannotWrite(let path, let code):
      "\(path): the file can't be written: \(SystemError.text(code))"
    case .noSpace(let path):
      "\(path): there is no space left on the disk"
    case .nameNotUTF8(let folder, let name):
      "\(folder): the name of the file \(name) isn't UTF-8"
    case .badRelativePath(let path):
      "\"\(path)\" isn't a path inside the folder"
    }
  }
}
