import Bytes
import Foundation
import TestSupport
import Testing
import ZIPArchive

struct SmallArchiveTests {
  @Test func `members are read back by our reader and by Python`() async throws {
    let content = Array(String(repeating: "a project\n", count: 500).utf8)
    let bytes = try SmallArchive.bytes(of: [("map.qgs", content), ("empty", [])])
    #expect(bytes.count < 400)
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "map.qgz")
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: path)))
    #expect(archive.entries.map(\.name) == ["map.qgs", "empty"])
    #expect(try archive.read(archive.entries[0], limit: 1 << 20) == content)
    try Need.python3.orCancel()
    let python = try #require(Tool.python3)
    let script =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); "
      + "print(z.testzip(), len(z.read('map.qgs')), len(z.read('empty')))"
    #expect(try await python.output(["-c", script, path]) == "None 5000 0")
  }
}
