import Bytes
import TestSupport
import Testing
import ZIPArchive

/// Where the data of entries is, and what surrounds it.
struct DataPlacementTests {
  private let file: ZIPFile
  init() throws { file = try ZIPFile() }

  /// A data descriptor of the member "hello".
  private func descriptor(
    isSigned: Bool, isWide: Bool, size: Int = 5, packed: Int = 5, checksum: UInt32 = 0x3610_A686
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    if isSigned { bytes.append(littleEndian: UInt32(0x0807_4B50)) }
    bytes.append(littleEndian: checksum)
    for number in [packed, size] {
      if isWide {
        bytes.append(littleEndian: UInt64(number))
      } else {
        bytes.append(littleEndian: UInt32(number))
      }
    }
    return bytes
  }

  private func streamed(_ trailer: [UInt8]) -> RawArchive {
    var member = RawArchive.Member()
    (member.flags, member.localSize, member.localChecksum) = (8, 0, 0)
    member.trailer = trailer
    return RawArchive(member, RawArchive.Member("b"))
  }

  @Test(arguments: [true, false], [true, false])
  func `sizes after the data, as streaming tools write them, agree with the directory`(
    isSigned: Bool, isWide: Bool
  ) throws {
    func error(_ size: Int, _ packed: Int, _ checksum: UInt32) throws -> ZIPArchiveError? {
      try file.error(
        streamed(
          descriptor(
            isSigned: isSigned, isWide: isWide, size: size, packed: packed, checksum: checksum)))
    }
    let differs = ZIPArchiveError.localHeaderDiffers(
      entry: "a.txt", offset: 0, field: .descriptor)
    #expect(try error(5, 5, 0x3610_A686) == nil)
    #expect(try error(6, 5, 0x3610_A686) == differs)
    #expect(try error(5, 6, 0x3610_A686) == differs)
    #expect(try error(5, 5, 0x3610_A687) == differs)
    let cut = descriptor(isSigned: isSigned, isWide: isWide).dropLast()
    #expect(try file.error(streamed(Array(cut))) == differs)
  }

  @Test func `an archive as macOS writes it is read`() throws {
    var folder = RawArchive.Member("crew 7/")
    (folder.data, folder.size, folder.compressedSize, folder.checksum) = ([], 0, 0, 0)
    folder.externalAttributes = 0o040755 << 16
    var file = try RawArchive.Member(deflating: Array("hello".utf8), name: "crew 7/a\u{308}.jpg")
    (file.flags, file.localSize, file.localChecksum) = (8, 0, 0)
    file.externalAttributes = 0o100644 << 16
    // Times and owners, in fields with other lengths before the data than in the directory.
    file.localExtra = [0x55, 0x58, 12, 0] + [UInt8](repeating: 1, count: 12)
    file.directoryExtra = [0x55, 0x58, 8, 0] + [UInt8](repeating: 1, count: 8)
    file.trailer.append(littleEndian: UInt32(0x0807_4B50))
    file.trailer.append(littleEndian: file.checksum)
    file.trailer.append(littleEndian: UInt32(file.compressedSize))
    file.trailer.append(littleEndian: UInt32(5))
    var more = file
    more.name = Array("__MACOSX/crew 7/._a\u{308}.jpg".utf8)
    var raw = RawArchive(folder, file, more)
    for index in raw.members.indices { raw.members[index].madeBy = 3 << 8 | 21 }
    let reader = try self.file.open(raw.bytes)
    #expect(
      reader.entries.map(\.name) == ["crew 7/", "crew 7/ä.jpg", "__MACOSX/crew 7/._ä.jpg"])
    for entry in reader.entries.dropFirst() {
      #expect(try reader.read(entry, limit: 5) == Array("hello".utf8))
    }
    // A name is found in either Unicode form.
    #expect(reader.entry(named: "crew 7/\u{E4}.jpg") != nil)
  }

  @Test func `a missing data descriptor is accepted although it was announced`() throws {
    #expect(try file.error(streamed([])) == nil)
  }

  @Test(arguments: [true, false], ["#!/bin/sh\nexit 0\n", "MZ", "PK\u{3}\u{4}"])
  func `a program before the archive, as in self-extracting archives, is skipped`(
    isCounted: Bool, program: String
  ) throws {
    var raw = RawArchive(RawArchive.Member(), try .init(deflating: [1, 2, 3], name: "b/c"))
    raw.prefix = Array(program.utf8)
    raw.offsetsCountPrefix = isCounted
    let reader = try file.open(raw.bytes)
    #expect(reader.entries.map(\.name) == ["a.txt", "b/c"])
    #expect(try reader.read(reader.entries[0], limit: 5) == Array("hello".utf8))
    #expect(try reader.region(of: reader.entries[0]).offset == program.utf8.count + 35)
    #expect(try reader.read(reader.entries[1], limit: 5) == [1, 2, 3])
  }

  @Test func `an archive within another is read without unpacking`() throws {
    let inner = RawArchive(RawArchive.Member("data.gpkg"))
    var member = RawArchive.Member("crew-07.mmpk")
    member.data = inner.bytes
    (member.size, member.compressedSize) = (member.data.count, member.data.count)
    member.checksum = CRC32.of(member.data.span)
    let outer = try file.open(RawArchive(member).bytes)
    let reader = try ArchiveReader(region: outer.region(of: outer.entries[0]))
    #expect(reader.entries.map(\.name) == ["data.gpkg"])
    #expect(try reader.read(reader.entries[0], limit: 5) == Array("hello".utf8))
  }

  @Test func `bytes removed or inserted between start and end are detected`() throws {
    let sound = RawArchive(RawArchive.Member(), RawArchive.Member("b")).bytes
    for offset in [3, 33, 39, 60] {
      var bytes = sound
      bytes.insert(contentsOf: [13, 10], at: offset)
      #expect(throws: ZIPArchiveError.self) {
        let reader = try file.open(bytes)
        for entry in reader.entries { _ = try reader.read(entry, limit: 5) }
      }
      bytes = sound
      bytes.removeSubrange(offset..<offset + 2)
      #expect(throws: ZIPArchiveError.self) { try file.open(bytes) }
    }
  }

  @Test func `comments may contain what looks like the records of an archive`() throws {
    let records: [[UInt8]] = [
      [0x50, 0x4B, 5, 6], [0x50, 0x4B, 1, 2],
      [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 20),
      [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 22),
    ]
    for record in records {
      var raw = RawArchive(RawArchive.Member())
      raw.comment = record
      #expect(try file.error(raw) == nil)
      raw.comment = record + record
      #expect(try file.error(raw) == nil)
    }
    // An end record of its own, complete to the last byte: nobody can know which one is meant.
    var raw = RawArchive(RawArchive.Member())
    raw.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    raw.comment[10] = 1
    raw.comment[8] = 1
    #expect(try file.error(raw) != nil)
  }

  @Test func `an archive without entries is valid`() throws {
    #expect(try file.open(RawArchive().bytes).entries.isEmpty)
  }

  @Test func `other files are distinguished from truncated and split archives`() throws {
    let path = file.folder.path("raw.zip")
    let sound = RawArchive(RawArchive.Member()).bytes
    func error(_ bytes: [UInt8]) -> ZIPArchiveError? {
      #expect(throws: ZIPArchiveError.self) { try file.open(bytes) }
    }
    #expect(error([]) == .notAnArchive(path: path))
    #expect(error([0x50, 0x4B]) == .notAnArchive(path: path))
    #expect(error(Array("SQLite format 3\0".utf8)) == .notAnArchive(path: path))
    #expect(error(Array(sound.dropLast())) == .cutShort(path: path, size: sound.count - 1))
    // A download whose disk space was allocated in advance.
    let padded = sound.prefix(60) + [UInt8](repeating: 0, count: 1000)
    #expect(error(Array(padded)) == .cutShort(path: path, size: 1060))
    #expect(error([0x50, 0x4B, 7, 8] + sound.prefix(60)) == .severalDisks)
  }
}
