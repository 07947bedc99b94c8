/// The records of a ZIP file (APPNOTE 6.3.10 §4.3). All numbers are little-endian.
///
///     local header + data   for each member
///     central directory     an entry for each member
///     ZIP64 end record, ZIP64 locator    only when numbers do not fit below
///     end record
///
///     local header 30+         directory entry 46+        end record 22+
///      0 signature              0 signature                0 signature
///      4 version needed         4 version made by          4 this disk
///      6 flags                  6 version needed           6 disk of the directory
///      8 method                 8 flags                    8 entries on this disk
///     10 time, 12 date         10 method                  10 entries
///     14 CRC-32                12 time, 14 date           12 size of the directory
///     18 compressed size       16 CRC-32                  16 offset of the directory
///     22 size                  20 compressed size         20 comment length, comment
///     26 name length           24 size
///     28 extra length          28 name length            ZIP64 end record 56+
///     30 name, extra           30 extra length            0 signature, 4 size of the rest
///                              32 comment length         12 made by, 14 needed
///    ZIP64 locator 20          34 disk                   16 this disk, 20 directory's disk
///      0 signature             36 internal attributes    24 entries on this disk, 32 entries
///      4 disk of the end       38 external attributes    40 size of the directory
///      8 offset of the end     42 local header offset    48 offset of the directory
///     16 disks                 46 name, extra, comment
///
/// If flag bit 3 is set, CRC-32 and sizes follow the data: an optional signature, CRC-32 (4 bytes),
/// compressed size (4 or 8) and size (4 or 8) (§4.3.9).
///
/// A number that does not fit is written as all ones. Its value is in the ZIP64 extra field (id 1),
/// in the order size, compressed size, local header offset, disk.
enum ZIPFormat {
  static let localSignature: UInt32 = 0x0403_4B50
  static let entrySignature: UInt32 = 0x0201_4B50
  static let endSignature: UInt32 = 0x0605_4B50
  static let end64Signature: UInt32 = 0x0606_4B50
  static let locatorSignature: UInt32 = 0x0706_4B50
  /// Before a data descriptor, and at the start of a split archive.
  static let descriptorSignature: UInt32 = 0x0807_4B50

  static let localSize = 30
  static let entrySize = 46
  static let endSize = 22
  static let end64Size = 56
  static let locatorSize = 20

  /// The value of a 32-bit field whose number is in the ZIP64 extra field.
  static let saturated32 = 0xFFFF_FFFF
  /// The value of a 16-bit field whose number is in the ZIP64 end record.
  static let saturated16 = 0xFFFF
  static let zip64ExtraID: UInt16 = 1
  /// The name in UTF-8, in addition to one in an older encoding (§4.6.9).
  static let unicodePathExtraID: UInt16 = 0x7075
  /// Padding that aligns a member's data (Android's tools use this id).
  static let alignmentExtraID: UInt16 = 0xD935

  /// Flag bits (§4.4.4): encrypted, patched, strong encryption, masked headers.
  static let encryptedFlags: UInt16 = 1 | 1 << 6 | 1 << 13
  static let patchedFlag: UInt16 = 1 << 5
  /// Sizes and checksum follow the data; the local header has zeros.
  static let descriptorFlag: UInt16 = 1 << 3
  /// The name is UTF-8.
  static let utf8Flag: UInt16 = 1 << 11

  /// Returns the version that a reader needs (§4.4.3) for a member without ZIP64 fields. The lowest
  /// possible version lets older readers open it, such as those for Esri's packages.
  static func version(of name: String, _ method: CompressionMethod) -> UInt16 {
    method == .stored && !name.hasSuffix("/") ? 10 : 20
  }

  /// An ASCII name is the same in every encoding.
  static func flags(of name: String) -> UInt16 {
    name.utf8.allSatisfy { $0 < 0x80 } ? 0 : utf8Flag
  }
}

/// How a member's bytes are compressed (§4.4.5). Other methods are rejected.
package enum CompressionMethod: UInt16, Sendable {
  /// Not compressed.
  case stored = 0
  /// A raw deflate stream (RFC 1951).
  case deflated = 8
}

/// The system that made an entry, in the upper byte of "version made by" (§4.4.2).
enum HostSystem {
  /// Returns whether a host writes the Unix file mode into the upper half of the external
  /// attributes.
  static func hasUnixMode(_ host: UInt16) -> Bool { host == 3 || host == 19 }

  /// Returns whether a host's programs separate folders by backslashes: MS-DOS, OS/2, Windows NTFS
  /// and VFAT.
  static func separatesByBackslash(_ host: UInt16) -> Bool {
    host == 0 || host == 6 || host == 10 || host == 14
  }
}
