package import Bytes

/// Why an archive is refused, or a member cannot be written. Names are those in the archive,
/// offsets count from the archive's first byte.
package enum ZIPArchiveError: Error, Equatable, Sendable {
  /// No end-of-central-directory record stands at the end of the file.
  case notAnArchive(path: String)
  /// The file begins as an archive and has no end: a copy that stopped after `size` bytes.
  case cutShort(path: String, size: Int)
  /// An end record contradicts itself, its ZIP64 twin, or the file's size.
  case endRecordDamaged(offset: Int)
  /// The archive is one of several that belong together.
  case severalDisks
  /// The central directory does not parse at `offset`, in the entry with this number.
  case directoryDamaged(entry: Int, offset: Int)
  /// More entries than allowed.
  case tooManyEntries(count: Int, limit: Int)
  /// More bytes of directory than allowed.
  case directoryTooLarge(size: Int, limit: Int)
  /// More bytes in a name than allowed.
  case nameTooLong(entry: Int, length: Int, limit: Int)
  /// A name that could be written outside the folder it is unpacked to, or is ambiguous there.
  case refusedName(name: String, offset: Int, reason: EntryPath.Refusal)
  /// Two entries have one name, letters' case aside, or one lies below another that is a file.
  case duplicateName(name: String, offset: Int)
  /// Two entries share bytes of the file.
  case overlappingEntries(first: String, second: String, offset: Int)
  /// The entry needs a password, or the whole directory is masked.
  case encrypted(entry: String)
  /// The entry is neither stored (0) nor deflated (8).
  case unknownMethod(entry: String, method: Int)
  /// A symbolic link, device or socket.
  case specialFile(entry: String, mode: Int)
  /// One entry would take more than allowed.
  case entryTooLarge(entry: String, size: Int, limit: Int)
  /// All entries together would take more than allowed.
  case totalTooLarge(size: Int, limit: Int)
  /// More bytes out for each byte in than the limits allow.
  case ratioTooHigh(entry: String, size: Int, compressedSize: Int, limit: Int)
  /// The header in front of the data does not agree with the directory.
  case localHeaderDiffers(entry: String, offset: Int, field: LocalHeaderField)
  /// The data would end behind the next entry, the directory or the file.
  case dataOutside(entry: String, offset: Int, needed: Int, available: Int)
  /// The data is not as long as the directory says.
  case sizeMismatch(entry: String, expected: Int, found: Int)
  /// The data has another CRC-32 than the directory says.
  case checksumMismatch(entry: String, expected: UInt32, found: UInt32)
  /// The compressed data is damaged `offset` bytes into it.
  case damagedData(entry: String, offset: Int, message: String)
  /// Only a stored entry can be read in place.
  case notStored(entry: String)
  /// A member being written is longer than its announced size allows.
  case memberTooLarge(entry: String, limit: Int)
  /// The calls that write a member came in the wrong order.
  case memberOutOfOrder(entry: String)
  /// The file itself could not be read or written.
  case file(BytesError)

  /// What of a local header differs from the directory.
  package enum LocalHeaderField: String, Sendable {
    case signature, name, method, flags, size, checksum
    case descriptor = "data descriptor"
  }
}

extension ZIPArchiveError: CustomStringConvertible {
  /// One plain line that names the subject.
  package var description: String {
    switch self {
    case .notAnArchive(let path): "\(path): not a ZIP archive"
    case .cutShort(let path, let size):
      "\(path): begins as a ZIP archive and was cut short after \(size) bytes"
    case .endRecordDamaged(let offset): "the archive's end record at offset \(offset) is damaged"
    case .severalDisks: "the archive is split over several files"
    case .directoryDamaged(let entry, let offset):
      "the archive's directory is damaged at offset \(offset), entry \(entry)"
    case .tooManyEntries(let count, let limit): "\(count) entries, more than \(limit)"
    case .directoryTooLarge(let size, let limit):
      "the archive's directory has \(size) bytes, more than \(limit)"
    case .nameTooLong(let entry, let length, let limit):
      "the name of entry \(entry) has \(length) bytes, more than \(limit)"
    case .refusedName(let name, let offset, let reason):
      "entry \(quoted(name)) at offset \(offset) is refused: \(reason.rawValue)"
    case .duplicateName(let name, let offset):
      "entry \(quoted(name)) at offset \(offset) has the name of another"
    case .overlappingEntries(let first, let second, let offset):
      "entries \(quoted(first)) and \(quoted(second)) overlap at offset \(offset)"
    case .encrypted(let entry): "entry \(quoted(entry)) is encrypted"
    case .unknownMethod(let entry, let method):
      "entry \(quoted(entry)) has compression method \(method), not 0 or 8"
    case .specialFile(let entry, _): "entry \(quoted(entry)) is a link or device"
    case .entryTooLarge(let entry, let size, let limit):
      "entry \(quoted(entry)) has \(size) bytes, more than \(limit)"
    case .totalTooLarge(let size, let limit): "\(size) bytes unpacked, more than \(limit)"
    case .ratioTooHigh(let entry, let size, let compressedSize, let limit):
      "entry \(quoted(entry)) inflates \(compressedSize) bytes to \(size), over \(limit) to 1"
    case .localHeaderDiffers(let entry, let offset, let field):
      "the header of entry \(quoted(entry)) at offset \(offset) differs in its \(field.rawValue)"
    case .dataOutside(let entry, let offset, let needed, let available):
      "entry \(quoted(entry)) needs \(needed) bytes at offset \(offset), \(available) there"
    case .sizeMismatch(let entry, let expected, let found):
      "entry \(quoted(entry)) has \(found) bytes, expected \(expected)"
    case .checksumMismatch(let entry, let expected, let found):
      "entry \(quoted(entry)): \(BytesError.checksumMismatch(expected: expected, found: found))"
    case .damagedData(let entry, let offset, let message):
      "entry \(quoted(entry)) is damaged near byte \(offset): \(message)"
    case .notStored(let entry): "entry \(quoted(entry)) is compressed"
    case .memberTooLarge(let entry, let limit):
      "member \(quoted(entry)) grew past \(limit) bytes"
    case .memberOutOfOrder(let entry): "member \(quoted(entry)) is written out of order"
    case .file(let error): error.description
    }
  }

  private func quoted(_ name: String) -> String { "\"\(name)\"" }
}
