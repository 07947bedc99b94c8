import Bytes
import TestSupport
import Testing
import ZIPArchive

struct ArchiveReaderTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ bytes: [UInt8], limits: ArchiveLimits = .standard
  ) throws -> ArchiveReader {
    let file = try InputFile(path: folder.write(bytes, to: "raw.zip"))
    return try ArchiveReader(region: FileRegion(file), limits: limits)
  }

  /// Opens an archive and reads every entry. Returns the error, if any.
  private func error(
    _ archive: RawArchive, limits: ArchiveLimits = .standard
  ) throws -> ZIPArchiveError? {
    do {
      let reader = try open(archive.bytes, limits: limits)
      for entry in reader.entries { _ = try reader.read(entry, limit: 1 << 20) }
      return nil
    } catch let error as ZIPArchiveError {
      #expect(!error.description.isEmpty)
      return error
    }
  }

  @Test func `a plain archive of another tool is read, with its comment`() throws {
    var raw = RawArchive(RawArchive.Member(), try .init(deflating: [1, 2, 3], name: "b/c"))
    raw.comment = Array("a comment with PK\u{5}\u{6} in it, and more than 22 bytes".utf8)
    let reader = try open(raw.bytes)
    #expect(reader.entries.map(\.name) == ["a.txt", "b/c"])
    #expect(try reader.read(reader.entries[0], limit: 5) == Array("hello".utf8))
    #expect(try reader.read(reader.entries[1], limit: 5) == [1, 2, 3])
    #expect(throws: ZIPArchiveError.entryTooLarge(entry: "a.txt", size: 5, limit: 4)) {
      try reader.read(reader.entries[0], limit: 4)
    }
  }

  @Test(arguments: [
    ("a", "a"), ("a", "A"), ("Bäume", "BÄUME"), ("a", "a/b"), ("a/b", "a"), ("x/y/z", "X/Y"),
    ("a", "a/"), ("a/", "A/"), ("ä", "a\u{308}"),
  ])
  func `two names that are the same file on some system are rejected`(first: String, second: String)
    throws
  {
    let raw = RawArchive(RawArchive.Member(first), RawArchive.Member(second))
    guard case .duplicateName(second, _)? = try error(raw) else {
      Issue.record("accepted")
      return
    }
  }

  @Test func `files next to each other and folders named like their files are accepted`() throws {
    var late = RawArchive.Member("f/")
    late.data = []
    (late.size, late.compressedSize, late.checksum) = (0, 0, 0)
    let raw = RawArchive(RawArchive.Member("f/a"), RawArchive.Member("f/b"), late)
    #expect(try error(raw) == nil)
  }

  @Test func `entries that share bytes are rejected`() throws {
    var second = RawArchive.Member("b.txt")
    second.headerOffset = 0
    #expect(
      try error(RawArchive(RawArchive.Member(), second))
        == .overlappingEntries(first: "a.txt", second: "b.txt", offset: 0))
    second.headerOffset = 10
    #expect(
      try error(RawArchive(RawArchive.Member(), second))
        == .overlappingEntries(first: "a.txt", second: "b.txt", offset: 10))
    var long = RawArchive.Member()
    (long.size, long.compressedSize) = (6, 6)
    #expect(
      try error(RawArchive(long, RawArchive.Member("b.txt")))
        == .overlappingEntries(first: "a.txt", second: "b.txt", offset: 40))
    guard case .dataOutside("a.txt", _, _, _)? = try error(RawArchive(long)) else {
      Issue.record("accepted")
      return
    }
    // The extra field of the local header moves the data past its end.
    var pushed = RawArchive.Member()
    pushed.data = []
    pushed.localExtra = [9, 9, 1, 0, 0]
    guard case .dataOutside("a.txt", 40, 5, 0)? = try error(RawArchive(pushed)) else {
      Issue.record("accepted")
      return
    }
  }

  @Test func `unsupported entries are rejected with their names`() throws {
    var member = RawArchive.Member()
    member.flags = 1
    #expect(try error(RawArchive(member)) == .encrypted(entry: "a.txt"))
    member.flags = 0
    member.method = 14
    #expect(try error(RawArchive(member)) == .unknownMethod(entry: "a.txt", method: 14))
    var raw = RawArchive(RawArchive.Member())
    raw.disk = 1
    #expect(try error(raw) == .severalDisks)
  }

  @Test func `a local header that differs from the directory is rejected`() throws {
    func field(_ change: (inout RawArchive.Member) -> Void) throws
      -> ZIPArchiveError.LocalHeaderField?
    {
      var member = RawArchive.Member()
      change(&member)
      guard case .localHeaderDiffers("a.txt", 0, let field)? = try error(RawArchive(member)) else {
        return nil
      }
      return field
    }
    #expect(try field { $0.localSignature = 7 } == .signature)
    #expect(try field { $0.localName = Array("b.txt".utf8) } == .name)
    #expect(try field { $0.localMethod = 8 } == .method)
    #expect(try field { $0.localFlags = 8 } == .flags)
    #expect(try field { $0.localSize = 4 } == .size)
    #expect(try field { $0.localChecksum = 4 } == .checksum)
  }

  @Test func `an archive with two versions of an entry is rejected when it is opened`()
    throws
  {
    // A changed byte in the directory: otherwise the wanted entry would seem to be missing.
    var damaged = RawArchive.Member("photo.jpg")
    damaged.localName = Array("phoTo.jpg".utf8)
    #expect(
      throws: ZIPArchiveError.localHeaderDiffers(entry: "photo.jpg", offset: 40, field: .name)
    ) { try open(RawArchive(RawArchive.Member(), damaged).bytes) }
    // Extra fields of unusual length do not hide what is before and after them.
    var long = RawArchive.Member("long")
    long.localExtra = [9, 9, 0xE8, 3] + [UInt8](repeating: 1, count: 1000)
    let archive = try open(RawArchive(long, RawArchive.Member()).bytes)
    #expect(try archive.read(archive.entries[0], limit: 5) == Array("hello".utf8))
    long.localChecksum = 4
    #expect(
      throws: ZIPArchiveError.localHeaderDiffers(entry: "long", offset: 0, field: .checksum)
    ) { try open(RawArchive(long, RawArchive.Member()).bytes) }
  }

  @Test func `wrong sizes and checksums are detected`() throws {
    var stored = RawArchive.Member()
    stored.checksum = 1
    #expect(
      try error(RawArchive(stored))
        == .checksumMismatch(entry: "a.txt", expected: 1, found: 0x3610_A686))
    stored = RawArchive.Member()
    stored.size = 4
    #expect(
      try error(RawArchive(stored)) == .sizeMismatch(entry: "a.txt", expected: 4, found: 5))

    let sound = try RawArchive.Member(deflating: [UInt8](repeating: 7, count: 1000))
    var member = sound
    member.size = 999
    #expect(
      try error(RawArchive(member)) == .sizeMismatch(entry: "a.txt", expected: 999, found: 1000))
    member.size = 1001
    #expect(
      try error(RawArchive(member)) == .sizeMismatch(entry: "a.txt", expected: 1001, found: 1000))
    member = sound
    member.data.append(0)
    member.compressedSize += 1
    #expect(
      try error(RawArchive(member))
        == .sizeMismatch(
          entry: "a.txt", expected: member.compressedSize, found: sound.compressedSize))
    member = sound
    member.data.removeLast()
    member.compressedSize -= 1
    guard case .damagedData("a.txt", _, "ends too soon")? = try error(RawArchive(member)) else {
      Issue.record("accepted")
      return
    }
    member = sound
    (member.data, member.compressedSize) = ([], 0)
    #expect(try error(RawArchive(member)) != nil)
  }

  @Test func `an entry that isn't what it should be is unpacked no further than its beginning`()
    throws
  {
    let bytes = [UInt8](repeating: 7, count: 3 << 20)
    let reader = try open(RawArchive(RawArchive.Member(deflating: bytes)).bytes)
    let entry = reader.entries[0]
    let beginning = try reader.unpack(entry, scratchIn: folder.path) { $0[0] != 7 }
    #expect(beginning.count == 256 << 10)
    let whole = try reader.unpack(entry, scratchIn: folder.path) {
      $0[0] == 7
    }
    #expect(try whole.read(at: 0, count: whole.count) == bytes)
  }

  @Test func `large entries may shrink less than small ones`() {
    let limits = ArchiveLimits.standard
    #expect(limits.ratio(ofSize: (16 << 20) - 1) == .max)
    #expect(limits.ratio(ofSize: 16 << 20) == 500)
    #expect(limits.ratio(ofSize: (256 << 20) - 1) == 500)
    #expect(limits.ratio(ofSize: 256 << 20) == 100)
  }

  @Test func `zip bombs are rejected before they unpack`() throws {
    let zeros = [UInt8](repeating: 0, count: 17 << 20)
    let bomb = try RawArchive.Member(deflating: zeros)
    guard case .ratioTooHigh("a.txt", 17_825_792, _, 500)? = try error(RawArchive(bomb)) else {
      Issue.record("accepted")
      return
    }
    var small = ArchiveLimits()
    small.entrySize = 4
    #expect(
      try error(RawArchive(RawArchive.Member()), limits: small)
        == .entryTooLarge(entry: "a.txt", size: 5, limit: 4))
    small = ArchiveLimits()
    small.totalSize = 9
    let two = RawArchive(RawArchive.Member(), RawArchive.Member("b"))
    #expect(try error(two, limits: small) == .totalTooLarge(size: 10, limit: 9))
    small = ArchiveLimits()
    small.entryCount = 1
    #expect(try error(two, limits: small) == .tooManyEntries(count: 2, limit: 1))
    small = ArchiveLimits()
    small.nameLength = 4
    #expect(try error(two, limits: small) == .nameTooLong(entry: 0, length: 5, limit: 4))
    small = ArchiveLimits()
    small.ratio = 100
    var many = RawArchive()
    for number in 0..<3 {
      many.members.append(
        try .init(deflating: [UInt8](repeating: 0, count: 15 << 20), name: "\(number)"))
    }
    let size = many.bytes.count
    #expect(
      try error(many, limits: small) == .totalTooLarge(size: 30 << 20, limit: size * 100))
    small = ArchiveLimits()
    small.directorySize = 60
    #expect(try error(two, limits: small) == .directoryTooLarge(size: 98, limit: 60))
    // An entry that claims to be small is stopped one byte after its size.
    var liar = bomb
    liar.size = 10
    #expect(
      try error(RawArchive(liar)) == .sizeMismatch(entry: "a.txt", expected: 10, found: 11))
  }

  @Test func `a false end record is rejected`() throws {
    var raw = RawArchive(RawArchive.Member())
    raw.directoryOffset = 41
    #expect(try error(raw) == .endRecordDamaged(offset: 91))
    raw = RawArchive(RawArchive.Member())
    raw.directorySize = 50
    #expect(try error(raw) == .directoryDamaged(entry: 0, offset: 41))
    raw = RawArchive(RawArchive.Member())
    raw.directorySize = 92
    #expect(try error(raw) == .endRecordDamaged(offset: 91))
    raw = RawArchive(RawArchive.Member())
    raw.count = 2
    #expect(try error(raw) == .directoryDamaged(entry: 1, offset: 91))
    raw.count = 0
    #expect(try error(raw) == .directoryDamaged(entry: 0, offset: 40))
    raw.count = 0xFFFF
    #expect(try error(raw) == .directoryDamaged(entry: 1, offset: 91))
    let longer = raw.bytes + [0]
    #expect(throws: ZIPArchiveError.cutShort(path: folder.path("raw.zip"), size: longer.count)) {
      try open(longer)
    }
    #expect(throws: ZIPArchiveError.notAnArchive(path: folder.path("raw.zip"))) {
      try open(Array("SQLite format 3\0 and more than 22 bytes".utf8))
    }
  }

  @Test func `false ZIP64 records are rejected`() throws {
    func records(
      count: UInt64 = 1, sizeOfRest: UInt64 = 44, shift: Int = 0, disks: UInt32 = 1
    ) -> (Int, Int, Int) -> [UInt8] {
      { directoryOffset, directorySize, position in
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(0x0606_4B50))
        bytes.append(littleEndian: sizeOfRest)
        bytes.append(zeros: 12)
        bytes.append(littleEndian: count)
        bytes.append(littleEndian: count)
        bytes.append(littleEndian: UInt64(directorySize))
        bytes.append(littleEndian: UInt64(directoryOffset))
        bytes.append(littleEndian: UInt32(0x0706_4B50))
        bytes.append(zeros: 4)
        bytes.append(littleEndian: UInt64(bitPattern: Int64(position + shift)))
        bytes.append(littleEndian: disks)
        return bytes
      }
    }
    var raw = RawArchive(RawArchive.Member())
    raw.inserted = records()
    #expect(try error(raw) == nil)
    raw.count = 0xFFFF
    raw.directoryOffset = UInt32.max
    raw.directorySize = UInt32.max
    #expect(try error(raw) == nil)
    raw.inserted = records(count: .max)
    #expect(try error(raw) != nil)
    raw.inserted = records(count: UInt64(Int64.max))
    #expect(try error(raw) == .tooManyEntries(count: .max, limit: 500_000))
    raw.inserted = records(disks: 2)
    #expect(try error(raw) == .severalDisks)
    for shift in [-1, 1, 1000, Int.min] {
      raw.inserted = records(shift: shift)
      #expect(try error(raw) != nil)
    }
    for rest: UInt64 in [0, 43, 45, .max] {
      raw.inserted = records(sizeOfRest: rest)
      #expect(try error(raw) != nil)
    }
    // If the two end records differ, the narrow one is not used.
    raw.inserted = records()
    raw.count = 2
    #expect(try error(raw) != nil)
  }

  @Test func `false ZIP64 extra fields are rejected`() throws {
    func extra(_ values: UInt64..., length: UInt16? = nil) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: UInt16(1))
      bytes.append(littleEndian: length ?? UInt16(values.count * 8))
      for value in values { bytes.append(littleEndian: value) }
      return bytes
    }
    var member = RawArchive.Member()
    (member.size, member.compressedSize) = (0xFFFF_FFFF, 0xFFFF_FFFF)
    member.directoryExtra = extra(5, 5)
    member.localExtra = extra(5, 5)
    #expect(try error(RawArchive(member)) == nil)
    for wrong in [
      [], extra(5), extra(5, 5, length: 17), extra(5, 5, length: 8), extra(.max, .max),
      extra(5, 5) + extra(5, 5), extra(UInt64(Int64.max), UInt64(Int64.max)), extra(5, 6),
    ] {
      member.directoryExtra = wrong
      #expect(try error(RawArchive(member)) != nil)
    }
    member.directoryExtra = extra(5, 5)
    member.localExtra = extra(5, 6)
    #expect(try error(RawArchive(member)) != nil)
    member.localExtra = extra(5, 5)
    member.headerOffset = UInt32.max
    #expect(try error(RawArchive(member)) != nil)
    member.directoryExtra = extra(5, 5, UInt64(Int64.max))
    #expect(try error(RawArchive(member)) != nil)
    member.directoryExtra = extra(5, 5, 0)
    #expect(try error(RawArchive(member)) == nil)
  }

  @Test func `an archive truncated while it is open gives an error`() throws {
    let bytes = [UInt8](repeating: 3, count: 600_000)
    let member = try RawArchive.Member(deflating: bytes)
    let reader = try open(RawArchive(member).bytes)
    try folder.write([1, 2, 3], to: "raw.zip")
    #expect(throws: (any Error).self) { try reader.read(reader.entries[0], limit: 1 << 20) }
  }
}
