import Bytes
import Geodatabase
import Records
import SQLiteFile

/// An output in memory.
struct MemoryOutput: PatchableOutput {
  var bytes: [UInt8] = []
  var count: Int { bytes.count }
  mutating func append(_ span: Span<UInt8>) throws(BytesError) { bytes.append(span) }
  mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    bytes.store(span, at: offset)
  }
}

/// A small mobile geodatabase with everything that is read: a replica of benches with heights,
/// domains, subtypes, editor tracking, attachments and inspections; paths with measures; parks with
/// several parts.
///
/// ```
/// Benches       points with heights, WGS 84; a replica with a moved and a removed bench
/// Inspections   a table, related to Benches by GlobalID
/// Paths         lines with measures, Web Mercator, plain; its definition lists only two fields
/// Parks         polygons, Web Mercator, plain, with a service's JSON
/// ```
struct SampleGeodatabase {
  /// 2026-05-01T12:30:00Z.
  static let noon = 2_461_162.020_833_333_3
  /// 1970-01-01T00:00:01Z, when rows of a new replica begin.
  static let start = 2_440_587.500_011_574
  /// 9999-12-31T23:59:59Z.
  static let end = 5_373_484.499_988_425_5

  /// The GlobalID of a bench.
  static func bench(_ number: Int) -> String {
    "{00000000-0000-4000-8000-00000000000\(number)}"
  }

  /// Definitions that replace the sample's own, by item.
  var definitions: [String: String] = [:]
  /// Rows that replace the sample's own, by table.
  var rows: [String: [[SQLValue]]] = [:]
  /// Members of the parks' service description that replace the sample's.
  var parksService = SampleDefinitions.parksService
  /// More tables.
  var more: [DatabaseWriter.SmallTable] = []
  /// The definition of its replica; nil for none. See ``replica(download:upload:)``.
  var replica: String?

  func bytes() throws -> [UInt8] {
    var output = MemoryOutput()
    var database = DatabaseWriter(pageSize: 1_024)
    for var table in catalog + datasets + more {
      if replica != nil { table = Self.archived(table) }
      table.rows = rows[table.name] ?? table.rows
      try database.add(table)
    }
    if replica != nil { Self.addViews(to: &database) }
    database.addVirtualTable(
      name: "st_spatial_reference_systems",
      sql: "CREATE VIRTUAL TABLE st_spatial_reference_systems USING VSRS()")
    try database.finish(
      into: &output, applicationID: GeodatabaseReader.applicationID, userVersion: 0)
    return output.bytes
  }
}

// MARK: The catalog

extension SampleGeodatabase {
  private var items: [(type: String, name: String, definition: String)] {
    [
      ("{F3783E6F-65CA-4514-8315-CE3985DAD3B1}", "", ""),
      ("{8C368B12-A12E-4C7E-9638-C9C64E69E98F}", "Material", SampleDefinitions.material),
      ("{C29DA988-8C3E-45F7-8B5C-18E51EE7BEB4}", "SeatCount", SampleDefinitions.seats),
      ("{70737809-852C-4A03-9E22-2CECEA5B9BFA}", "main.Benches", SampleDefinitions.benches),
      ("{CD06BC3B-789D-4C51-AAFA-A467912B8965}", "main.Inspections", SampleDefinitions.inspections),
      ("{70737809-852C-4A03-9E22-2CECEA5B9BFA}", "main.Paths", SampleDefinitions.paths),
      ("{70737809-852C-4A03-9E22-2CECEA5B9BFA}", "main.Parks", SampleDefinitions.parks),
      ("{CD06BC3B-789D-4C51-AAFA-A467912B8965}", "main.Benches__ATTACH", "<DETableInfo/>"),
      (
        "{B606A7E1-FA5B-439C-849C-6E9C2481537B}", "main.BenchInspections",
        SampleDefinitions.relationship
      ),
      (
        "{B606A7E1-FA5B-439C-849C-6E9C2481537B}", "main.Benches__ATTACHREL",
        SampleDefinitions.attachments
      ),
      ("{CD06BC3B-789D-4C51-AAFA-A467912B8965}", "main.Gone", "<DETableInfo/>"),
    ] + (replica.map { [("{5B966567-FB87-4DDE-938B-B4B37423539D}", "Crew 7", $0)] } ?? [])
  }

  private var catalog: [DatabaseWriter.SmallTable] {
    let rows = items.enumerated().map { index, item -> [SQLValue] in
      let definition = definitions[item.name] ?? item.definition
      return [
        .integer(Int64(index + 1)), .text(item.type), .text(item.name), .text(definition),
      ]
    }
    return [
      .init(
        name: "GDB_Items",
        sql: "CREATE TABLE GDB_Items (ObjectID integer primary key not null, "
          + "Type uuidtext not null, Name text(226), Definition xmltext)",
        rows: rows, rowidColumn: 0),
      .init(
        name: "GDB_ServiceItems",
        sql: "CREATE TABLE GDB_ServiceItems (OBJECTID integer primary key not null, "
          + "ItemType int16, ItemInfo text, ItemId int32, DatasetName text)",
        rows: [
          [1, 0, "{\"name\":\"City\",\"type\":\"FeatureServer\"}", -1, "City"],
          [2, 1, .text(parksService), 4, "Parks"],
        ], rowidColumn: 0),
      .init(
        name: "GDB_Layers",
        sql: "CREATE TABLE GDB_Layers (layer_id INTEGER PRIMARY KEY, table_name TEXT, "
          + "minx FLOAT64, miny FLOAT64, maxx FLOAT64, maxy FLOAT64, srid INTEGER)",
        rows: [
          [1, "Benches", .real(-122.5), .real(45.5), .real(-122), .real(45.75), 4_326],
          [2, "Parks", .real(-100), .real(0), .real(200), .real(100), 3_857],
        ], rowidColumn: 0),
      .init(
        name: "st_geometry_columns",
        sql: "CREATE TABLE st_geometry_columns (gcid INTEGER PRIMARY KEY, f_table_name CLOB, "
          + "f_geometry_column CLOB, srid INTEGER)",
        rows: [
          [1, "Benches", "SHAPE", 4_326], [2, "Paths", "Shape", 300_001],
          [3, "Parks", "SHAPE", 3_857],
        ], rowidColumn: 0),
      .init(
        name: "st_aux_spatial_reference_systems",
        sql: "CREATE TABLE st_aux_spatial_reference_systems (srid INTEGER PRIMARY KEY, "
          + "auth_name TEXT(256), auth_srid INT32, srtext TEXT(2048), falsex FLOAT64, "
          + "falsey FLOAT64, xyunits FLOAT64, falsem FLOAT64 DEFAULT 0.0, "
          + "munits FLOAT64 DEFAULT 1.0)",
        rows: [
          [
            300_001, "EPSG", 3_857, "", .real(-13_661_000), .real(5_702_000), .real(8), .real(-10),
            .real(4),
          ]
        ], rowidColumn: 0),
    ]
  }
}

// MARK: The rows

extension SampleGeodatabase {
  /// A bench on the grid -400, -400, 1,000, with heights from -100 in tenths.
  static func point(x: Int64, y: Int64, z: Int64) -> SQLValue {
    var shape = StoredShape()
    (shape.srid, shape.hasZ, shape.form, shape.flags) = (4_326, true, 1, 0x0101)
    (shape.x, shape.y, shape.z) = ([x], [y], [z])
    return .blob(shape.blob)
  }

  static func bench(
    _ row: Int64, id: Int64, name: SQLValue, kind: SQLValue, shape: SQLValue,
    from: Double = start, to: Double = end
  ) -> [SQLValue] {
    [
      .integer(id), name, kind, "oak", 4, .real(noon), .text(bench(Int(id))), "ana", shape,
      .integer(row), .real(from), .real(to),
    ]
  }

  private static var benches: [[SQLValue]] {
    [
      bench(1, id: 3, name: "By the pond", kind: 1, shape: point(x: 277_500, y: 445_500, z: 1_005)),
      // Moved, so that its row has a later number, and removed.
      bench(
        2, id: 1, name: "Old place", kind: 1, shape: point(x: 277_750, y: 445_500, z: 1_000),
        from: start, to: noon),
      bench(
        3, id: 2, name: "Removed", kind: 2, shape: point(x: 277_500, y: 445_750, z: 1_000),
        from: start, to: noon),
      bench(
        4, id: 1, name: "New place", kind: 2, shape: point(x: 278_000, y: 445_750, z: 1_010),
        from: noon),
      bench(5, id: 4, name: nil, kind: nil, shape: nil, from: noon),
    ]
  }

  /// Two lines with measures, on the grid -13,661,000, 5,702,000, 8, with measures from -10 in
  /// quarters.
  static var path: StoredShape {
    var shape = StoredShape()
    (shape.srid, shape.kind, shape.hasM, shape.form) = (300_001, .line, true, 0x44)
    (shape.flags, shape.x) = (0x0201, [8_000, 8_008, -1, 8_100, 8_200])
    (shape.y, shape.m) = ([8_000, 8_016, 0, 8_000, 8_000], [40, 44, 0, 48, 50])
    return shape
  }

  /// A park with two parts, the first with a hole, on ArcGIS's grid of Web Mercator.
  static var park: StoredShape {
    func grid(_ values: [Double], from origin: Double) -> [Int64] {
      values.map { Int64((($0 - origin) * 10_000).rounded()) }
    }
    var shape = StoredShape()
    (shape.srid, shape.kind, shape.form, shape.flags) = (3_857, .polygon, 0x48, 0x0400_1001)
    let first = grid([-100, 100, 100, -100, -100, -50, -50, 50, 50, -50], from: -20_037_700)
    let second = grid([150, 200, 200, 150], from: -20_037_700)
    shape.x = first + [-1] + second
    let top = grid([0, 0, 100, 100, 0, 25, 75, 75, 25, 25], from: -30_241_100)
    shape.y = top + [0] + grid([0, 0, 100, 0], from: -30_241_100)
    return shape
  }

  private var datasets: [DatabaseWriter.SmallTable] {
    [
      .init(
        name: "Benches",
        sql: "CREATE TABLE Benches (OBJECTID int32 not null, Name text(40), Kind int16, "
          + "Material text(10), Seats int16, Placed realdate, GlobalID uuidtext not null, "
          + "created_user text(50), SHAPE geometryblob, "
          + "gdb_archive_oid integer primary key not null, "
          + "gdb_from_date realdate not null default (gdb_transaction_time ()), "
          + "gdb_to_date realdate not null default (julianday ('9999-12-31 23:59:59')))",
        rows: Self.benches, rowidColumn: 9),
      .init(
        name: "Inspections",
        sql: "CREATE TABLE Inspections (OBJECTID integer primary key not null, Note text(80), "
          + "BenchID uuidtext, GlobalID uuidtext not null)",
        rows: [
          [7, "wobbles", .text(Self.bench(1)), "{00000000-0000-4000-8000-000000000107}"],
          [9, "fine", .text(Self.bench(3)), "{00000000-0000-4000-8000-000000000109}"],
        ], rowidColumn: 0),
      .init(
        name: "Paths",
        sql: "CREATE TABLE Paths (FID integer primary key not null, Surface text(20), "
          + "Width float64, Shape geometryblob)",
        rows: [[1, "gravel", .real(1.5), .blob(Self.path.blob)], [2, "bark", 2, nil]],
        rowidColumn: 0),
      .init(
        name: "Parks",
        sql: "CREATE TABLE Parks (OBJECTID integer primary key not null, NAME text(30), "
          + "SHAPE geometryblob)",
        rows: [[5, "Common", .blob(Self.park.blob)]], rowidColumn: 0),
      .init(
        name: "Benches__ATTACH",
        sql: "CREATE TABLE Benches__ATTACH (ATTACHMENTID int32, GLOBALID uuidtext, "
          + "REL_GLOBALID uuidtext, CONTENT_TYPE text(150), ATT_NAME text(250), "
          + "DATA_SIZE int32, DATA blob, gdb_archive_oid integer primary key not null, "
          + "gdb_from_date realdate, gdb_to_date realdate)",
        rows: [
          Self.photo(1, bench: 1, name: "front.txt", content: Array("a note".utf8), end: Self.end),
          Self.photo(
            2, bench: 1, name: "gone.txt", content: Array("taken back".utf8), end: Self.noon),
          Self.photo(3, bench: 3, name: "pond.txt", content: Array("ducks".utf8), end: Self.end),
        ], rowidColumn: 7),
    ]
  }

  static func photo(
    _ number: Int64, bench: Int, name: String, content: [UInt8], end: Double
  ) -> [SQLValue] {
    [
      .integer(number), .text("{00000000-0000-4000-8000-00000000020\(number)}"),
      .text(Self.bench(bench)), "text/plain", .text(name), .integer(Int64(content.count)),
      .blob(content), .integer(number), .real(Self.start), .real(end),
    ]
  }
}

extension StoredShape {
  /// The bytes of the shape.
  var blob: [UInt8] {
    var bytes: [UInt8] = []
    encode(to: &bytes)
    return bytes
  }
}
