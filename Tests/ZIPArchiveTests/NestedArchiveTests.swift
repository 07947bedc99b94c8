import Bytes
import Foundation
import TestSupport
import Testing
import ZIPArchive

/// Archives written into a member of another archive.
@Suite struct NestedArchiveTests {
  @Test func `an archive in a member is read without unpacking`() async throws {
    let folder = try TemporaryFolder()
    let text = Array(repeating: UInt8(65), count: 50_000)
    var outer = ArchiveWriter(
      try AtomicFile(replacing: folder.path("a.zip"), overwrite: false))
    try outer.appendStored("first", [1, 2, 3].span)
    var inner = ArchiveWriter(try StoredMember(outer, named: "inner.zip"))
    try inner.appendDeflated("text", text.span)
    try inner.appendStored("deep/bytes", [4, 5].span)
    outer = try inner.finished().end()
    try outer.appendStored("last", [6].span)
    try outer.finish()

    let archive = try ArchiveReader(
      region: FileRegion(try InputFile(path: folder.path("a.zip"))))
    #expect(archive.entries.map(\.name) == ["first", "inner.zip", "last"])
    let member = try #require(archive.entry(named: "inner.zip"))
    // Its checksum is right, although headers in it were patched.
    _ = try archive.read(member, limit: 1 << 20)
    let within = try ArchiveReader(region: archive.region(of: member))
    #expect(within.entries.map(\.name) == ["text", "deep/bytes"])
    let found = try #require(within.entry(named: "text"))
    #expect(found.method == .deflated)
    #expect(try within.read(found, limit: 1 << 20) == text)
    try Need.unzip.orCancel()
    let unzip = try #require(Tool.unzip)
    #expect(try await unzip.run(["-tq", folder.path("a.zip")]).status == 0)
  }
}
