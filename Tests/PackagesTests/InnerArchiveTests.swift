import Bytes
import Foundation
import GeoPackage
import OrderedJSON
import Packages
import Records
import SQLiteFile
import TestPackages
import TestSupport
import Testing
import ZIPArchive

/// The archives inside a package, with the base and the pages.
@Suite struct InnerArchiveTests {
  private let returned: ReturnedPackage
  init() async throws { returned = try await ReturnedPackage() }

  /// An archive as bytes.
  private func archive(_ members: [(String, [UInt8])]) throws -> [UInt8] {
    try SmallArchive.bytes(of: members.map { (name: $0.0, content: $0.1) })
  }

  /// The package with one of its archives replaced.
  private func path(
    replacing name: String = "base.zip", _ archive: [UInt8],
    as form: ReturnedPackage.Form = .asBuilt
  ) throws -> String {
    var members = returned.members
    members[name] = archive
    return try returned.written(members, as: form)
  }

  /// The error of reading the base, without the test's folder.
  private func refusal(_ path: String) throws -> String? {
    let package = try OpenPackage(path: path)
    do {
      _ = try package.base()
      return nil
    } catch {
      return "\(error)".replacingOccurrences(of: returned.folder.path + "/", with: "")
    }
  }

  private var base: [UInt8] {
    get throws {
      try ReturnedPackage.unpackingBase(returned.members)["base/data.gpkg.compact"] ?? []
    }
  }

  @Test(arguments: ReturnedPackage.Form.allCases)
  func `base and pages are found and verified in every form`(
    form: ReturnedPackage.Form
  ) throws {
    var members = returned.members
    members["review.zip"] = try archive([("index.html", [60]), ("data/meta.js", [33])])
    let package = try OpenPackage(path: returned.written(members, as: form))
    #expect(try package.base()?.database.byteCount == returned.members["data.gpkg"]?.count)
    let paths = try package.members.paths()
    let base = form == .asWrittenEarlier ? "base/data.gpkg" : "base/data.gpkg.compact"
    #expect(paths.contains(base) && paths.contains("review/data/meta.js"))
    #expect(!paths.contains("base.zip") && !paths.contains("review.zip"))
    #expect(try package.members.content(of: "review/index.html", limit: 1) == [60])
    // These pages are not in the manifest.
    let findings = try PackageVerification.run(package) { _ in }
    #expect(findings.map(\.id) == [.packageMemberUnexpected])
    #expect(findings.first?.samples == ["review/data/meta.js", "review/index.html"])
  }

  @Test func `the manifest says which archive holds a file`() throws {
    let package = try OpenPackage(path: returned.written(returned.members, as: .asBuilt))
    let members = package.manifest?["members"]?.array ?? []
    let held = members.filter { $0["in"] != nil }
    #expect(held.map { $0["path"]?.string } == ["base/data.gpkg.compact"])
    #expect(held.first?["in"]?.string == "base.zip")
    #expect(held.first?["size"]?.int == (try base.count))
  }

  @Test func `a replaced base is reported`() throws {
    var other = try base
    other[other.count - 1] ^= 1
    let package = try OpenPackage(path: path(archive([("data.gpkg.compact", other)])))
    let findings = try PackageVerification.run(package) { _ in }
    #expect(findings.map(\.id) == [.packageMemberChanged])
    #expect(findings.first?.subject == "base/data.gpkg.compact")
  }

  @Test func `an archive takes precedence over files unpacked from it`() throws {
    var members = try ReturnedPackage.unpackingBase(returned.members)
    members["base.zip"] = returned.members["base.zip"]
    members["base/data.gpkg.compact"]?[500] ^= 1
    let package = try OpenPackage(path: returned.written(members, as: .folder))
    #expect(try package.members.content(of: "base/data.gpkg.compact", limit: 1 << 24) == base)
    let findings = try PackageVerification.run(package) { _ in }
    #expect(findings == [])
  }

  @Test func `a damaged archive is reported with its path in the package`() throws {
    let sound = try #require(returned.members["base.zip"])
    var flipped = sound
    flipped[sound.count / 2] ^= 1
    let table: [([UInt8], ReturnedPackage.Form, String)] = [
      (flipped, .asBuilt, "a.mmpk, base/data.gpkg.compact: the compact form is damaged at byte "),
      (
        Array(sound.prefix(900)), .asBuilt,
        "a.mmpk, base.zip: a.mmpk, base.zip: the ZIP archive ends too soon, after 900 bytes"
      ),
      ([1, 2, 3], .folderZipped, "a.zip, crew 07/base.zip: not a ZIP archive"),
      ([1, 2, 3], .folder, "a/base.zip: not a ZIP archive"),
    ]
    for (archive, form, words) in table {
      let refusal = try refusal(path(archive, as: form)) ?? ""
      #expect(refusal.contains(words), "\(refusal)")
    }
  }

  @Test func `hostile inner archives are refused like outer ones`() throws {
    // 20 MB of zeros shrink a thousand times.
    let bomb = try archive([("data.gpkg.compact", [UInt8](repeating: 0, count: 20 << 20))])
    // A name that leads out of the archive.
    let plain = try archive([("xx/data.gpkg.compact", [1, 2, 3])])
    let leading = Self.replacing(Array("xx/".utf8), with: Array("../".utf8), in: plain)
    // A size that is larger than the archive.
    var absurd = try archive([("data.gpkg.compact", Array(repeating: 7, count: 4000))])
    for (signature, field) in [([80, 75, 3, 4] as [UInt8], 22), ([80, 75, 1, 2], 24)] {
      let start = try #require(Self.offset(of: signature, in: absurd))
      absurd.replaceSubrange(start + field..<start + field + 4, with: [255, 255, 255, 127])
    }
    let table = [
      (
        bomb,
        #"a.mmpk, base.zip: entry "data.gpkg.compact" expands from 20387 bytes to 20971520, but at most 500 to 1 is allowed"#
      ),
      (
        leading,
        #"a.mmpk, base.zip: entry "../data.gpkg.compact" at offset 55 is rejected: it leaves its folder"#
      ),
      (
        absurd,
        #"a.mmpk, base.zip: entry "data.gpkg.compact" expands from 21 bytes to 2147483647, but at most 100 to 1 is allowed"#
      ),
    ]
    for (archive, words) in table {
      let refusal = try refusal(path(archive)) ?? ""
      #expect(refusal.contains(words), "\(refusal)")
    }
  }

  @Test func `an archive in an inner archive is an ordinary file`() throws {
    let twice = try archive([("base.zip", try #require(returned.members["base.zip"]))])
    let package = try OpenPackage(path: path(twice))
    #expect(try package.base() == nil)
    #expect(try package.members.paths().contains("base/base.zip"))
  }

  @Test func `records can be read despite damaged pages`() async throws {
    var members = returned.members
    members["review.zip"] = [80, 75, 3, 4]
    let package = try OpenPackage(path: returned.written(members, as: .asBuilt))
    try await package.check { _, _ in }
    #expect(try package.base() != nil)
    #expect(try package.members.paths().contains("review.zip"))
    #expect(throws: LocatedError.self) { try package.members.size(of: "review/index.html") }
  }

  // MARK: Written anew

  /// Rewrites a package without edits, and returns the members of the new archive with their
  /// compression.
  private func rewritten(_ path: String, to name: String) async throws -> [String] {
    let target = returned.folder.path(name)
    _ = try await PackageRewriting(try OpenPackage(path: path)).write(to: target, overwrite: true)
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: target)))
    #expect(archive.entries.allSatisfy { $0.method == .stored })
    let findings = try PackageVerification.run(try OpenPackage(path: target)) { _ in }
    #expect(findings == [])
    return archive.entries.map(\.name)
  }

  @Test func `a package of an earlier version is rewritten in the current form`() async throws {
    let path = try returned.written(returned.members, as: .asWrittenEarlier)
    let names = try await rewritten(path, to: "new.mmpk")
    #expect(names.prefix(2) == ["data.gpkg", "base.zip"])
    #expect(!names.contains { $0.hasPrefix("base/") })
    let base = try OpenPackage(path: returned.folder.path("new.mmpk")).base()
    #expect(base?.database.byteCount == returned.members["data.gpkg"]?.count)
  }

  @Test func `an unchanged inner archive keeps its bytes`() async throws {
    let path = try returned.written(returned.members, as: .asBuilt)
    _ = try await rewritten(path, to: "new.mmpk")
    let new = try ReturnedPackage.contents(returned.folder.path("new.mmpk"))
    #expect(new["base.zip"] == returned.members["base.zip"])
  }

  @Test func `other files in the base's folder are kept`() async throws {
    var members = try ReturnedPackage.unpackingBase(returned.members)
    members["base/note.txt"] = [104, 105]
    let path = try returned.zip(members, to: "old.mmpk")
    let target = returned.folder.path("new.mmpk")
    _ = try await PackageRewriting(try OpenPackage(path: path)).write(to: target, overwrite: true)
    let package = try OpenPackage(path: target)
    #expect(try package.members.content(of: "base/note.txt", limit: 2) == [104, 105])
    #expect(try ReturnedPackage.contents(target)["base/note.txt"] == nil)
  }

  @Test func `a folder keeps its archives`() async throws {
    let path = try returned.written(returned.members, as: .folder)
    let target = returned.folder.path("new")
    _ = try await PackageRewriting(try OpenPackage(path: path)).write(to: target, overwrite: true)
    #expect(try returned.folder.read("new/base.zip") == returned.members["base.zip"])
    #expect(!returned.folder.exists("new/base/data.gpkg.compact"))
    let findings = try PackageVerification.run(try OpenPackage(path: target)) { _ in }
    #expect(findings == [])
  }

  private static func offset(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    (0...bytes.count - pattern.count).first {
      bytes[$0..<$0 + pattern.count].elementsEqual(pattern)
    }
  }

  private static func replacing(
    _ pattern: [UInt8], with other: [UInt8], in bytes: [UInt8]
  ) -> [UInt8] {
    var bytes = bytes
    while let start = offset(of: pattern, in: bytes) {
      bytes.replaceSubrange(start..<start + pattern.count, with: other)
    }
    return bytes
  }
}
