import Bytes
import FeatureData
import Foundation
import Geodatabase
import Geometry
import MapModel
import OrderedJSON
import Records
import SQLiteFile
import TestSupport
import Testing

@Suite struct GeodatabaseReaderTests {
  private let folder: TemporaryFolder
  private let reader: GeodatabaseReader

  init() throws {
    folder = try TemporaryFolder()
    reader = try Self.reader(SampleGeodatabase(), in: folder)
  }

  private static func reader(
    _ sample: SampleGeodatabase, in folder: TemporaryFolder
  ) throws -> GeodatabaseReader {
    try GeodatabaseReader(path: try folder.write(try sample.bytes(), to: "sample.geodatabase"))
  }

  private func dataset(_ name: String) throws -> GeodatabaseDataset {
    try #require(reader.dataset(named: name))
  }

  @Test func `feature classes and tables are listed without attachment tables`() {
    #expect(reader.datasets.map(\.name) == ["Benches", "Inspections", "Paths", "Parks"])
    #expect(
      reader.datasets.map(\.title) == ["City benches", "Inspections", "Paths", "Parks of the city"])
    #expect(reader.unreadable.map(\.name) == ["Gone"])
    #expect(reader.unreadable.map(\.isNoTable) == [true])
    #expect(Set(reader.datasets.map(\.layerID)).count == 4)
  }

  @Test func `fields are the columns of the table, with the definition's descriptions`() throws {
    let benches = try dataset("Benches").definition
    #expect(
      benches.fields.map(\.name) == [
        "OBJECTID", "Name", "Kind", "Material", "Seats", "Placed", "GlobalID", "created_user",
      ])
    #expect(benches.fields[1].alias == "What people call it" && benches.fields[1].length == 40)
    #expect(benches.objectIDField == "OBJECTID" && benches.globalIDField == "GlobalID")
    #expect(benches.fields.named("GlobalID")?.isEditable == false)
    #expect(benches.editFieldsInfo?.fields == ["created_user"])
    let paths = try dataset("Paths").definition
    #expect(paths.fields.map(\.name) == ["FID", "Surface", "Width"])
    #expect(paths.fields.map(\.type) == [.objectID, .string, .double])
  }

  @Test func `domains and subtypes are read`() throws {
    let benches = try dataset("Benches").definition
    #expect(benches.fields.named("Material")?.domain?.name(ofCode: "oak") == "Oak & elm")
    #expect(
      benches.fields.named("Seats")?.domain == .range(name: "SeatCount", minimum: 1, maximum: 6))
    #expect(benches.typeIDField == "Kind")
    #expect(benches.types.map(\.name) == ["Bench", "Table"])
    #expect(benches.types[1].domains.map(\.field) == ["Seats"])
    #expect(benches.types[1].domains.map(\.domain) == [.inherited])
  }

  @Test func `the service's description overrides the table's, except for the rows`() throws {
    let parks = try dataset("Parks").definition
    #expect(parks.id == 4 && parks.name == "Parks of the city")
    #expect(parks.fields.map(\.label) == ["Number", "Park"])
    #expect(parks.drawingInfo?["renderer"]?["type"]?.string == "simple")
    #expect(parks.definitionExpression == nil)
    #expect(parks.capabilities?.allowsEditing == false)
  }

  @Test func `relationship classes become the ends of a relationship`() throws {
    let benches = try dataset("Benches")
    let inspections = try dataset("Inspections")
    let end = try #require(benches.definition.relationships.first)
    #expect(end.role == .origin && end.keyField == "GlobalID" && end.isComposite)
    #expect(end.relatedTableID == inspections.layerID)
    let other = try #require(inspections.definition.relationships.first)
    #expect(other.id == end.id && other.role == .destination && other.keyField == "BenchID")
    #expect(benches.definition.hasAttachments && !inspections.definition.hasAttachments)
  }

  @Test func `the recorded sample geodatabase is up to date`() throws {
    let bytes = try SampleGeodatabase().bytes()
    let path = Fixture.path("Geodatabase/benches.geodatabase")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(
        atPath: Fixture.path("Geodatabase"), withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: path))
      Issue.record("recorded benches.geodatabase")
    }
    #expect(try Fixture.bytes("Geodatabase/benches.geodatabase") == bytes)
  }

  @Test func `a replica gives its current rows by object ID`() throws {
    let benches = try DatasetContent(reader, try dataset("Benches"))
    #expect(benches.objectIDs == [1, 3, 4])
    #expect(benches.values(of: "Name") == ["New place", "By the pond", nil])
    #expect(benches.values(of: "Placed").first == "2026-05-01T12:30:00.000Z")
    #expect(benches.values(of: "GlobalID").first == .text(SampleGeodatabase.bench(1)))
    #expect(
      benches.shapes.map { $0?.coordinates } == [[-122, 45.75, 1], [-122.5, 45.5, 0.5], nil])
    #expect(benches.schema.geometry?.hasZ == true && benches.schema.geometry?.srsID == 4_326)
  }

  @Test func `a custom spatial reference gives the grid`() throws {
    let paths = try DatasetContent(reader, try dataset("Paths"))
    #expect(paths.objectIDs == [1, 2])
    #expect(paths.values(of: "Width") == [.real(1.5), .real(2)])
    let path = try #require(paths.shapes[0])
    #expect(path.hasM && path.partEnds == [2, 4])
    #expect(
      Array(path.coordinates.prefix(6))
        == [-13_660_000, 5_703_000, 0, -13_659_999, 5_703_002, 1])
    #expect(paths.schema.geometry?.srsID == 3_857)
  }

  @Test func `the box of polygons is that of the catalog`() throws {
    let parks = try dataset("Parks")
    let content = try DatasetContent(reader, parks)
    #expect(content.shapes[0]?.envelope() == parks.shape?.extent)
    #expect(content.rows == [[5, "Common"]])
  }

  @Test func `only current attachments are listed`() throws {
    let table = try #require(reader.attachmentTable(of: "Benches"))
    var found: [GeodatabaseAttachment] = []
    var texts: [String] = []
    try reader.forEachAttachment(in: table) { rowid, attachment in
      found.append(attachment)
      let content = try #require(try reader.attachmentContent(in: table, rowid: rowid))
      texts.append(String(decoding: content, as: UTF8.self))
    }
    #expect(found.map(\.name) == ["front.txt", "pond.txt"])
    #expect(found.map(\.parentGlobalID) == [1, 3].map(SampleGeodatabase.bench))
    #expect(texts == ["a note", "ducks"])
    #expect(reader.attachmentTable(of: "Parks") == nil)
  }

  @Test func `two current rows with the same object ID are refused`() throws {
    var sample = SampleGeodatabase()
    let row: [SQLValue] = [
      1, "A", 1, "oak", 1, nil, .text(SampleGeodatabase.bench(1)), "ana", nil, 1, 0,
      .real(5_373_484.499_988_425_5),
    ]
    var other = row
    other[9] = 2
    sample.rows["Benches"] = [row, other]
    let reader = try Self.reader(sample, in: folder)
    let benches = try #require(reader.dataset(named: "Benches"))
    #expect(throws: GeodatabaseError.objectIDTwice(table: "Benches", objectID: 1)) {
      try reader.rows(of: benches)
    }
  }

  @Test(arguments: [
    ("main.Parks", "<a>", GeodatabaseError.definition(item: "main.Parks", offset: 3, expected: "")),
    (
      "main.Parks", "<a><ShapeFieldName>Place</ShapeFieldName></a>",
      .missingColumn(table: "Parks", column: "Place")
    ),
    (
      "main.Parks", "<a><ShapeFieldName>SHAPE</ShapeFieldName></a>",
      .gridUnknown(dataset: "Parks", srid: 3_857)
    ),
  ])
  func `an unreadable definition loses only its dataset`(
    item: String, definition: String, expected: GeodatabaseError
  ) throws {
    var sample = SampleGeodatabase()
    sample.definitions[item] = definition
    let reader = try Self.reader(sample, in: folder)
    #expect(reader.datasets.map(\.name) == ["Benches", "Inspections", "Paths"])
    let lost = try #require(reader.unreadable.first)
    #expect(lost.kind == .dataset && lost.name == "Parks")
    let problem = lost.problem as? GeodatabaseError
    if case .definition(let name, let offset, _) = problem {
      #expect(expected == .definition(item: name, offset: offset, expected: ""))
    } else {
      #expect(problem == expected)
    }
    let benches = try DatasetContent(reader, try #require(reader.dataset(named: "Benches")))
    #expect(benches.objectIDs == [1, 3, 4])
  }

  @Test(arguments: [
    ("Material", UnreadableItem.Kind.domain), ("main.BenchInspections", .relationshipClass),
  ])
  func `an unreadable domain or relationship loses no rows`(
    item: String, kind: UnreadableItem.Kind
  ) throws {
    var sample = SampleGeodatabase()
    sample.definitions[item] = "<Name>x</Namee>"
    let reader = try Self.reader(sample, in: folder)
    #expect(reader.unreadable.map(\.kind) == [kind, .dataset])
    #expect(reader.datasets.count == 4)
    let benches = try #require(reader.dataset(named: "Benches")).definition
    #expect((benches.fields.named("Material")?.domain == nil) == (kind == .domain))
    #expect(benches.relationships.isEmpty == (kind == .relationshipClass))
  }

  @Test func `a layer with an invalid service item is read by its own definition`() throws {
    var sample = SampleGeodatabase()
    sample.parksService = "{"
    let reader = try Self.reader(sample, in: folder)
    #expect(reader.unreadable.first?.kind == .serviceItem)
    let problem = reader.unreadable.first?.problem as? GeodatabaseError
    #expect(problem == .serviceItem(dataset: "Parks", itemID: 4))
    #expect(reader.dataset(named: "Parks")?.title == "Parks")
  }

  @Test func `a layer's service name takes precedence over the alias of its class`() throws {
    var sample = SampleGeodatabase()
    sample.definitions["main.Parks"] = SampleDefinitions.parks.replacing(
      "<HasM>", with: "<AliasName>Parks_Clipped</AliasName><HasM>")
    #expect(
      try Self.reader(sample, in: folder).dataset(named: "Parks")?.title == "Parks of the city")
    sample.parksService = "{\"name\":\"\",\"type\":\"Feature Layer\"}"
    #expect(try Self.reader(sample, in: folder).dataset(named: "Parks")?.title == "Parks_Clipped")
  }

  @Test func `an annotation class is an annotation layer`() throws {
    var sample = SampleGeodatabase()
    sample.parksService = "{\"name\":\"Texts\",\"type\":\"Annotation Layer\"}"
    sample.definitions["main.Parks"] = SampleDefinitions.parks.replacing(
      "<ShapeType>", with: "<FeatureType>esriFTAnnotation</FeatureType><ShapeType>")
    let parks = try #require(try Self.reader(sample, in: folder).dataset(named: "Parks"))
    #expect(parks.definition.isAnnotation && parks.definition.kind == .layer)
    #expect(!(try dataset("Benches").definition.isAnnotation))
  }

  @Test func `a delta geodatabase lists the changes in its tables`() throws {
    #expect(reader.delta == nil)
    var sample = SampleGeodatabase()
    sample.more = [
      .init(
        name: "GDB_DataChanges",
        sql: "CREATE TABLE GDB_DataChanges (ID INTEGER PRIMARY KEY, ReplicaGUID uuidtext)",
        rows: [[1, "{7B000000-0000-4000-8000-000000000001}"]], rowidColumn: 0),
      .init(
        name: "GDB_DataChangesDatasets",
        sql: "CREATE TABLE GDB_DataChangesDatasets (ID INTEGER PRIMARY KEY, Name TEXT)",
        rows: [[4, "homesites"]], rowidColumn: 0),
      .init(
        name: "GDB_DataChangesDeltas",
        sql: "CREATE TABLE GDB_DataChangesDeltas (ID INTEGER PRIMARY KEY, "
          + "RecordsetClassID int32, ChangeType int16, ChangedDatasetID int32)",
        // The fourth item of the catalog is the benches. There is no hundredth item.
        rows: [[1, 4, 1, 4], [2, 100, 1, 4]], rowidColumn: 0),
    ]
    let delta = try #require(try Self.reader(sample, in: folder).delta)
    #expect(delta.replica == "{7B000000-0000-4000-8000-000000000001}")
    #expect(delta.changes.map(\.table) == ["Benches"])
    #expect(delta.changes.map(\.dataset) == ["homesites"])
  }

  @Test func `a shape in another spatial reference is refused with its row`() throws {
    var sample = SampleGeodatabase()
    sample.rows["Parks"] = [[5, "Common", .blob(SampleGeodatabase.path.blob)]]
    let reader = try Self.reader(sample, in: folder)
    let parks = try #require(reader.dataset(named: "Parks"))
    #expect(throws: GeodatabaseError.self) { try DatasetContent(reader, parks) }
  }

  @Test func `another database is not a geodatabase`() throws {
    var output = MemoryOutput()
    var database = DatabaseWriter()
    try database.add(.init(name: "t", sql: "CREATE TABLE t (a)", rows: []))
    try database.finish(into: &output, applicationID: 7, userVersion: 0)
    let path = try folder.write(output.bytes, to: "other.db")
    #expect(throws: GeodatabaseError.notAGeodatabase(path: path, applicationID: 7)) {
      try GeodatabaseReader(path: path)
    }
  }

  @Test func `damaged geodatabases give an error or rows`() throws {
    let whole = try SampleGeodatabase().bytes()
    try Fuzz.run(iterations: 250) { seed in
      var mutator = Mutator(seed: seed)
      let path = try folder.write(
        mutator.mutated(whole, others: [whole]), to: "damaged.geodatabase")
      guard let reader = try? GeodatabaseReader(path: path) else { return }
      for dataset in reader.datasets {
        let content = try? DatasetContent(reader, dataset)
        #expect(content.map { $0.rows.count == $0.objectIDs.count } ?? true, "seed \(seed)")
        guard let table = reader.attachmentTable(of: dataset.name) else { continue }
        try? reader.forEachAttachment(in: table) { _, _ in }
      }
    }
  }
}
