import Bytes

/// Why an archive is rejected or a member can't be written. Names are those in the archive, and
/// offsets count from its first byte.
package enum ZIPArchiveError: Error, Equatable, Sendable {
  /// There is no end-of-central-directory record at the end of the file.
  case notAnArchive(path: String)
  /// The file begins as an archive but has no end: a copy that stopped after `size` bytes.
  case cutShort(path: String, size: Int)
  /// An end record contradicts itself, its ZIP64 counterpart, or the file's size.
  case endRecordDamaged(offset: Int)
  /// The archive is one of several parts.
  case severalDisks
  /// The central directory is malformed at `offset`, in the entry with this number.
  case directoryDamaged(entry: Int, offset: Int)
  /// There are more entries than allowed.
  case tooManyEntries(count: Int, limit: Int)
  /// The directory is larger than allowed.
  case directoryTooLarge(size: Int, limit: Int)
  /// A name is longer than allowed.
  case nameTooLong(entry: Int, length: Int, limit: Int)
  /// A name could be written outside the target folder, or it is ambiguous there.
  case refusedName(name: String, offset: Int, reason: EntryPath.Refusal)
  /// Two entries have the same name, ignoring case, or one entry is below another that is a file.
  case duplicateName(name: String, offset: Int)
  /// Two entries share bytes of the file.
  case overlappingEntries(first: String, second: String, offset: Int)
  /// The entry needs a password, or the whole directory is encrypted.
  case encrypted(entry: String)
  /// The entry is neither stored (0) nor deflated (8).
  case unknownMethod(entry: String, method: Int)
  /// The entry is a symbolic link, device or socket.
  case specialFile(entry: String, mode: Int)
  /// One entry is larger than allowed.
  case entryTooLarge(entry: String, size: Int, limit: Int)
  /// All entries together are larger than allowed.
  case totalTooLarge(size: Int, limit: Int)
  /// The entry is compressed more than the limits allow.
  case ratioTooHigh(entry: String, size: Int, compressedSize: Int, limit: Int)
  /// The header before the data differs from the directory.
  case localHeaderDiffers(entry: String, offset: Int, field: LocalHeaderField)
  /// The data would extend into the next entry or the directory, or past the end of the file.
  case dataOutside(entry: String, offset: Int, needed: Int, available: Int)
  /// The data's length differs from the directory.
  case sizeMismatch(entry: String, expected: Int, found: Int)
  /// The data's CRC-32 differs from the directory.
  case checksumMismatch(entry: String, expected: UInt32, found: UInt32)
  /// The compressed data is damaged `offset` bytes into it.
  case damagedData(entry: String, offset: Int, message: String)
  /// The entry is compressed; only a stored entry can be read without unpacking.
  case notStored(entry: String)
  /// A member being written exceeds its announced size.
  case memberTooLarge(entry: String, limit: Int)
  /// The calls that write a member are in the wrong order.
  case memberOutOfOrder(entry: String)

  /// Which part of a local header differs from the directory.
  package enum LocalHeaderField: String, Sendable {
    case signature, name, method, flags, size, checksum
    case descriptor = "data descriptor"
  }
}

extension ZIPArchiveError: CustomStringConvertible {
  /// One line that names the subject.
  package var description: String {
    switch self {
    case .notAnArchive(let path): "\(path): not a ZIP archive"
    case .cutShort(let path, let size):
      "\(path): the ZIP archive ends too soon, after \(size) bytes"
    case .endRecordDamaged(let offset): "the archive's end record at offset \(offset) is damaged"
    case .severalDisks: "the archive is split over several files"
    case .directoryDamaged(let entry, let offset):
      "the archive's directory is damaged at offset \(offset), entry \(entry)"
    case .tooManyEntries(let count, let limit):
      "the archive has \(count) entries, but at most \(limit) are allowed"
    case .directoryTooLarge(let size, let limit):
      "the archive's directory has \(size) bytes, but at most \(limit) are allowed"
    case .nameTooLong(let entry, let length, let limit):
      "the name of entry \(entry) has \(length) bytes, but at most \(limit) are allowed"
    case .refusedName(let name, let offset, let reason):
      "entry \(quoted(name)) at offset \(offset) is rejected: \(reason.rawValue)"
    case .duplicateName(let name, let offset):
      "entry \(quoted(name)) at offset \(offset) has the same name as another entry"
    case .overlappingEntries(let first, let second, let offset):
      "entries \(quoted(first)) and \(quoted(second)) overlap at offset \(offset)"
    case .encrypted(let entry): "entry \(quoted(entry)) is encrypted"
    case .unknownMethod(let entry, let method):
      "entry \(quoted(entry)) has compression method \(method), expected 0 or 8"
    case .specialFile(let entry, _): "entry \(quoted(entry)) is a link or device"
    case .entryTooLarge(let entry, let size, let limit):
      "entry \(quoted(entry)) has \(size) bytes, but at most \(limit) are allowed"
    case .totalTooLarge(let size, let limit):
      "the archive has \(size) bytes unpacked, but at most \(limit) are allowed"
    case .ratioTooHigh(let entry, let size, let compressedSize, let limit):
      "entry \(quoted(entry)) expands from \(bytes(compressedSize)) to \(size), but at most \(limit) to 1 is allowed"
    case .localHeaderDiffers(let entry, let offset, let field):
      "the header of entry \(quoted(entry)) at offset \(offset) differs from the directory in its \(field.rawValue)"
    case .dataOutside(let entry, let offset, let needed, let available):
      "entry \(quoted(entry)) needs \(needed) bytes at offset \(offset), but only \(available) are there"
    case .sizeMismatch(let entry, let expected, let found):
      "entry \(quoted(entry)) has \(bytes(found)), expected \(expected)"
    case .checksumMismatch(let entry, let expected, let found):
      "entry \(quoted(entry)): \(BytesError.checksumMismatch(expected: expected, found: found))"
    case .damagedData(let entry, let offset, let message):
      "entry \(quoted(entry)) is damaged near byte \(offset): \(message)"
    case .notStored(let entry): "entry \(quoted(entry)) is compressed"
    case .memberTooLarge(let entry, let limit):
      "member \(quoted(entry)) is longer than \(bytes(limit))"
    case .memberOutOfOrder(let entry): "member \(quoted(entry)) is written out of order"
    }
  }

  private func quoted(_ name: String) -> String { "\"\(name)\"" }

  private func bytes(_ count: Int) -> String {
    count == 1 ? "1 byte" : "\(count) bytes"
  }
}
