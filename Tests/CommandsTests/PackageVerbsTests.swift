import Bytes
import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing
import ZIPArchive

/// `inspect`, `verify` and `export` on a package of the small city.
@Suite struct PackageVerbsTests {
  private let city: SmallCity
  private let package: String

  /// The package. Every test has a copy.
  private static let built = Task {
    let city = try SmallCity()
    try city.addPhoto()
    let package = city.folder.path("out.mmpk")
    let built = await Session.run(["build"] + city.inputs + ["-o", package, "--title", "City"])
    try #require(built.exit == .done, "\(built.error)")
    return try city.folder.read("out.mmpk")
  }

  init() async throws {
    city = try SmallCity()
    try city.addPhoto()
    package = try city.folder.write(try await Self.built.value, to: "out.mmpk")
  }

  @Test func `inspect shows what is in a package`() async throws {
    let session = await Session.run(["inspect", package])
    #expect(session.exit == .done)
    #expect(session.output.hasPrefix("\(package): package, City\nid "))
    #expect(session.output.contains("built 2026-05-01T12:00:00.000Z"))
    #expect(session.output.contains("Trees   3 records, point in EPSG 4326, "))
    #expect(session.output.contains("1 attachment, 1 relationship\n"))
  }

  @Test(arguments: [("nowhere.mmpk", ExitCode.inputMissing), ("map.json", .inputRefused)])
  func `a file that is not a package is refused`(name: String, exit: ExitCode) async throws {
    for verb in ["inspect", "verify"] {
      #expect(await Session.run([verb, city.folder.path(name)]).exit == exit)
    }
  }

  @Test(.needs(.python3, .unzip))
  func `inspect and verify report edits in a -wal file, and a missing -wal file`()
    async throws
  {
    let folder = city.folder.path("back")
    _ = try await Tool.unzip?.run(["-q", package, "-d", folder])
    let script = """
      import os, sqlite3
      db = sqlite3.connect('data.gpkg', isolation_level=None)
      db.execute('PRAGMA journal_mode=WAL')
      db.execute("UPDATE Visits SET Note='cut'")
      os._exit(0)
      """
    let edit = try await #require(Tool.python3).run(["-c", script], folder: folder)
    try #require(edit.status == 0, "\(edit.errorText)")
    let inspected = await Session.run(["inspect", folder])
    #expect(
      inspected.output.contains(
        "\nthe newest edits were read from the -wal file beside the store, "))
    let json = try JSONParser.parse(
      Array(await Session.run(["inspect", folder, "--json"]).output.utf8))
    #expect(json["sidecar"]?["kind"]?.string == "wal")
    #expect((json["sidecar"]?["pages"]?.int ?? 0) > 0)
    let verified = await Session.run(["verify", folder, "--fail-on", "warning"])
    #expect(verified.exit == .done && verified.output.contains("[SQLITE_WAL_READ]"))
    let exported = await Session.run([
      "export", folder, "-l", "Visits", "-o", "-", "--format", "csv",
    ])
    #expect(exported.output.contains(",cut\r\n") && !exported.output.contains("dead wood"))

    try FileManager.default.removeItem(atPath: folder + "/data.gpkg-wal")
    let missed = await Session.run(["verify", folder, "--fail-on", "warning"])
    #expect(missed.exit == .somethingToSee && missed.output.contains("[SQLITE_WAL_MISSING]"))
  }

  @Test func `verify can show its progress as lines of JSON`() async throws {
    let session = await Session.run(["verify", package, "--progress", "json"])
    #expect(session.exit == .done)
    var tasks: [String] = []
    for line in session.error.split(separator: "\n") {
      let event = try JSONParser.parse(Array(line.utf8))
      tasks.append(event["progress"]?.string ?? "")
      #expect((event["done"]?.int ?? .max) <= (event["total"]?.int ?? 0))
    }
    #expect(tasks.contains("Verifying members"))
    #expect(tasks.contains("Verifying data.gpkg"))
    #expect(await Session.run(["verify", package]).error.isEmpty)
  }

  @Test func `a package cut short is refused`() async throws {
    let bytes = try city.folder.read("out.mmpk")
    for count in [0, 3, 100, bytes.count / 2, bytes.count - 1] {
      let path = try city.folder.write(Array(bytes.prefix(count)), to: "cut.mmpk")
      let session = await Session.run(["verify", path])
      #expect(session.exit == .inputRefused, "\(count): \(session.output) \(session.error)")
    }
  }

  @Test func `verify finds a damaged byte`() async throws {
    let bytes = try city.folder.read("out.mmpk")
    let sound = try members(of: package)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      var damaged = bytes
      let offset = generator.integer(in: 0...bytes.count - 1)
      damaged[offset] ^= UInt8(generator.integer(in: 1...255))
      let path = try city.folder.write(damaged, to: "damaged.mmpk")
      let session = await Session.run(["verify", path, "--fail-on", "warning"])
      if session.exit == .done {
        // No reader uses the bytes between members: their times, and the padding before the store.
        #expect(try members(of: path) == sound, "byte \(offset) \(session.output)")
      } else {
        #expect([.somethingToSee, .inputRefused].contains(session.exit), "byte \(offset)")
      }
    }
  }

  private func members(of path: String) throws -> [String: [UInt8]] {
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: path)))
    return try Dictionary(
      uniqueKeysWithValues: archive.entries.map { ($0.name, try archive.read($0, limit: $0.size)) })
  }

  @Test(arguments: ["geojson", "geojsonl", "csv"])
  func `a layer exports the same to a file and to standard output`(format: String) async throws {
    let file = city.folder.path("trees." + format)
    let session = await Session.run(["export", package, "--layer", "Trees", "-o", file])
    #expect(session.exit == .done)
    #expect(session.output.hasPrefix("\(file): 3 records of Trees, "))
    let piped = await Session.run(
      ["export", package, "-l", "trees", "-o", "-", "--format", format])
    #expect(piped.exit == .done)
    #expect(Array(piped.output.utf8) == (try city.folder.read("trees." + format)))
  }

  @Test func `an export has the packed values`() async throws {
    let session = await Session.run([
      "export", package, "-l", "Visits", "-o", "-", "--format", "csv",
    ])
    let lines = session.output.replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(lines.first == "GlobalID,TreeID,Note")
    #expect(lines.contains(#"\#(SmallCity.id(0x102)),\#(SmallCity.id(1)),"dead wood, see photo""#))
  }

  @Test func `an export reports its limits`() async throws {
    let unknown = await Session.run(["export", package, "-l", "Tree", "-o", "-"])
    #expect(unknown.exit == .usage)
    #expect(unknown.error.contains("Did you mean Trees?"))
    let ending = await Session.run(["export", package, "-l", "Trees", "-o", "trees.shp"])
    #expect(ending.exit == .usage)
    let file = try city.folder.write("mine", to: "trees.csv")
    #expect(
      await Session.run(["export", package, "-l", "Trees", "-o", file]).exit == .outputFailed)
    #expect(try city.folder.read("trees.csv") == Array("mine".utf8))
  }

  @Test(
    .needs(.fieldpack, .program("bash")),
    arguments: [">&-", "2>&-", "<&- >&- 2>&-"])
  func `closed standard streams do not write into files`(
    closed: String
  ) async throws {
    let program = try #require(Tool.fieldpack).path
    let file = city.folder.path("closed.csv")
    let line = "'\(program)' export '\(package)' -l Trees -o '\(file)' \(closed)"
    let result = try await #require(Tool(named: "bash")).run(["-c", line])
    #expect([0, 5].contains(result.status), "\(result.errorText)")
    let text = String(decoding: try city.folder.read("closed.csv"), as: UTF8.self)
    #expect(text.hasPrefix("GlobalID,"))
    #expect(text.hasSuffix("\r\n"))
  }

  @Test(.needs(.fieldpack), arguments: [["--help"], ["check"], ["inspect"]])
  func `a full standard output exits with 6`(words: [String]) async throws {
    let program = try #require(Tool.fieldpack).path
    let arguments = words == ["check"] ? city.inputs : words == ["inspect"] ? [package] : []
    let line = (["'\(program)'"] + words + arguments + ["> /dev/full"]).joined(separator: " ")
    let result = try await #require(Tool(named: "sh")).run(["-c", line])
    #expect(result.status == 6, "\(result.errorText)")
  }

  @Test(.needs(.fieldpack, .program("bash")))
  func `a reader that closes the pipe ends an export silently`() async throws {
    let program = try #require(Tool.fieldpack).path
    let line = "'\(program)' export '\(package)' -l Trees -o - | true; echo ${PIPESTATUS[0]}"
    let result = try await #require(Tool(named: "bash")).run(["-c", line])
    #expect(result.text == "0")
    #expect(result.errorText.isEmpty)
  }
}
