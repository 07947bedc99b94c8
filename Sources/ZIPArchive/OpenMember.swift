import Bytes

/// A member that was written, for manifests and for the directory.
package struct WrittenMember: Sendable, Equatable {
  /// The name as the caller gave it.
  package let name: String
  /// The compression method.
  package let method: CompressionMethod
  /// Uncompressed size in bytes.
  package let size: Int
  /// Compressed size in bytes.
  package let compressedSize: Int
  /// CRC-32 of the uncompressed bytes.
  package let checksum: UInt32
  /// The time in its headers.
  package let modified: ArchiveTime
  /// The offset of its local header.
  package let headerOffset: Int
  /// The offset of its data.
  package let dataOffset: Int
  let hasZIP64: Bool
}

/// A member between `begin` and `end`.
struct OpenMember {
  let name: String
  let method: CompressionMethod
  let modified: ArchiveTime
  let headerOffset: Int
  let alignment: Int
  let sizeFields: SizeFields
  private(set) var size = 0
  private(set) var compressedSize = 0
  private var checksum = CRC32()
  /// Whether the last stripe of a deflated member was added.
  private(set) var isComplete = false
  private var stripesChecksum: UInt32 = 0

  /// How a local header stores the sizes, which are known last.
  enum SizeFields: Equatable {
    case narrow, wide
    /// Room for 64-bit sizes, which are used when a size is at least this number.
    case wideFrom(Int)
  }

  init(
    name: String, method: CompressionMethod, modified: ArchiveTime, headerOffset: Int,
    alignment: Int, sizeFields: SizeFields
  ) {
    self.name = name
    self.method = method
    self.modified = modified
    self.headerOffset = headerOffset
    self.alignment = alignment
    self.sizeFields = sizeFields
  }

  /// Whether the sizes are in 64-bit fields.
  var hasZIP64: Bool {
    switch sizeFields {
    case .narrow: false
    case .wide: true
    case .wideFrom(let limit): max(size, compressedSize) >= limit
    }
  }

  mutating func add(_ bytes: Span<UInt8>) {
    checksum.update(bytes)
    size += bytes.count
    compressedSize += bytes.count
  }

  /// Updates the checksum after bytes of a stored member were overwritten.
  mutating func replace(_ old: Span<UInt8>, with new: Span<UInt8>, at offset: Int) {
    checksum.replace(old, with: new, followedBy: size - offset - new.count)
  }

  mutating func add(_ stripe: DeflateStripe) {
    stripesChecksum = CRC32.combine(
      stripesChecksum, with: stripe.checksum, secondCount: stripe.count)
    size += stripe.count
    compressedSize += stripe.bytes.count
    isComplete = stripe.isLast
  }

  var written: WrittenMember {
    WrittenMember(
      name: name, method: method, size: size, compressedSize: compressedSize,
      checksum: method == .stored ? checksum.value : stripesChecksum, modified: modified,
      headerOffset: headerOffset, dataOffset: headerOffset + localHeader.count,
      hasZIP64: hasZIP64)
  }

  /// The local header, padded so that the data is aligned. Its length does not depend on the sizes.
  /// It is written before the data, and again when the sizes are known.
  var localHeader: [UInt8] {
    let extra = extraFields
    var header: [UInt8] = []
    header.append(littleEndian: ZIPFormat.localSignature)
    header.append(littleEndian: hasZIP64 ? 45 : ZIPFormat.version(of: name, method))
    header.append(littleEndian: ZIPFormat.flags(of: name))
    header.append(littleEndian: method.rawValue)
    header.append(littleEndian: modified.time)
    header.append(littleEndian: modified.date)
    header.append(littleEndian: method == .stored ? checksum.value : stripesChecksum)
    for count in [compressedSize, size] {
      header.append(littleEndian: hasZIP64 ? UInt32.max : UInt32(truncatingIfNeeded: count))
    }
    header.append(littleEndian: UInt16(name.utf8.count))
    header.append(littleEndian: UInt16(extra.count))
    header += Array(name.utf8)
    return header + extra
  }

  private var extraFields: [UInt8] {
    var extra: [UInt8] = []
    if hasZIP64 {
      extra.append(littleEndian: ZIPFormat.zip64ExtraID)
      extra.append(littleEndian: UInt16(16))
      extra.append(littleEndian: UInt64(size))
      extra.append(littleEndian: UInt64(compressedSize))
    } else if sizeFields != .narrow {
      Self.appendPadding(14, alignment: 1, to: &extra)
    }
    let unpadded = headerOffset + ZIPFormat.localSize + name.utf8.count + extra.count
    if unpadded % alignment != 0 {
      // An extra field takes at least six bytes: id, length, and the alignment.
      let padding = alignment - 1 - (unpadded + 5) % alignment
      Self.appendPadding(padding, alignment: alignment, to: &extra)
    }
    return extra
  }

  private static func appendPadding(_ count: Int, alignment: Int, to extra: inout [UInt8]) {
    extra.append(littleEndian: ZIPFormat.alignmentExtraID)
    extra.append(littleEndian: UInt16(2 + count))
    extra.append(littleEndian: UInt16(alignment))
    extra.append(zeros: count)
  }
}
