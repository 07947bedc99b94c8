/// What can go wrong below the formats: bytes that end too soon, streams that do not inflate,
/// files that cannot be read or written.
package enum BytesError: Error, Equatable, Sendable {
  /// A reader over memory ran out: `needed` bytes at `offset`, `available` left.
  case truncated(offset: Int, needed: Int, available: Int)
  /// The byte at `offset` does not continue a well-formed UTF-8 sequence.
  case badUTF8(offset: Int)
  /// zlib refused the stream near compressed byte `offset`.
  case badDeflate(offset: Int, message: String)
  /// Inflated data grew past the `limit` in bytes that the caller set.
  case inflatedTooLarge(limit: Int)
  /// A CRC-32 does not match the bytes it was made for.
  case checksumMismatch(expected: UInt32, found: UInt32)
  /// No file has this path.
  case fileNotFound(path: String)
  /// The system refused to open or read the file.
  case notReadable(path: String, errno: Int32)
  /// A folder stands where a file was expected.
  case isFolder(path: String)
  /// A pipe, socket or device stands where a file was expected.
  case notRegular(path: String)
  /// The file ends before `offset + needed`: it was cut short, or shrank while it was read.
  case fileTruncated(path: String, offset: Int, needed: Int, available: Int)
  /// The output exists and the caller did not ask to replace it.
  case outputExists(path: String)
  /// The system refused to create or write the output.
  case cannotWrite(path: String, errno: Int32)
  /// The disk or the quota is full.
  case noSpace(path: String)
  /// A member name for a folder is absolute, empty, climbs out with `..`, or holds a NUL.
  case badRelativePath(String)
}

extension BytesError: CustomStringConvertible {
  /// One plain line that names the subject.
  package var description: String {
    switch self {
    case .truncated(let offset, let needed, let available):
      "needed \(needed) bytes at offset \(offset), \(available) left"
    case .badUTF8(let offset):
      "not UTF-8 at offset \(offset)"
    case .badDeflate(let offset, let message):
      "compressed data is damaged near offset \(offset): \(message)"
    case .inflatedTooLarge(let limit):
      "inflated data is larger than \(limit) bytes"
    case .checksumMismatch(let expected, let found):
      "checksum is \(SystemError.hex(found)), expected \(SystemError.hex(expected))"
    case .fileNotFound(let path):
      "\(path): no such file"
    case .notReadable(let path, let code):
      "\(path): cannot be read: \(SystemError.text(code))"
    case .isFolder(let path):
      "\(path): is a folder"
    case .notRegular(let path):
      "\(path): is not a regular file"
    case .fileTruncated(let path, let offset, let needed, let available):
      "\(path): ends too soon: needed \(needed) bytes at offset \(offset), \(available) there"
    case .outputExists(let path):
      "\(path): exists already"
    case .cannotWrite(let path, let code):
      "\(path): cannot be written: \(SystemError.text(code))"
    case .noSpace(let path):
      "\(path): no space left"
    case .badRelativePath(let path):
      "\"\(path)\" is not a path inside the folder"
    }
  }
}
