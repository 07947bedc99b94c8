import Bytes
import Foundation
import Packages
import TestPackages
import TestSupport
import Testing
import ZIPArchive

/// Returned files that are refused, with their path, location and reason.
@Suite struct RefusedPackageTests {
  static let isExhaustive = ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"

  private let returned: ReturnedPackage
  init() async throws { returned = try await ReturnedPackage() }

  /// Opens and checks a package; returns the error as one line without the test's folder.
  private func refusal(_ path: String) async throws -> String? {
    do {
      let package = try OpenPackage(path: path)
      try await package.check { _, _ in }
      return nil
    } catch {
      return "\(error)".replacingOccurrences(of: returned.folder.path + "/", with: "")
    }
  }

  @Test(
    arguments: [
      ("", "not a ZIP archive"), ("PK", "not a ZIP archive"),
      ("{}", "not a ZIP archive"), (String(repeating: "x", count: 5000), "not a ZIP archive"),
      ("SQLite format 3\0", "data.mmpk: "),
      ("SQLite format 2\0", "not a ZIP archive"),
    ])
  func `a file that is neither an archive nor a database is refused`(text: String, reason: String)
    async throws
  {
    let path = try returned.folder.write(text, to: "data.mmpk")
    let refusal = try #require(try await refusal(path))
    #expect(refusal.hasPrefix("data.mmpk") && refusal.contains(reason), "\(refusal)")
  }

  @Test func `a truncated copy is reported as such`() async throws {
    let path = try returned.written(returned.members, as: .asBuilt)
    let bytes = try returned.folder.read("a.mmpk")
    for count in [40, bytes.count / 2, bytes.count - 1] {
      try returned.folder.write(Array(bytes.prefix(count)), to: "a.mmpk")
      let refusal = try #require(try await refusal(path))
      #expect(
        refusal == "a.mmpk: a.mmpk: the ZIP archive ends too soon, after \(count) bytes")
    }
  }

  @Test func `a damaged store is reported with its archive and path`() async throws {
    let store = returned.members["data.gpkg"] ?? []
    var empty = Array(store.prefix(100))
    empty.store(bigEndian: UInt32(1), at: 28)
    let table: [([UInt8], String)] = [
      ([], "is not a SQLite database"), (Array("hello".utf8), "is not a SQLite database"),
      (Array(store.prefix(4096)), "the file holds 1"), (empty, "the file holds 0"),
    ]
    for (bytes, reason) in table {
      var members = returned.members
      members["data.gpkg"] = bytes
      for form in [ReturnedPackage.Form.asBuilt, .folderZipped, .packageDeflated, .folder] {
        let refusal = try #require(try await refusal(returned.written(members, as: form)))
        let location =
          switch form {
          case .asBuilt: "a.mmpk, data.gpkg: "
          case .folderZipped: "a.zip, crew 07/data.gpkg: "
          case .folder: "a/data.gpkg: "
          default: "a.zip, mail/crew-07.mmpk, data.gpkg: "
          }
        #expect(refusal.hasPrefix(location) && refusal.hasSuffix(reason), "\(refusal)")
      }
    }
  }

  @Test func `archives and folders without one store are refused`() async throws {
    var members = returned.members
    members["data.gpkg"] = nil
    let none = "not a package: expected a store data.gpkg"
    #expect(try await refusal(returned.written(members, as: .zippedAgain)) == "a.zip: \(none)")
    #expect(try await refusal(returned.written(members, as: .folder)) == "a: \(none)")
    let store = returned.members["data.gpkg"] ?? []
    let two = ["crew 1/data.gpkg": store, "crew 2/data.gpkg": store]
    let several =
      "not a package: expected one store data.gpkg, not crew 1/data.gpkg, crew 2/data.gpkg"
    #expect(try await refusal(returned.zip(two, to: "two.zip")) == "two.zip: \(several)")
    #expect(try await refusal(returned.unpack(two, to: "two")) == "two: \(several)")
    // The nearer one is used.
    let nearer = ["x/data.gpkg": store, "x/old/data.gpkg": store]
    #expect(try await refusal(returned.zip(nearer, to: "nearer.zip")) == nil)
    // Only one level of nested archives is opened.
    var bytes = store
    var name = "data.gpkg"
    for number in 0..<4 {
      try returned.zip([name: bytes], to: "n.zip")
      bytes = try returned.folder.read("n.zip")
      name = "\(number).zip"
    }
    #expect(try await refusal(returned.folder.path("n.zip")) != nil)
  }

  @Test func `the archive's checksum reveals a changed byte`() async throws {
    let path = try returned.written(returned.members, as: .asBuilt)
    var bytes = try returned.folder.read("a.mmpk")
    // A letter of a value, so that the structure of the database doesn't show the change.
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: path)))
    let store = try archive.region(of: try #require(archive.entry(named: "data.gpkg")))
    let value = try #require(bytes[store.offset...].firstRange(of: Array("none".utf8)))
    bytes[value.lowerBound] = UInt8(ascii: "m")
    try returned.folder.write(bytes, to: "a.mmpk")
    let refusal = try #require(try await refusal(path))
    #expect(refusal.hasPrefix("a.mmpk: entry \"data.gpkg\": checksum is "), "\(refusal)")
    #expect(throws: LocatedError.self) {
      try PackageVerification.run(try OpenPackage(path: path)) { _ in }
    }
  }

  @Test func `a damaged page is reported with its store and number`() async throws {
    var members = returned.members
    var store = members["data.gpkg"] ?? []
    store[4096 * 3] = 0xEE
    members["data.gpkg"] = store
    for form in [ReturnedPackage.Form.asBuilt, .folder] {
      let refusal = try #require(try await refusal(returned.written(members, as: form)))
      #expect(refusal.contains("data.gpkg: ") && refusal.contains("page 4"), "\(refusal)")
    }
  }

  @Test func `a log of another store is refused`() async throws {
    var members = returned.members
    members["data.gpkg-wal"] = [UInt8](repeating: 0, count: 100)
    #expect(try await refusal(returned.written(members, as: .folder)) == nil)
    members["data.gpkg-journal"] = Array("not a journal".utf8)
    #expect(try await refusal(returned.written(members, as: .zippedAgain)) == nil)
  }

  @Test(.needs(.python3))
  func `a damaged log is refused, because its edits would be lost`() async throws {
    var members = try await returned.edited("UPDATE Trees SET Photo = 'edited'")
    #expect(try await refusal(returned.written(members, as: .folder)) == nil)
    let log = try #require(members["data.gpkg-wal"])
    members["data.gpkg-wal"]?[log.count - 100] ^= 1
    #expect(
      try await refusal(returned.written(members, as: .folder))
        == "a/data.gpkg-wal: saved edits in it can't be read")
    #expect(
      try await refusal(returned.written(members, as: .zippedAgain))
        == "a.zip, data.gpkg-wal: saved edits in it can't be read")
  }

  @Test func `with any byte changed, a package gives the right rows or is refused`()
    async throws
  {
    let path = try returned.written(returned.members, as: .asBuilt)
    let sound = try returned.folder.read("a.mmpk")
    let rows = try StoredRows(OpenPackage(path: path).store, "Trees").rows
    var generator = SeededGenerator(seed: 5)
    for offset in sound.indices
    where generator.integer(in: 0...(Self.isExhaustive ? 200 : 8000)) == 0 {
      var bytes = sound
      bytes[offset] ^= UInt8(generator.integer(in: 1...255))
      try returned.folder.write(bytes, to: "a.mmpk")
      guard try await refusal(path) == nil else { continue }
      #expect(try StoredRows(OpenPackage(path: path).store, "Trees").rows == rows, "\(offset)")
    }
  }

  @Test func `a package with a damaged member is refused, or read`() async throws {
    let sound = returned.members
    let names = sound.keys.sorted()
    let others = names.compactMap { sound[$0] }
    try await Fuzz.run(iterations: 60) { seed in
      var mutator = Mutator(seed: seed)
      let name = names[Int(seed % UInt64(names.count))]
      var members = sound
      members[name] = mutator.mutated(sound[name] ?? [], others: others)
      let path = try returned.zip(members, to: "damaged.mmpk", isDeflated: false)
      guard let package = try? OpenPackage(path: path) else { return }
      try? await package.check { _, _ in }
      _ = try? package.storedMap()
      _ = try? package.baseMap()
    }
  }

  @Test func `a store cut at any page is refused`() async throws {
    let store = returned.members["data.gpkg"] ?? []
    for end in stride(from: 0, to: store.count, by: Self.isExhaustive ? 512 : 4096) {
      let path = try returned.folder.write(Array(store.prefix(end)), to: "cut.gpkg")
      #expect(try await refusal(path) != nil, "\(end)")
    }
  }
}
