/// One member as the archive's directory describes it.
package struct ArchiveEntry: Sendable, Equatable {
  /// The name as text, with forward slashes. A folder's name ends in a slash.
  package let name: String
  /// The name's bytes in the file, which may be in an older character encoding.
  package let nameBytes: [UInt8]
  /// The compression method.
  package let method: CompressionMethod
  /// Compressed size in bytes.
  package let compressedSize: Int
  /// Uncompressed size in bytes.
  package let size: Int
  /// CRC-32 of the uncompressed bytes.
  package let checksum: UInt32
  /// When the file was changed, as MS-DOS date and time: a local time without a zone.
  package let modified: ArchiveTime
  /// True for a folder, which has no bytes.
  package var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }

  let flags: UInt16
  let headerOffset: Int
  /// The start of the next entry or of the directory. The data must end before it.
  var endLimit = 0
}
