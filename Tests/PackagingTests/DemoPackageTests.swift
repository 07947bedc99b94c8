import Bytes
import Foundation
import GeoPackage
import Geometry
import OrderedJSON
import Packages
import Packaging
import SQLiteFile
import TestPackages
import TestSupport
import Testing

/// The package of the demo map, complete and for an area.
@Suite struct DemoPackageTests {
  private static func request(_ change: (inout BuildRequest) -> Void = { _ in }) -> BuildRequest {
    var request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: MapFolder.now)
    change(&request)
    return request
  }

  private static func build(
    _ target: String, _ change: (inout BuildRequest) -> Void = { _ in }
  ) async throws -> BuildReport {
    try await OfflineMapJob(request(change)) { _ in }.build(to: target, overwrite: false)
  }

  /// A package of all data, made once for the tests that only read it.
  private static let whole = Task { () throws -> (folder: TemporaryFolder, report: BuildReport) in
    let folder = try TemporaryFolder()
    return (folder, try await build(folder.path("a.mmpk")))
  }

  /// An area with a part of the demo's trees.
  private static let area = "-122.66,45.50,-122.64,45.56"

  // MARK: Whole

  @Test func `everything is packed and counted`() async throws {
    let (folder, report) = try await Self.whole.value
    #expect(
      report.rowCounts
        == ["Neighborhoods": 3, "Trees": 303, "Species": 25, "Inspections": 420])
    #expect(report.attachmentCount == 8)
    let warnings = report.findings.filter { $0.severity == .warning }
    #expect(
      Set(warnings.map(\.id)) == [.valueNotInDomain, .geometryNull, .relationOrphanChild])
    #expect(warnings.allSatisfy { $0.count == 1 })
    let notes = report.findings.filter { $0.severity != .warning }
    #expect(notes.allSatisfy { $0.id == .projectDiffers && $0.severity == .information })
    #expect(report.extent.minX > -123 && report.extent.maxY < 46)
    // Only the package is left in the folder.
    #expect(try folder.files() == ["a.mmpk"])
  }

  @Test func `check and build give the same result`() async throws {
    let folder = try TemporaryFolder()
    let checked = try await OfflineMapJob(Self.request { $0.area = Self.area }) { _ in }.check()
    let built = try await Self.build(folder.path("a.mmpk")) { $0.area = Self.area }
    #expect(checked.packageID == built.packageID)
    #expect(checked.tables == built.tables)
    #expect(checked.findings == built.findings)
  }

  @Test func `the manifest lists every member with its exact size and digest`() async throws {
    let (folder, report) = try await Self.whole.value
    let package = try OpenPackage(path: folder.path("a.mmpk"))
    let manifest = try #require(package.manifest)
    #expect(manifest["packageId"]?.string == report.packageID)
    #expect(package.packageID == report.packageID)
    let rows = (manifest["layers"]?.array ?? []).map { $0["rows"]?.int }
    #expect(rows == [3, 303, 25, 420])
    let members = manifest["members"]?.array ?? []
    let paths = members.compactMap { $0["path"]?.string }
    let first = ["data.gpkg", "base/data.gpkg.compact", "package.info", "esriinfo/item.pkinfo"]
    #expect(paths.starts(with: first))
    #expect(paths.filter { $0.hasPrefix("attachments/") }.count == 8)
    let sources = manifest["sources"]?.array ?? []
    #expect(sources.count == 4)
    for source in sources {
      let name = try #require(source["name"]?.string)
      let bytes = try Fixture.bytes("TreesOfPortland/" + name)
      #expect(source["size"]?.int == bytes.count)
      #expect(source["sha256"]?.string == SHA256.hex(SHA256.of(bytes.span)))
    }
    try await judge(folder.path("a.mmpk"), members)
  }

  /// Lets Python's ZIP reader measure every member.
  private func judge(_ path: String, _ members: [JSON]) async throws {
    try Need.python3.orCancel()
    let python = try #require(Tool.python3)
    let script = """
      import hashlib, io, sys, zipfile
      def tell(z, folder):
          assert z.testzip() is None
          for i in z.infolist():
              data = z.read(i)
              if not folder and i.filename in ('base.zip', 'review.zip'):
                  tell(zipfile.ZipFile(io.BytesIO(data)), i.filename[:-4] + '/')
                  continue
              assert folder or i.compress_type == zipfile.ZIP_STORED, i.filename
              print(folder + i.filename, len(data), hashlib.sha256(data).hexdigest(), sep='\\t')
      tell(zipfile.ZipFile(sys.argv[1]), '')
      """
    var lines = await Set(
      try python.output(["-c", script, path]).split(separator: "\n").map(String.init))
    for member in members {
      let line = [
        member["path"]?.string ?? "", "\(member["size"]?.int ?? -1)",
        member["sha256"]?.string ?? "",
      ].joined(separator: "\t")
      #expect(lines.remove(line) != nil, "\(line)")
    }
    // The manifest can't list itself.
    #expect(lines.count == 1 && lines.first?.hasPrefix("fieldpack.json\t") == true)
  }

  @Test(.needs(.unzip))
  func `portals can read the item and the picture`() async throws {
    let (folder, report) = try await Self.whole.value
    let unzip = try #require(Tool.unzip)
    let package = try await unzip.run(["-p", folder.path("a.mmpk"), "package.info"])
    let info = try JSONParser.parse(package.output)
    #expect(info["guid"]?.string == report.packageID)
    #expect(info["type"]?.string == "Mobile Map Package")
    #expect(info["version"]?.string == "3.2")
    #expect(info["maps"]?.array?.compactMap(\.string) == ["mobile_map"])
    #expect(info["extent"]?.array?.count == 2)
    let xml = try await unzip.run(["-p", folder.path("a.mmpk"), "esriinfo/iteminfo.xml"])
    let item = try XMLDocument.elements(of: xml.output)
    #expect(item["guid"] == report.packageID)
    #expect(item["title"] == report.plan.title)
    #expect(item["thumbnail"] == "thumbnail/thumbnail.png")
    #expect(item["spatialreference"] == "WGS_1984_Web_Mercator_Auxiliary_Sphere")
    let short = try await unzip.run(["-p", folder.path("a.mmpk"), "esriinfo/item.pkinfo"])
    let facts = try XMLDocument.elements(of: short.output)
    #expect(facts["ID"]?.filter { $0 != "-" }.lowercased() == report.packageID)
    #expect(facts["ID"]?.count == 36)
    #expect(facts["name"] == report.plan.title && facts["size"] == "-1")
    #expect(facts["type"] == "Mobile Map Package" && facts["servable"] == "false")
    let picture = try await unzip.run([
      "-p", folder.path("a.mmpk"), "esriinfo/thumbnail/thumbnail.png",
    ])
    #expect(picture.output.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  }

  // MARK: Area

  @Test func `an area selects its trees, their inspections and their species`() async throws {
    let folder = try TemporaryFolder()
    let report = try await Self.build(folder.path("a.gpkg")) { $0.area = Self.area }
    let store = try OpenPackage(path: folder.path("a.gpkg")).store
    let trees = try StoredRows(store, "Trees")
    #expect(!trees.rows.isEmpty && trees.rows.count < 303)
    #expect(report.rowCounts["Trees"] == trees.rows.count)
    let city = try await wholeCity()
    let inside = try Self.treesInside()
    #expect(trees.values("GlobalID") == inside)
    let chosen = Set(inside)
    #expect(
      try StoredRows(store, "Inspections").values("GlobalID")
        == city.inspections.rows.filter { chosen.contains($0["TreeGlobalID"] ?? "") }
        .compactMap { $0["GlobalID"] }.sorted())
    #expect(
      try StoredRows(store, "Species").values("SpeciesCode")
        == Set(trees.values("SpeciesCode")).intersection(city.species.values("SpeciesCode"))
        .sorted())
    #expect(report.findings(.relationOrphanChild).isEmpty)
  }

  /// The GlobalIDs of the trees in the area, from the fixture's text.
  private static func treesInside() throws -> [String] {
    let json = try JSONParser.parse(Fixture.bytes("TreesOfPortland/trees.geojson"))
    return (json["features"]?.array ?? []).filter { feature in
      guard let position = feature["geometry"]?["coordinates"]?.array?.compactMap(\.double),
        position.count >= 2
      else { return false }
      return (-122.66)...(-122.64) ~= position[0] && 45.50...45.56 ~= position[1]
    }.compactMap { $0["properties"]?["GlobalID"]?.string }.sorted()
  }

  private func wholeCity() async throws -> (inspections: StoredRows, species: StoredRows) {
    let folder = try await Self.whole.value.folder
    let store = try OpenPackage(path: folder.path("a.mmpk")).store
    return (try StoredRows(store, "Inspections"), try StoredRows(store, "Species"))
  }

  // MARK: Photos

  @Test(.needs(.unzip))
  func `attachments are packed as files, and their rows describe them`() async throws {
    let folder = try await Self.whole.value.folder
    let package = try OpenPackage(path: folder.path("a.mmpk"))
    let unzip = try #require(Tool.unzip)
    let photos = try StoredRows(package.store, "Trees_attachments")
    #expect(photos.rows.count == 6)
    for photo in photos.rows {
      let path = try #require(photo["path"])
      let bytes = try await unzip.run(["-p", folder.path("a.mmpk"), Self.escaped(path)]).output
      #expect(SHA256.hex(SHA256.of(bytes.span)) == photo["sha256"])
      #expect(photo["size"] == "\(bytes.count)")
    }
    #expect(photos.values("name").contains("bark détail.jpg"))
  }

  /// `unzip` treats brackets as patterns.
  private static func escaped(_ path: String) -> String { path.replacing("[", with: "[[]") }

  @Test(.needs(.unzip))
  func `attachments are packed as blobs, and the base omits their bytes`() async throws {
    let folder = try TemporaryFolder()
    _ = try await Self.build(folder.path("a.mmpk")) { $0.attachmentStorage = .blobs }
    let unzip = try #require(Tool.unzip)
    let names = try await unzip.run(["-Z1", folder.path("a.mmpk")]).lines
    #expect(!names.contains { $0.hasPrefix("attachments/") })
    try await folder.write(
      unzip.run(["-p", folder.path("a.mmpk"), "data.gpkg"]).output, to: "data.gpkg")
    let issued = try OpenPackage(path: folder.path("a.mmpk")).base()
    let kept = try #require(issued).database.region
    try folder.write(kept.read(at: 0, count: kept.count), to: "base.gpkg")
    let data = try folder.read("data.gpkg")
    let base = try folder.read("base.gpkg")
    let photo = try Fixture.bytes(
      "TreesOfPortland/attachments/Trees/5A892CAE-CE53-5C2F-9527-91C59236F96E/Photo 1.jpg")
    #expect(Data(data).range(of: Data(photo.prefix(600))) != nil)
    #expect(Data(base).range(of: Data(photo.prefix(600))) == nil)
    #expect(base.count < data.count)
    for table in ["Trees", "Species", "Inspections", "Neighborhoods"] {
      let packed = try StoredRows(GeoPackageReader(path: folder.path("data.gpkg")), table)
      let kept = try StoredRows(GeoPackageReader(path: folder.path("base.gpkg")), table)
      #expect(packed.rows == kept.rows)
    }
  }

  @Test func `the base has the rows of all tables, and no indexes`() async throws {
    let folder = try await Self.whole.value.folder
    let package = try OpenPackage(path: folder.path("a.mmpk"))
    let base = try #require(try package.base())
    for name in package.store.contents.map(\.tableName) {
      #expect(try StoredRows(base, name).rows == StoredRows(package.store, name).rows)
    }
    let stored = package.store.database.region
    let whole = try stored.read(at: 0, count: stored.count)
    let expanded = try base.database.region.read(at: 0, count: stored.count)
    let (pages, zeros) = stride(from: 0, to: whole.count, by: 4_096).reduce(into: (0, 0)) {
      let isSame = whole[$1..<($1 + 4_096)] == expanded[$1..<($1 + 4_096)]
      if !isSame, expanded[$1..<($1 + 4_096)].allSatisfy({ $0 == 0 }) { $0.1 += 1 }
      $0.0 += isSame ? 1 : 0
    }
    #expect(zeros > 10)
    #expect(pages + zeros == whole.count / 4_096)
  }

  // MARK: Same inputs, same bytes

  @Test func `the same inputs give the same bytes in any folder`() async throws {
    let first = try await Self.whole.value.folder
    let second = try TemporaryFolder()
    let city = try TemporaryFolder()
    try FileManager.default.removeItem(atPath: city.path)
    try FileManager.default.copyItem(atPath: Fixture.treesOfPortland, toPath: city.path)
    _ = try await Self.build(second.path("a.mmpk")) { request in
      request.map = city.path("map.json")
      request.data = city.path
    }
    #expect(try first.read("a.mmpk") == second.read("a.mmpk"))
  }

  @Test func `the ID depends on records, area, attachments and time`() async throws {
    var ids: Set<String> = []
    let changes: [(inout BuildRequest) -> Void] = [
      { _ in }, { $0.area = Self.area }, { $0.attachmentStorage = .blobs }, { $0.now += 1 },
      { $0.without = ["Species"] },
    ]
    for change in changes {
      ids.insert(try await OfflineMapJob(Self.request(change)) { _ in }.check().packageID)
    }
    #expect(ids.count == changes.count)
  }

  // MARK: All or nothing

  @Test func `findings of the fail level stop the build and leave no file`() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: PackagingError.self) {
      try await Self.build(folder.path("a.mmpk")) { $0.failOn = .warning }
    }
    #expect(try folder.files() == [])
  }

  @Test func `an existing target is not overwritten without --overwrite`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "a.mmpk")
    await #expect(throws: (any Error).self) { try await Self.build(folder.path("a.mmpk")) }
    #expect(try folder.read("a.mmpk") == Array("mine".utf8))
  }

  @Test(.needs(.sqlite3))
  func `SQLite finds no fault in the store`() async throws {
    let folder = try TemporaryFolder()
    for (name, area) in [("a.gpkg", nil), ("b.gpkg", Self.area)] {
      _ = try await Self.build(folder.path(name)) { request in
        request.area = area
        request.attachmentStorage = .blobs
      }
      let said = try await #require(Tool.sqlite3).output([
        folder.path(name), "PRAGMA integrity_check; PRAGMA foreign_key_check;",
      ])
      #expect(said == "ok")
    }
  }
}
