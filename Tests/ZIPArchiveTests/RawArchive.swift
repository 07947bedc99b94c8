import Bytes

/// An archive assembled record by record, so that any number in it can be false.
struct RawArchive {
  struct Member {
    var name = Array("a.txt".utf8)
    var data = Array("hello".utf8)
    var method: UInt16 = 0
    var flags: UInt16 = 0
    var size = 5
    var compressedSize = 5
    var checksum: UInt32 = 0x3610_A686
    var madeBy: UInt16 = 20
    var externalAttributes: UInt32 = 0
    var directoryExtra: [UInt8] = []
    var localExtra: [UInt8] = []
    /// The bytes after the data, such as a data descriptor.
    var trailer: [UInt8] = []
    /// The header offset in the directory. Nil for the real one.
    var headerOffset: UInt32?
    /// The values of the local header that differ from the directory.
    var localName: [UInt8]?
    var localMethod: UInt16?
    var localFlags: UInt16?
    var localSize: Int?
    var localChecksum: UInt32?
    var localSignature: UInt32 = 0x0403_4B50

    init(_ name: String = "a.txt") { self.name = Array(name.utf8) }

    /// A valid deflated member.
    init(deflating bytes: [UInt8], name: String = "a.txt") throws {
      self.init(name)
      data = try Deflate.compress(bytes.span, format: .raw, level: 9)
      method = 8
      size = bytes.count
      compressedSize = data.count
      checksum = CRC32.of(bytes.span)
    }
  }

  var members: [Member]
  /// Bytes before the archive, with or without being counted by the offsets.
  var prefix: [UInt8] = []
  var offsetsCountPrefix = false
  var comment: [UInt8] = []
  var count: UInt16?
  var directorySize: UInt32?
  var directoryOffset: UInt32?
  var disk: UInt16 = 0
  /// Bytes between directory and end record, such as ZIP64 records.
  var inserted: (_ directoryOffset: Int, _ directorySize: Int, _ position: Int) -> [UInt8] = {
    _, _, _ in []
  }

  init(_ members: Member...) { self.members = members }

  var bytes: [UInt8] {
    var bytes = prefix
    let ignored = offsetsCountPrefix ? 0 : prefix.count
    var offsets: [UInt32] = []
    for member in members {
      offsets.append(UInt32(bytes.count - ignored))
      appendLocal(member, to: &bytes)
    }
    let start = bytes.count
    for (member, offset) in zip(members, offsets) {
      appendEntry(member, headerOffset: member.headerOffset ?? offset, to: &bytes)
    }
    let size = bytes.count - start
    bytes += inserted(start - ignored, size, bytes.count - ignored)
    bytes.append(littleEndian: UInt32(0x0605_4B50))
    bytes.append(littleEndian: disk)
    bytes.append(littleEndian: disk)
    bytes.append(littleEndian: count ?? UInt16(members.count))
    bytes.append(littleEndian: count ?? UInt16(members.count))
    bytes.append(littleEndian: directorySize ?? UInt32(size))
    bytes.append(littleEndian: directoryOffset ?? UInt32(start - ignored))
    bytes.append(littleEndian: UInt16(comment.count))
    return bytes + comment
  }

  private func appendLocal(_ member: Member, to bytes: inout [UInt8]) {
    let name = member.localName ?? member.name
    bytes.append(littleEndian: member.localSignature)
    bytes.append(littleEndian: UInt16(20))
    bytes.append(littleEndian: member.localFlags ?? member.flags)
    bytes.append(littleEndian: member.localMethod ?? member.method)
    bytes.append(zeros: 4)
    bytes.append(littleEndian: member.localChecksum ?? member.checksum)
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: member.compressedSize))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: member.localSize ?? member.size))
    bytes.append(littleEndian: UInt16(name.count))
    bytes.append(littleEndian: UInt16(member.localExtra.count))
    bytes += name + member.localExtra + member.data + member.trailer
  }

  private func appendEntry(_ member: Member, headerOffset: UInt32, to bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt32(0x0201_4B50))
    bytes.append(littleEndian: member.madeBy)
    bytes.append(littleEndian: UInt16(20))
    bytes.append(littleEndian: member.flags)
    bytes.append(littleEndian: member.method)
    bytes.append(zeros: 4)
    bytes.append(littleEndian: member.checksum)
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: member.compressedSize))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: member.size))
    bytes.append(littleEndian: UInt16(member.name.count))
    bytes.append(littleEndian: UInt16(member.directoryExtra.count))
    bytes.append(zeros: 6)
    bytes.append(littleEndian: member.externalAttributes)
    bytes.append(littleEndian: headerOffset)
    bytes += member.name + member.directoryExtra
  }
}
