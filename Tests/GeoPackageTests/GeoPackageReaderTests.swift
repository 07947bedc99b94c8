import Bytes
import Foundation
import GeoPackage
import Geometry
import MapModel
import Records
import SQLiteFile
import TestSupport
import Testing

struct GeoPackageReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func reader(_ sample: SamplePackage = SamplePackage()) throws -> GeoPackageReader {
    try GeoPackageReader(path: try folder.write(try sample.write().bytes, to: "sample.gpkg"))
  }

  @Test func `tables written by Fieldpack are described as given`() throws {
    let reader = try reader()
    #expect(
      reader.contents.map(\.tableName)
        == ["Street_Trees", "Areas", "Inspections", "Street_Trees_Photos"])
    #expect(reader.contents[0].identifier == "Street Trees")
    #expect(reader.contents[0].dataType == "features")
    #expect(reader.contents[0].lastChange == "2023-11-14T22:13:20.123Z")
    var trees = SamplePackage.treeTable
    // The name of the constraint is lowercase in the file.
    if case .codedValues(_, let values) = SamplePackage.domain {
      trees.columns[2].domain = .codedValues(name: "condition types", values: values)
    }
    trees.columns[3].domain = .range(name: "dbh range", minimum: 0, maximum: 300.5)
    #expect(try reader.table(named: "street_trees") == trees)
    #expect(try reader.table(named: "Areas").geometry?.srsID == 3_857)
    #expect(try reader.table(named: "Inspections").geometry == nil)
    #expect(reader.spatialReferences.map(\.id) == [-1, 0, 3_857, 4_326])
    #expect(try reader.metadata() == SamplePackage.options.metadata)
  }

  @Test func `renamed tables are known by their new names only`()
    throws
  {
    let own = try reader()
    let reader = own.renamingTables([("street_trees", "Areas"), ("Inspections", "visits")])
    // A table is hidden if another one is given its name.
    #expect(reader.userTables.map(\.tableName) == ["Areas", "visits", "Street_Trees_Photos"])
    #expect(reader.hasTable(named: "AREAS") && !reader.hasTable(named: "Street_Trees"))
    #expect(throws: GeoPackageError.noSuchTable("Inspections")) {
      try reader.table(named: "Inspections")
    }
    var trees = try own.table(named: "Street_Trees")
    trees.name = "Areas"
    #expect(try reader.table(named: "areas") == trees)
    let relations = try own.relations()
    let renamed = try reader.relations()
    #expect(renamed.map(\.mappingTable) == relations.map(\.mappingTable))
    #expect(renamed.allSatisfy { $0.baseTable != "Street_Trees" })
    #expect(renamed.contains { $0.baseTable == "Areas" && $0.relatedTable == "visits" })
    var (rows, others) = (try reader.rows(of: "Areas"), try own.rows(of: "Street_Trees"))
    while try rows.next() {
      #expect(try others.next() && rows.rowid == others.rowid)
    }
    #expect(try !others.next())
  }

  @Test func `rows written by Fieldpack are read back byte for byte`() throws {
    let sample = SamplePackage(trees: 700)
    let reader = try reader(sample)
    var rows = try reader.rows(of: "Street_Trees")
    var layout = RecordLayout()
    var next = 1
    while try rows.next() {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try layout.parse(record)
      #expect(rows.rowid == next)
      #expect(layout.isNull(0))
      #expect(
        SQLValue(layout.value(2, in: record), of: record) == .text(SamplePackage.globalID(next)))
      if let point = SamplePackage.point(next), case .blob(let blob) = layout.value(1, in: record) {
        var geometry = Geometry()
        #expect(try GeoPackageBlob.decode(record.extracting(blob), into: &geometry) == 4_326)
        #expect(geometry == point)
      } else {
        #expect(SamplePackage.point(next) == nil)
      }
      next += 1
    }
    #expect(next == 701)
    var batch: [UInt8] = []
    var ends: [Int] = []
    var rowids: [Int64] = []
    var again = try reader.rows(of: "Street_Trees")
    while try again.read(into: &batch, ends: &ends, rowids: &rowids, size: batch.count + 4_000) {}
    #expect(rowids == (1...700).map(Int64.init))
    #expect(ends.last == batch.count)
  }

  @Test func `relations and attachments are found`() throws {
    let reader = try reader()
    let relations = try reader.relations()
    #expect(relations.map(\.relationName) == ["attributes", "media"])
    var pairs: [[Int64]] = []
    try reader.forEachPair(of: relations[0]) { pairs.append([$0, $1]) }
    var expected: [[Int64]] = []
    for tree: Int64 in 1...20 { expected += [[tree, 2 * tree - 1], [tree, 2 * tree]] }
    #expect(pairs == expected)
    pairs = []
    try reader.forEachPair(of: relations[1]) { pairs.append([$0, $1]) }
    #expect(pairs == [[1, 1], [1, 2]])
    var names: [String] = []
    try reader.forEachAttachment(in: "Street_Trees_Photos") { _, attachment, content in
      names.append(attachment.name)
      #expect(content.count == 0)
      #expect(attachment.parentGlobalID == SamplePackage.globalID(1))
      #expect(attachment.path?.hasSuffix(".jpg") == true)
    }
    #expect(names == ["Photo 1.jpg", "Photo 2.jpg"])
  }

  @Test func `a database that is not a GeoPackage is rejected with its name`() throws {
    var output = MemoryOutput()
    var database = DatabaseWriter()
    try database.finish(into: &output, applicationID: 5, userVersion: 0)
    let path = try folder.write(output.bytes, to: "plain.db")
    #expect(throws: GeoPackageError.notAGeoPackage(path: path, applicationID: 5)) {
      try GeoPackageReader(path: path)
    }
    let sample = try reader()
    #expect(throws: GeoPackageError.noSuchTable("nowhere")) { try sample.rows(of: "nowhere") }
  }

  @Test(.needs(.ogr2ogr))
  func `a GDAL package with columns added later is read in row form`() async throws {
    let json = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"name":"a","n":1,"f":1.5},
       "geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","properties":{"name":"b","n":null,"f":3.0},"geometry":null}]}
      """
    let input = try folder.write(json, to: "in.geojson")
    let file = folder.path("gdal.gpkg")
    _ = try await Tool.ogr2ogr?.output(["-f", "GPKG", file, input, "-nln", "spots"])
    _ = try await Tool.sqlite3?.output([
      file, "ALTER TABLE spots ADD COLUMN later TEXT DEFAULT 'new'",
    ])
    let reader = try GeoPackageReader(path: file)
    let table = try reader.table(named: "spots")
    #expect(table.columns.map(\.name) == ["name", "n", "f", "later"])
    #expect(table.geometry?.typeName == "POINT")
    var rows = try reader.rows(of: "spots")
    var layout = RecordLayout()
    var found: [[SQLValue]] = []
    while try rows.next() {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try layout.parse(record)
      var values: [SQLValue] = []
      for column in 2..<6 { values.append(SQLValue(layout.value(column, in: record), of: record)) }
      found.append(values)
    }
    #expect(
      found == [
        [.text("a"), .integer(1), .real(1.5), .text("new")],
        [.text("b"), .null, .real(3), .text("new")],
      ])
  }

  @Test func `colliding names get a number, reserved table names a prefix`() {
    #expect(
      GeoPackageNames.columns(for: ["FID", "Name", "name", "Geom", "", "ROWID", "a\u{0}b"])
        == ["FID_2", "Name", "name_2", "Geom_2", "field", "ROWID_2", "ab"])
    #expect(
      GeoPackageNames.tables(for: ["Street Trees", "street trees", "gpkg_x", "2020", "/", "Öl-Ä"])
        == ["Street_Trees", "street_trees_2", "t_gpkg_x", "t_2020", "table", "Öl_Ä"])
    #expect(GeoPackageNames.quoted("a\"b") == "\"a\"\"b\"")
  }

  @Test func `packages with changed bytes give rows or errors`() throws {
    let sources = try [60, 2].map { try SamplePackage(trees: $0).write().bytes }
    try Fuzz.run(iterations: 100) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(sources[Int(seed % 2)], others: sources)
      let path = try folder.write(bytes, to: "fuzz.gpkg")
      guard let reader = try? GeoPackageReader(path: path) else { return }
      _ = try GeoPackageCheck.run(reader)
      for relation in (try? reader.relations()) ?? [] {
        try? reader.forEachPair(of: relation) { _, _ in }
        try? reader.forEachAttachment(in: relation.relatedTable) { _, _, _ in }
      }
      _ = try? reader.metadata()
    }
  }
}
