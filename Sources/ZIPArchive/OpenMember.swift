import Bytes

/// What became of a member: for manifests, and for the directory.
package struct WrittenMember: Sendable, Equatable {
  /// The name as it was given.
  package let name: String
  /// How the bytes are kept.
  package let method: CompressionMethod
  /// Bytes before compression.
  package let size: Int
  /// Bytes in the file.
  package let compressedSize: Int
  /// CRC-32 of the bytes before compression.
  package let checksum: UInt32
  /// The time in its headers.
  package let modified: ArchiveTime
  /// Where its local header starts.
  package let headerOffset: Int
  let hasZIP64: Bool
}

/// A member between `begin` and `end`.
struct OpenMember {
  let name: String
  let method: CompressionMethod
  let modified: ArchiveTime
  let headerOffset: Int
  /// The header has room for 64-bit sizes.
  let hasZIP64: Bool
  private(set) var size = 0
  private(set) var compressedSize = 0
  private(set) var checksum = CRC32()
  /// The stripe that ends a deflated member was added.
  private(set) var isComplete = false
  private var stripesChecksum: UInt32 = 0

  init(
    name: String, method: CompressionMethod, modified: ArchiveTime, headerOffset: Int,
    hasZIP64: Bool
  ) {
    self.name = name
    self.method = method
    self.modified = modified
    self.headerOffset = headerOffset
    self.hasZIP64 = hasZIP64
  }

  mutating func add(_ bytes: Span<UInt8>) {
    checksum.update(bytes)
    size += bytes.count
    compressedSize += bytes.count
  }

  mutating func add(_ stripe: DeflateStripe) {
    stripesChecksum = CRC32.combine(stripesChecksum, stripe.checksum, secondCount: stripe.count)
    size += stripe.count
    compressedSize += stripe.bytes.count
    isComplete = stripe.isLast
  }

  var written: WrittenMember {
    WrittenMember(
      name: name, method: method, size: size, compressedSize: compressedSize,
      checksum: method == .stored ? checksum.value : stripesChecksum, modified: modified,
      headerOffset: headerOffset, hasZIP64: hasZIP64)
  }

  /// The local header with sizes and checksum still open, padded so that the data is aligned.
  func localHeader(alignment: Int) -> [UInt8] {
    var extra: [UInt8] = []
    if hasZIP64 {
      extra.append(littleEndian: ZIPFormat.zip64ExtraID)
      extra.append(littleEndian: UInt16(16))
      extra.append(zeros: 16)
    }
    let unpadded = headerOffset + ZIPFormat.localSize + name.utf8.count + extra.count
    if unpadded % alignment != 0 {
      // An extra field takes six bytes at least: id, length, and the alignment.
      let padding = alignment - 1 - (unpadded + 5) % alignment
      extra.append(littleEndian: ZIPFormat.alignmentExtraID)
      extra.append(littleEndian: UInt16(2 + padding))
      extra.append(littleEndian: UInt16(alignment))
      extra.append(zeros: padding)
    }
    var header: [UInt8] = []
    header.append(littleEndian: ZIPFormat.localSignature)
    header.append(littleEndian: UInt16(hasZIP64 ? 45 : 20))
    header.append(littleEndian: ZIPFormat.utf8Flag)
    header.append(littleEndian: method.rawValue)
    header.append(littleEndian: modified.time)
    header.append(littleEndian: modified.date)
    header.append(zeros: 4)
    for _ in 0..<2 { header.append(littleEndian: hasZIP64 ? UInt32.max : 0) }
    header.append(littleEndian: UInt16(name.utf8.count))
    header.append(littleEndian: UInt16(extra.count))
    header += Array(name.utf8)
    return header + extra
  }

  /// Checksum and sizes, and where they go.
  var patches: [(offset: Int, bytes: [UInt8])] {
    var fields: [UInt8] = []
    fields.append(littleEndian: written.checksum)
    guard hasZIP64 else {
      fields.append(littleEndian: UInt32(truncatingIfNeeded: compressedSize))
      fields.append(littleEndian: UInt32(truncatingIfNeeded: size))
      return [(headerOffset + 14, fields)]
    }
    var wide: [UInt8] = []
    wide.append(littleEndian: UInt64(size))
    wide.append(littleEndian: UInt64(compressedSize))
    let extraOffset = headerOffset + ZIPFormat.localSize + name.utf8.count
    return [(headerOffset + 14, fields), (extraOffset + 4, wide)]
  }
}
