import Bytes
import Foundation
import TestSupport
import Testing

/// Outputs that get their names together.
struct JointCommitTests {
  /// No process has the highest number that the kernel assigns.
  private static let dead = 4_194_304
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func contents() throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try folder.files().map {
        ($0, String(decoding: try folder.read($0), as: UTF8.self))
      })
  }

  private func addFile(
    _ name: String, _ text: String, overwrite: Bool = true, to joint: JointCommit,
    removing stale: [String] = []
  ) throws {
    var file = try AtomicFile(replacing: folder.path(name), overwrite: overwrite)
    try file.append(Array(text.utf8))
    try file.commit(with: joint, removing: stale.map(folder.path))
  }

  private func addFolder(_ name: String, _ text: String, to joint: JointCommit) throws {
    let site = try AtomicFolder(replacing: folder.path(name), overwrite: true)
    try folder.write(text, to: try relative(site.path(for: "pages/1.html")))
    try site.commit(with: joint)
  }

  private func relative(_ path: String) -> String { String(path.dropFirst(folder.path.count + 1)) }

  @Test func `files and folders, new and old, appear together`() throws {
    for name in ["old", "old-wal", "site/old.html"] { try folder.write("before", to: name) }
    let before = try contents()
    let joint = JointCommit()
    try addFile("new", "after", overwrite: false, to: joint)
    try addFile("old", "after", to: joint, removing: ["old-wal", "old-shm"])
    try addFolder("site", "after", to: joint)
    try addFolder("fresh", "after", to: joint)
    #expect(try contents().filter { !$0.key.hasPrefix(".") } == before)
    try joint.run()
    #expect(
      try contents() == [
        "new": "after", "old": "after", "site/pages/1.html": "after",
        "fresh/pages/1.html": "after",
      ])
    #expect(try names() == ["fresh", "new", "old", "site"])
  }

  @Test func `outputs of a commit that never runs are removed`() throws {
    try folder.write("before", to: "old")
    do {
      let joint = JointCommit()
      try addFile("old", "after", to: joint)
      try addFolder("site", "after", to: joint)
      #expect(try names().count == 3)
    }
    #expect(try names() == ["old"])
    #expect(try contents() == ["old": "before"])
  }

  @Test func `if one output fails, the others keep what they had`() throws {
    for name in ["old", "old-wal", "site/old.html"] { try folder.write("before", to: name) }
    let before = try contents()
    let joint = JointCommit()
    try addFile("new", "after", overwrite: false, to: joint)
    try addFile("old", "after", to: joint, removing: ["old-wal"])
    try addFolder("site", "after", to: joint)
    try addFile("late", "after", overwrite: false, to: joint)
    // Somebody makes it meanwhile.
    try folder.write("theirs", to: "late")
    #expect(throws: BytesError.outputExists(path: folder.path("late"))) { try joint.run() }
    #expect(
      try contents().filter { !$0.key.hasPrefix(".") }
        == before.merging(["late": "theirs"]) { $1 })
  }

  @Test func `a folder is updated file by file, with the others`() throws {
    for name in ["site/same", "site/a/changed", "site/b/removed", "site/own/theirs"] {
      try folder.write("before", to: name)
    }
    func update(_ joint: JointCommit, removed: [String]) throws {
      let site = try AtomicFolder(replacing: folder.path("site"), overwrite: true)
      for name in ["a/changed", "c/added"] {
        try folder.write("after", to: relative(try site.path(for: name)))
      }
      try site.update(changed: ["a/changed", "c/added"], removed: removed, with: joint)
    }
    let joint = JointCommit()
    try update(joint, removed: ["b/removed"])
    try addFile("out", "after", to: joint)
    try joint.run()
    #expect(
      try contents() == [
        "site/same": "before", "site/a/changed": "after", "site/c/added": "after",
        "site/own/theirs": "before", "out": "after",
      ])
    #expect(!folder.exists("site/b"))
    #expect(throws: BytesError.badRelativePath("../out")) {
      try update(JointCommit(), removed: ["../out"])
    }
    #expect(folder.exists("out"))
  }

  // MARK: After a kill

  /// Writes what a killed run leaves: a record of its steps.
  private func writeRecord(
    _ steps: [(kind: String, type: String, inode: String, name: String, temporary: String)],
    of process: Int = dead, in place: String? = nil, isWhole: Bool = true
  ) throws {
    var parts = ["FPCOMMIT1"]
    let real = URL(filePath: folder.path).resolvingSymlinksInPath().path
    for step in steps {
      parts += [
        step.kind, step.type, inode(step.inode), place ?? real, step.name, step.temporary, "", "",
      ]
    }
    if isWhole { parts.append("end") }
    try folder.write(parts.map { $0 + "\0" }.joined(), to: ".out.commit-\(process)-9")
  }

  private func inode(_ name: String) -> String {
    var status = stat()
    return unsafe lstat(folder.path(name), &status) == 0 ? String(status.st_ino) : "0"
  }

  private var temporaries: (out: String, site: String, log: String) {
    let end = ".partial-\(Self.dead)-"
    return (".out" + end + "1", ".site" + end + "2", ".out-wal" + end + "3")
  }

  /// A killed run with three steps.
  private func kill(isWhole: Bool = true, in place: String? = nil) throws {
    let (out, site, log) = temporaries
    for name in ["out", "out-wal", "site/1.html"] { try folder.write("before", to: name) }
    for name in [out, site + "/2.html"] { try folder.write("after", to: name) }
    try writeRecord(
      [
        ("remove", "file", "out-wal", "out-wal", log), ("replace", "file", out, "out", out),
        ("replace", "folder", site, "site", site),
      ], in: place, isWhole: isWhole)
  }

  private static let complete = ["out": "after", "site/2.html": "after"]

  @Test(arguments: 0...3)
  func `the next run completes what a killed run began`(performed: Int) throws {
    try kill()
    let (out, site, log) = temporaries
    func move(_ name: String, _ target: String) throws {
      try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path(target))
    }
    if performed > 0 { try move("out-wal", log) }
    if performed > 1 {
      try move("out", "aside")
      try move(out, "out")
      try move("aside", out)
    }
    if performed > 2 {
      try FileManager.default.removeItem(atPath: folder.path("site"))
      try move(site, "site")
    }
    // Any output in the folder completes it.
    _ = try AtomicFile(replacing: folder.path("other"), overwrite: false)
    #expect(try contents() == Self.complete)
    #expect(try names() == ["out", "site"])
  }

  @Test(arguments: ["out", "far/site"])
  func `a run in any folder of a killed run completes all of it`(_ place: String) throws {
    try folder.write("before", to: "out")
    try folder.write("before", to: "far/site/1.html")
    let (out, site, _) = temporaries
    try folder.write("after", to: out)
    try folder.write("after", to: "far/\(site)/2.html")
    let real = URL(filePath: folder.path).resolvingSymlinksInPath().path
    let steps = [
      ["replace", "file", inode(out), real, "out", out, "", ""],
      ["replace", "folder", inode("far/\(site)"), real + "/far", "site", site, "", ""],
    ]
    func write(_ parts: [String], to path: String) throws {
      try folder.write(parts.map { $0 + "\0" }.joined(), to: path)
    }
    try write(["FPCOMMIT1"] + steps.joined() + ["end"], to: ".out.commit-\(Self.dead)-9")
    try write(
      ["FPCOMMIT1-AT", "\(real)/.out.commit-\(Self.dead)-9", "end"],
      to: "far/.site.commit-\(Self.dead)-9")
    // Any other output there.
    _ = try AtomicFile(replacing: folder.path(place) + "-other", overwrite: false)
    #expect(
      try contents().filter { !$0.key.contains(".commit-") } == [
        "out": "after", "far/site/2.html": "after",
      ])
    // Neither completes anything again.
    try folder.write("later", to: "out")
    for path in ["x", "far/x"] { try JointCommit.finishEarlier(beside: folder.path(path)) }
    #expect(try contents() == ["out": "later", "far/site/2.html": "after"])
  }

  @Test func `outputs in several folders appear together`() throws {
    let joint = JointCommit()
    try FileManager.default.createDirectory(
      atPath: folder.path("far"), withIntermediateDirectories: true)
    try addFile("out", "after", to: joint)
    try addFile("far/out", "after", to: joint)
    try joint.run()
    #expect(try contents() == ["out": "after", "far/out": "after"])
  }

  @Test(arguments: ["../victim", "victim", ".out.commit-1-1/../victim"])
  func `a pointer that somebody made up leads to no other file`(path: String) throws {
    try folder.write("before", to: "victim")
    try folder.write(
      ["FPCOMMIT1-AT", folder.path(path), "end"].map { $0 + "\0" }.joined(),
      to: ".out.commit-\(Self.dead)-9")
    try JointCommit.finishEarlier(beside: folder.path("out"))
    #expect(try contents() == ["victim": "before"])
  }

  @Test func `an incomplete record changes nothing, and its temporaries are removed`() throws {
    try kill(isWhole: false)
    try JointCommit.finishEarlier(beside: folder.path("out"))
    _ = try AtomicFile(replacing: folder.path("other"), overwrite: false)
    #expect(try contents() == ["out": "before", "out-wal": "before", "site/1.html": "before"])
  }

  @Test func `a file that a killed run had just linked is no obstacle`() throws {
    let (out, site, _) = temporaries
    try folder.write("after", to: out)
    try folder.write("after", to: site + "/2.html")
    try FileManager.default.linkItem(atPath: folder.path(out), toPath: folder.path("out"))
    try writeRecord([("create", "file", out, "out", out), ("create", "folder", site, "site", site)])
    try JointCommit.finishEarlier(beside: folder.path("out"))
    #expect(try contents() == Self.complete)
    #expect(try names() == ["out", "site"])
  }

  @Test func `an output that exists is found after the commit of a killed run`() throws {
    let out = temporaries.out
    try folder.write("after", to: out)
    try writeRecord([("create", "file", out, "out", out)])
    #expect(throws: BytesError.outputExists(path: folder.path("out"))) {
      _ = try AtomicFile(replacing: folder.path("out"), overwrite: false)
    }
    #expect(try contents() == ["out": "after"])
  }

  @Test(arguments: ["victim", "../victim", ".victim.partial-1-1/../victim"])
  func `a record that somebody made up moves no other file`(temporary: String) throws {
    try folder.write("before", to: "victim")
    try folder.write("before", to: "out")
    try writeRecord([
      ("replace", "file", "victim", "out", temporary),
      ("remove", "file", "victim", "victim", "out"),
    ])
    try JointCommit.finishEarlier(beside: folder.path("out"))
    #expect(try contents() == ["out": "before", "victim": "before"])
  }

  @Test func `the record of a living run is left alone`() throws {
    try kill()
    try FileManager.default.moveItem(
      atPath: folder.path(".out.commit-\(Self.dead)-9"), toPath: folder.path(".out.commit-1-9"))
    let held = try #require(FileHandle(forUpdatingAtPath: folder.path(".out.commit-1-9")))
    #expect(flock(held.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    try JointCommit.finishEarlier(beside: folder.path("out"))
    #expect(try folder.read("out") == Array("before".utf8))
    try held.close()
  }
}
