/// One member as the archive's directory describes it.
package struct ArchiveEntry: Sendable, Equatable {
  /// The name as text, with forward slashes; a folder's ends in one.
  package let name: String
  /// The name's bytes in the file, which may be in an older code.
  package let nameBytes: [UInt8]
  /// How the bytes are kept.
  package let method: CompressionMethod
  /// Bytes in the file.
  package let compressedSize: Int
  /// Bytes unpacked.
  package let size: Int
  /// CRC-32 of the unpacked bytes.
  package let checksum: UInt32
  /// When it was changed, as MS-DOS date and time: a local time without a zone.
  package let modified: ArchiveTime
  /// True for a folder, which has no bytes.
  package var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }

  let flags: UInt16
  let headerOffset: Int
  /// Where the next entry or the directory begins: the data must end before.
  var endLimit = 0
}
