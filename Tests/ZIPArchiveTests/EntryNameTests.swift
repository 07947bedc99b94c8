import Bytes
import TestSupport
import Testing
import ZIPArchive

struct EntryNameTests {
  private let file: ZIPFile
  init() throws { file = try ZIPFile() }

  /// The result of reading an entry's name.
  private enum Outcome: Equatable {
    case name(String)
    case refused(EntryPath.Refusal)
    case other(ZIPArchiveError)
  }

  private func outcome(_ member: RawArchive.Member) throws -> Outcome {
    do {
      let reader = try file.open(RawArchive(member).bytes)
      for entry in reader.entries { _ = try reader.read(entry, limit: 100) }
      return .name(reader.entries.first?.name ?? "")
    } catch ZIPArchiveError.refusedName(_, _, let reason) {
      return .refused(reason)
    } catch let error as ZIPArchiveError {
      return .other(error)
    }
  }

  @Test(
    arguments: [
      ("", .empty), ("/etc/passwd", .absolute), ("//server/share/x", .absolute),
      ("C:/x", .driveLetter), ("c:x", .driveLetter), ("..", .climbing), ("../x", .climbing),
      ("a/../x", .climbing), ("a/..", .climbing), ("a/../", .climbing), ("a//b", .emptyPart),
      ("./a", .emptyPart), ("a/.", .emptyPart), ("a\0b", .control), ("a\u{1B}[2J", .control),
      ("a\u{7F}", .control), ("a/b\\..\\..\\c", .backslash),
      // From a Windows tool that separates folders by backslashes:
      ("..\\x", .climbing), ("a\\..\\..\\x", .climbing), ("\\x", .absolute),
      ("\\\\server\\x", .absolute), ("C:\\x", .driveLetter), ("a\\\\b", .emptyPart),
    ] as [(String, EntryPath.Refusal)])
  func `a name that leaves its folder is rejected`(name: String, reason: EntryPath.Refusal) throws {
    #expect(try outcome(RawArchive.Member(name)) == .refused(reason))
  }

  @Test func `a rejected name is reported with its offset in the directory`() throws {
    let raw = RawArchive(RawArchive.Member("../x"))
    #expect(
      try file.error(raw) == .refusedName(name: "../x", offset: 39, reason: .climbing))
  }

  @Test(arguments: ["...", "a/..b", "..a", "a/b..", " ", "ab:c/d", "aux.txt", "~/x", "-rf"])
  func `names that only look odd are accepted`(name: String) throws {
    #expect(try outcome(RawArchive.Member(name)) == .name(name))
  }

  @Test func `backslashes separate folders only in archives of Windows tools`()
    throws
  {
    for host: UInt16 in [0, 6, 10, 14] {
      var member = RawArchive.Member("crew\\photos\\1.jpg")
      member.madeBy = host << 8 | 20
      #expect(try outcome(member) == .name("crew/photos/1.jpg"))
    }
    for host: UInt16 in [3, 7, 19] {
      var member = RawArchive.Member("crew\\photos\\1.jpg")
      member.madeBy = host << 8 | 20
      #expect(try outcome(member) == .refused(.backslash))
    }
    var folder = RawArchive.Member("crew\\")
    (folder.data, folder.size, folder.compressedSize, folder.checksum) = ([], 0, 0, 0)
    #expect(try file.open(RawArchive(folder).bytes).entries.map(\.isFolder) == [true])
  }

  @Test func `names are UTF-8, announced or not, or else code page 437`() throws {
    var member = RawArchive.Member("Bäume.jpg")
    #expect(try outcome(member) == .name("Bäume.jpg"))
    member.flags = 1 << 11
    #expect(try outcome(member) == .name("Bäume.jpg"))
    member.name = [0x42, 0x84, 0x75, 0x6D, 0x65, 0xE1]
    #expect(try outcome(member) == .refused(.notUTF8))
    member.flags = 0
    #expect(try outcome(member) == .name("Bäumeß"))
  }

  private func unicodePath(
    _ name: [UInt8], of other: [UInt8], version: UInt8 = 1
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt16(0x7075))
    bytes.append(littleEndian: UInt16(5 + name.count))
    bytes.append(version)
    bytes.append(littleEndian: CRC32.of(other.span))
    return bytes + name
  }

  @Test func `the Unicode path field names the entry if it belongs to its name`() throws {
    let plain = Array("B?ume".utf8)
    func outcome(_ field: [UInt8], flags: UInt16 = 0) throws -> Outcome {
      var member = RawArchive.Member("B?ume")
      member.flags = flags
      member.directoryExtra = field
      return try self.outcome(member)
    }
    let name = Array("Bäume".utf8)
    #expect(try outcome(unicodePath(name, of: plain)) == .name("Bäume"))
    // Left over from an earlier name, of a later version, or cut off.
    #expect(try outcome(unicodePath(name, of: name)) == .name("B?ume"))
    #expect(try outcome(unicodePath(name, of: plain, version: 2)) == .name("B?ume"))
    #expect(try outcome([0x75, 0x70, 3, 0, 1, 0, 0]) == .name("B?ume"))
    #expect(try outcome(unicodePath([], of: plain)) == .name("B?ume"))
    // A harmless name must not bring in another one.
    #expect(
      try outcome(unicodePath(Array("../x".utf8), of: plain)) == .refused(.climbing))
    #expect(try outcome(unicodePath([0xC3], of: plain)) == .refused(.notUTF8))
    #expect(
      try outcome(unicodePath(name, of: plain), flags: 1 << 11) == .refused(.ambiguous))
    #expect(
      try outcome(unicodePath(plain, of: plain), flags: 1 << 11) == .name("B?ume"))
  }

  @Test func `two entries can't share the name in a Unicode path field`() throws {
    var second = RawArchive.Member("B?ume")
    second.directoryExtra = unicodePath(Array("Bäume".utf8), of: second.name)
    #expect(
      try file.error(RawArchive(RawArchive.Member("Bäume"), second))
        == .duplicateName(name: "Bäume", offset: 40 + 41 + 46 + 6))
  }

  @Test(
    arguments: [
      (3, 0o120777 << 16, true), (19, 0o120777 << 16, true), (0, 0o120777 << 16 | 0x8000, true),
      (3, 0o060644 << 16, true), (3, 0o020644 << 16, true), (3, 0o010644 << 16, true),
      (3, 0o140644 << 16, true), (10, 0x400, true), (0, 0x410, true),
      (0, 0o120777 << 16, false), (3, 0o100644 << 16, false), (3, 0, false), (0, 0x20, false),
      (19, 0o100600 << 16, false), (3, 0o644 << 16 | 0x400, false),
    ] as [(UInt16, UInt32, Bool)])
  func `links and devices are rejected from any tool`(
    host: UInt16, attributes: UInt32, isSpecial: Bool
  ) throws {
    var member = RawArchive.Member()
    member.madeBy = host << 8 | 20
    member.externalAttributes = attributes
    let refused = ZIPArchiveError.specialFile(entry: "a.txt", mode: Int(attributes >> 16))
    #expect(try outcome(member) == (isSpecial ? .other(refused) : .name("a.txt")))
  }
}
