import Packaging
import TestSupport
import Testing

/// Which of the packages that were given out are back.
@Suite struct InboxTests {
  private static func file(_ path: String, _ id: String?, _ digest: String) -> ReturnedFile {
    ReturnedFile(path: path, packageID: id, contentDigest: digest)
  }

  private let issued = (1...4).map { IssuedPackage(packageID: "id\($0)", name: "crew-0\($0)") }

  @Test func `files are matched by package id, not by name`() {
    let files = [
      Self.file("z/renamed.zip", "id1", "a"), Self.file("crew-02 (1).mmpk", "id2", "b"),
      Self.file("crew-02.mmpk", "id2", "c"), Self.file("copy of crew-02.mmpk", "id2", "c"),
      Self.file("other.mmpk", "id9", "d"), Self.file("survey.gpkg", nil, "e"),
      Self.file("crew-04.mmpk", "id4", "f"),
    ]
    let inbox = Inbox(files, issued: issued)
    #expect(inbox.groups.map(\.name) == ["crew-01", "crew-02", "crew-04", nil])
    #expect(inbox.groups.map(\.packageID) == ["id1", "id2", "id4", "id9"])
    #expect(inbox.missing.map(\.name) == ["crew-03"])
    #expect(inbox.unknown.map(\.path) == ["survey.gpkg"])
    #expect(inbox.several.map(\.name) == ["crew-02"])
    #expect(inbox.several.first?.files.map(\.path) == ["copy of crew-02.mmpk", "crew-02 (1).mmpk"])
    #expect(inbox.several.first?.copies.map(\.path) == ["crew-02.mmpk"])
  }

  @Test func `the order in which files come does not matter`() {
    var files = (0..<40).map {
      Self.file("f\($0)", $0 % 7 == 0 ? nil : "id\($0 % 6)", "\($0 % 4)")
    }
    let expected = Inbox(files, issued: issued)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      files.shuffle(using: &generator)
      #expect(Inbox(files, issued: issued) == expected)
    }
    let all = expected.groups.flatMap { $0.files + $0.copies } + expected.unknown
    #expect(all.count == files.count)
  }

  @Test func `nothing came back, or nothing is known of what was given out`() {
    #expect(Inbox([], issued: issued).missing == issued)
    #expect(Inbox([Self.file("a", "id1", "x")]).groups.map(\.name) == [nil])
    let twice = Inbox([Self.file("a", "id1", "x")], issued: issued + issued)
    #expect(twice.groups.count == 1 && twice.missing.count == 3)
  }

  @Test func `an open package tells what matching needs`() async throws {
    let returned = try await ReturnedPackage()
    let first = try ReturnedFile(
      OpenPackage(path: returned.written(returned.members, as: .asBuilt)))
    let second = try ReturnedFile(
      OpenPackage(path: returned.written(returned.members, as: .folderInFolder)))
    #expect(first.packageID?.count == 32)
    let inbox = Inbox([first, second])
    #expect(inbox.groups.count == 1 && inbox.several.isEmpty)
    #expect(inbox.groups.first?.copies.map(\.path) == [second.path])
  }
}
