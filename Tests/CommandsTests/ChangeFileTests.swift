import Bytes
import Console
import Foundation
import Packages
import TestSupport
import Testing
import ZIPArchive

/// `diff --changes` writes a change file, which a merge reads like the package it was made from.
@Suite struct ChangeFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A path in the demo.
  private func demo(_ name: String) async throws -> String {
    let (made, session) = try await DemoVerbTests.made.value
    try #require(session.exit == .done)
    return made.path("demo/" + name)
  }

  /// Makes the change file of a returned package of the demo.
  private func changeFile(of crew: String) async throws -> String {
    let path = folder.path(crew + ".changes")
    try await Session.done(
      ["diff", try await demo("returned/\(crew).mmpk"), "--changes", path])
    return path
  }

  private func merge(_ packages: [String], to name: String) async throws -> Session {
    await Session.run(
      ["merge", "--into", try await demo("office.gpkg")] + packages
        + ["--rules", try await demo("TreesOfPortland/bindings.json")]
        + ["-o", folder.path(name + ".gpkg"), "--review", folder.path(name)])
  }

  @Test func `change files in any mixture with packages give the same files`() async throws {
    let packages = [
      try await demo("returned/crew-07.mmpk"), try await demo("returned/crew-08.mmpk"),
    ]
    let changes = [try await changeFile(of: "crew-07"), try await changeFile(of: "crew-08")]
    let expected = try await merge(packages, to: "packages")
    for (name, inputs) in [
      ("changes", changes), ("first", [changes[0], packages[1]]),
      ("second", [packages[0], changes[1]]),
    ] {
      let found = try await merge(inputs, to: name)
      #expect(found.exit == expected.exit)
      #expect(
        found.output.replacing(folder.path(name), with: folder.path("packages")) == expected.output)
      #expect(try folder.read(name + ".gpkg") == folder.read("packages.gpkg"))
      for file in try folder.files()
      where file.hasPrefix("packages/") && !file.hasPrefix("packages/data/basemap/") {
        let other = name + file.dropFirst("packages".utf8.count)
        #expect(try withoutTiles(other) == withoutTiles(file), "\(other)")
      }
    }
  }

  /// The lines of a file of a review, apart from what they say about tiles, which change files don't
  /// have.
  private func withoutTiles(_ path: String) throws -> [Substring] {
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    guard path.hasSuffix("data/review.js"), let base = text.firstRange(of: #""base":"#) else {
      return text.split(separator: "\n").filter {
        !$0.contains("data/basemap/") && !$0.hasSuffix(" data/review.js")
      }
    }
    return [text[..<base.lowerBound]]
  }

  @Test func `a change file has the changed records alone, and its attachments`() async throws {
    let path = try await changeFile(of: "crew-07")
    let package = try await demo("returned/crew-07.mmpk")
    #expect(try InputFile(path: path).size * 5 < InputFile(path: package).size)
    let archive = try ArchiveReader(region: FileRegion(InputFile(path: path)))
    let names = archive.entries.map(\.name)
    #expect(names.filter { $0.hasPrefix("attachments/") }.count == 2)
    #expect(Set(names).isSuperset(of: ["fieldpack.changes.json", "data.gpkg", "base/data.gpkg"]))
    #expect(!names.contains { $0.hasPrefix("p13/") || $0.hasPrefix("review") })
    // It says the same about the crew as the package.
    let (one, other) = (await Session.run(["diff", package]), await Session.run(["diff", path]))
    #expect(one.exit == .somethingToSee)
    #expect(other.exit == one.exit)
    #expect(other.output.replacing(path, with: package) == one.output)
  }

  @Test func `the same package gives the same change file`() async throws {
    let path = try await changeFile(of: "crew-08")
    let first = try folder.read("crew-08.changes")
    try FileManager.default.removeItem(atPath: path)
    _ = try await changeFile(of: "crew-08")
    #expect(try folder.read("crew-08.changes") == first)
  }

  @Test(arguments: [
    ["inspect"], ["verify"], ["export", "-l", "Trees", "-o", "trees.geojson"],
    ["site", "-o", "pages"], ["edit", "--edits", "edits.json"],
  ]) func `commands that need all records refuse a change file`(words: [String]) async throws {
    let path = try await changeFile(of: "crew-07")
    try folder.write(Array("[]".utf8), to: "edits.json")
    let files = ["-o", "--edits"]
    var arguments = [words[0], path]
    for (index, word) in words.enumerated().dropFirst() {
      arguments.append(files.contains(words[index - 1]) ? folder.path(word) : word)
    }
    let session = await Session.run(arguments)
    #expect(session.exit == .inputRefused, "\(session.error)")
    #expect(session.error.contains("not a change file"), "\(session.error)")
  }

  @Test func `a change file is neither office data, nor a base, nor made from another`()
    async throws
  {
    let path = try await changeFile(of: "crew-07")
    let package = try await demo("returned/crew-08.mmpk")
    for words in [
      ["merge", "--into", path, package, "-o", folder.path("merged.gpkg")],
      ["diff", package, "--base", path], ["diff", path, "--changes", folder.path("new.changes")],
    ] {
      let session = await Session.run(words)
      #expect(session.exit == .inputRefused, "\(words): \(session.error)")
      #expect(session.error.contains("not a change file"), "\(session.error)")
    }
    #expect(!folder.exists("merged.gpkg"))
    #expect(!folder.exists("new.changes"))
  }

  @Test(.needs(.sqlite3)) func `a relationship that only the office has needs the whole package`()
    async throws
  {
    let path = try await changeFile(of: "crew-07")
    let office = folder.path("office.gpkg")
    try FileManager.default.copyItem(atPath: try await demo("office.gpkg"), toPath: office)
    // The names of neighborhoods become keys.
    let script = """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '"Neighborhood" TEXT(60)', \
      '"Neighborhood" TEXT(60) REFERENCES Neighborhoods(NAME)') WHERE name = 'Trees';
      """
    let edited = try await #require(Tool.sqlite3).run([office, script])
    try #require(edited.status == 0, "\(edited.errorText)")
    let session = await Session.run(["merge", "--into", office, path, "--dry-run"])
    #expect(session.error.contains("MERGE_CHANGES_INCOMPLETE"), "\(session.error)")
    #expect(session.exit == .inputRefused, "\(session.error)")
    let package = try await demo("returned/crew-07.mmpk")
    #expect(
      await Session.run(["merge", "--into", office, package, "--dry-run"]).exit == .somethingToSee)
  }

  @Test func `a damaged change file is refused, or gives the same as the whole one`() async throws {
    let path = try await changeFile(of: "crew-07")
    let whole = try folder.read("crew-07.changes")
    let expected = try await merge([path], to: "whole")
    for seed in 0..<24 {
      var mutator = Mutator(seed: UInt64(seed))
      try folder.write(mutator.mutated(whole), to: "damaged/crew-07.changes")
      let session = try await merge([folder.path("damaged/crew-07.changes")], to: "damaged-\(seed)")
      if session.exit == expected.exit {
        #expect(try folder.read("damaged-\(seed).gpkg") == folder.read("whole.gpkg"), "\(seed)")
      } else {
        #expect(session.exit == .inputRefused, "\(seed): \(session.error)")
        #expect(!folder.exists("damaged-\(seed).gpkg"))
      }
    }
  }

  /// Damage that no checksum shows: a merge ends, and writes all or nothing.
  @Test func `a change file with a damaged member is refused, or merged`() async throws {
    let path = try await changeFile(of: "crew-07")
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: path)))
    let sound = try archive.entries.map { ($0.name, try archive.read($0, limit: 1 << 24)) }
    let sent = try folder.write(try folder.read("crew-07.changes"), to: "sent/crew-07.changes")
    try await Fuzz.run(iterations: 12) { seed in
      var mutator = Mutator(seed: seed)
      let damaged = Int(seed % UInt64(sound.count))
      var output = ArchiveWriter(try AtomicFile(replacing: sent, overwrite: true))
      for (index, (name, bytes)) in sound.enumerated() {
        let content = index == damaged ? mutator.mutated(bytes, others: [bytes]) : bytes
        try output.appendStored(name, content.span)
      }
      try output.finish()
      let session = try await merge([sent], to: "damaged")
      let isRefused = session.exit == .inputRefused
      #expect(folder.exists("damaged.gpkg") != isRefused, "seed \(seed): \(session.error)")
      for name in ["damaged", "damaged.gpkg"] where folder.exists(name) {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
    }
  }
}
