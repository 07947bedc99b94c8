import Packages
import TestSupport
import Testing

/// A folder with returned packages.
@Suite struct InboxTests {
  /// The files of a folder, and the expected content of the inbox.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [String]
    /// Nil if the folder is not an inbox.
    var packages: [String]?
    var skipped: [String] = []

    var testDescription: String { name }

    static let all = [
      Case(
        name: "packages in any form, by name",
        files: [
          "crew-9.gpkg", "crew-10.zip", "crew-2.MMPK", "crew-11/data.gpkg", "crew-11/DCIM/a.jpg",
          "crew-12/crew/data.gpkg", "crew-13/crew-13.zip",
        ],
        packages: [
          "crew-10.zip", "crew-11", "crew-12", "crew-13/crew-13.zip", "crew-2.MMPK", "crew-9.gpkg",
        ]),
      Case(
        name: "files that are not packages are reported",
        files: ["a.mmpk", "list.xlsx", "notes/todo.txt", "b.gpkg-wal"],
        packages: ["a.mmpk"],
        skipped: [
          "b.gpkg-wal: The store that it belongs to is missing.", "list.xlsx: It is not a package.",
          "notes: It has no package.",
        ]),
      Case(
        name: "logs of a store and system files are not reported",
        files: [
          "a.gpkg", "a.gpkg-wal", "a.gpkg-shm", "b.gpkg", "b.gpkg.undo", ".DS_Store", "._a.gpkg",
          "__MACOSX/a.gpkg", "Thumbs.db",
        ],
        packages: ["a.gpkg", "b.gpkg"]),
      Case(
        name: "replicas and offline maps",
        files: [
          "a.geodatabase", "a.geodatabase-wal", "b.gpkg", "c/p13/mobile_map.mmap",
          "c/p13/x.geodatabase", "c/p13/y.geodatabase", "d/one.geodatabase", "e/list.txt",
        ],
        packages: ["a.geodatabase", "b.gpkg", "c", "d"],
        skipped: ["e: It has no package."]),
      Case(
        name: "an offline map of several services",
        files: ["package.info", "p13/mobile_map.mmap", "p13/x.geodatabase", "p13/y.geodatabase"],
        packages: nil),
      Case(
        name: "the folder of such a map", files: ["m.mmap", "x.geodatabase", "y.geodatabase"],
        packages: nil),
      Case(name: "a single replica", files: ["x.geodatabase", "x.geodatabase-wal"], packages: nil),
      Case(
        name: "a single archive", files: ["a.zip"], packages: ["a.zip"]),
      Case(
        name: "a folder with several packages",
        files: ["a.mmpk", "more/x.gpkg", "more/y.gpkg"], packages: ["a.mmpk"],
        skipped: ["more: It has several packages. Name it separately."]),
      Case(name: "an unpacked package", files: ["data.gpkg", "b.mmpk"], packages: nil),
      Case(
        name: "a store with photos beside it, and a ZIP archive",
        files: ["trees.gpkg", "DCIM/a.jpg", "old.zip"], packages: nil),
      Case(name: "a project of QField", files: ["a.gpkg", "a.qgz", "b.zip"], packages: nil),
      Case(name: "a single store", files: ["a.gpkg", "readme.txt"], packages: nil),
      Case(name: "no package at all", files: ["readme.txt"], packages: nil),
    ]
  }

  @Test(arguments: Case.all) func `the inbox lists packages and skipped files`(_ given: Case) throws
  {
    let folder = try TemporaryFolder()
    for file in given.files { try folder.write("x", to: "in/" + file) }
    let inbox = try Inbox(path: folder.path("in/"), known: [])
    let start = folder.path("in") + "/"
    #expect(inbox?.packages == given.packages.map { $0.map { start + $0 } })
    #expect(
      (inbox?.skipped ?? []).map { String($0.path.dropFirst(start.count)) + ": " + $0.reason }
        == given.skipped)
  }

  @Test func `the office data is skipped`() throws {
    let folder = try TemporaryFolder()
    for file in ["a.gpkg", "b.gpkg", "office.gpkg"] { try folder.write("x", to: "in/" + file) }
    let inbox = try Inbox(
      path: folder.path("in"), known: [(folder.path("in/office.gpkg"), "It is the office's.")])
    #expect(inbox?.packages == ["a.gpkg", "b.gpkg"].map { folder.path("in/" + $0) })
    #expect(
      inbox?.skipped == [
        Inbox.Skipped(path: folder.path("in/office.gpkg"), reason: "It is the office's.")
      ])
  }

  @Test func `a file or a missing path is not an inbox`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("x", to: "a.mmpk")
    #expect(try Inbox(path: file, known: []) == nil)
    #expect(try Inbox(path: folder.path("none"), known: []) == nil)
  }
}
