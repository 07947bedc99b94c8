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

/// Shapes given to a geodatabase, and the shapes that it then has.
@Suite struct WrittenShapeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The shapes in the file, stored and read, and their notes.
  private struct Written {
    var stored: [StoredShape?]
    var read: [Geometry?]
    var account: GeodatabaseTableAccount
    var reader: GeodatabaseReader
  }

  private func written(
    _ type: EsriGeometryType, _ shapes: [Geometry], in reference: SpatialReference?,
    hasZ: Bool = false
  ) throws -> Written {
    let table = GeodatabaseTable(
      name: "Shapes", layerID: 0, fields: [],
      shape: .init(type: type, hasZ: hasZ, spatialReference: reference),
      serviceItem: ["id": 0, "name": "Shapes"])
    var writer = try GeodatabaseWriter(
      output: MemoryOutput(), content: GeodatabaseContent(created: 0, tables: [table]))
    try writer.begin(table: 0)
    for (index, shape) in shapes.enumerated() {
      var blob: [UInt8] = []
      GeoPackageBlob.append(shape, srsID: 0, to: &blob)
      var encoder = RecordEncoder()
      encoder.appendNull()
      encoder.append(blob: blob.span)
      var record: [UInt8] = []
      encoder.write(to: &record)
      try writer.append(record.span, objectID: Int64(index) + 1)
    }
    let account = try writer.endTable()
    let path = try folder.write(try writer.finish().bytes, to: "shapes.geodatabase")
    let reader = try GeodatabaseReader(path: path)
    let dataset = try #require(reader.datasets.first)
    var stored: [StoredShape?] = []
    try reader.database.forEachRow(of: dataset.table) { rowid, record in
      var decoder = RowDecoder(dataset.table, in: reader.database)
      try decoder.decode(rowid: rowid, record: record)
      guard case .blob(let blob) = decoder.value(1, of: record) else { return stored.append(nil) }
      var shape = StoredShape()
      try shape.decode(blob.span)
      stored.append(shape)
    }
    // Rows with an unknown reference are read only by their shapes.
    let read = reference == nil ? [] : try DatasetContent(reader, dataset).shapes
    return Written(stored: stored, read: read, account: account, reader: reader)
  }

  private func line(_ coordinates: [Double], parts: [Int]? = nil) -> Geometry {
    var line = Geometry(.multiLineString)
    line.coordinates = coordinates
    line.partEnds = parts ?? [coordinates.count / 2]
    return line
  }

  @Test(
    arguments: [
      ([0, 0, 10, 0, 10, 10], nil, 0x04), ([0, 0, 10, 0, 10, 10, 0, 0], nil, 0x04),
      ([0, 0, 10, 0, 10, 10, 10, 0, 20, 0], nil, 0x02),
      ([0, 0, 10, 0, 10, 10, 20, 0], [2, 4], 0x44),
      ([0, 0, 10, 0, 10, 10, 10, 0, 10, 10], [2, 5], 0x44),
      ([0, 0, 10, 0, 10, 10, 10, 0, 20, 20, 10, 0], [2, 6], 0x42),
    ] as [([Double], [Int]?, UInt8)])
  func `the form of a line says whether a part repeats a vertex`(
    coordinates: [Double], parts: [Int]?, form: UInt8
  ) throws {
    let made = try written(.polyline, [line(coordinates, parts: parts)], in: .webMercator)
    #expect(made.stored[0]?.form == form && made.stored[0]?.flags == 0x01)
    // A grid of 0.1 mm.
    #expect(made.read[0]?.partEnds == (parts ?? [coordinates.count / 2]))
    #expect(
      zip(made.read[0]?.coordinates ?? [], coordinates).allSatisfy { ($0 - $1).magnitude < 1e-8 })
  }

  @Test func `repeated vertices are found in long lines too`() throws {
    let circle = (0..<500).flatMap { [Double($0), Double($0 * $0 % 977)] }
    let made = try written(
      .polyline, [line(circle), line(circle + [7, 49]), line(circle + [0, 0])],
      in: .webMercator)
    #expect(made.stored.map { $0?.form } == [0x04, 0x02, 0x04])
  }

  @Test func `shells turn left and holes right, whatever their direction was`() throws {
    var park = Geometry(.multiPolygon)
    let shell: [Double] = [0, 0, 0, 100, 100, 100, 100, 0, 0, 0]
    let hole: [Double] = [25, 25, 50, 25, 50, 50, 25, 25]
    park.coordinates = shell + hole + shell.map { $0 + 200 }
    park.partEnds = [5, 9, 14]
    park.polygonEnds = [2, 3]
    let made = try written(.polygon, [park], in: .webMercator)
    #expect(made.stored[0]?.form == 0x48 && made.stored[0]?.flags == 0x0400_1001)
    let read = try #require(made.read[0])
    #expect(read.partEnds == [5, 9, 14] && read.polygonEnds == [2, 3])
    #expect(read.doubleSignedArea(ofPart: 0) > 0 && read.doubleSignedArea(ofPart: 1) < 0)
    #expect(made.account.bounds == Envelope(minX: 0, minY: 0, maxX: 300, maxY: 300))
  }

  @Test func `a spatial reference without a known grid has its own row with its code`() throws {
    let point = Geometry(x: 525_123.456_789, y: 5_042_987.654_321)
    let made = try written(.point, [point], in: SpatialReference(epsg: 26_910))
    #expect(made.stored[0]?.srid == 300_001)
    let column = try #require(made.reader.datasets[0].shape)
    #expect(column.srid == 300_001 && column.grid.x.units == 1_000_000)
    let reference = try SpatialReference(esriJSON: column.spatialReference ?? .null)
    #expect(reference?.wkid == 26_910)
    let read = try #require(made.read[0])
    #expect((read.x(0) - 525_123.456_789).magnitude <= made.account.coordinateStep)
    #expect((read.y(0) - 5_042_987.654_321).magnitude <= made.account.coordinateStep)
    #expect(made.account.coordinateStep == 5e-7)
    let rows = try made.reader.database.namedRows(
      of: "st_aux_spatial_reference_systems", limit: 9
    ).rows
    #expect(rows.map { $0["srid"].integer } == [300_000, 300_001])
    #expect(rows.last?["auth_name"] == "EPSG" && rows.last?["auth_srid"] == 26_910)
    let text = try SpatialReference(wkt: rows.last?["srtext"].text ?? "")
    #expect(text.wkid == 26_910 || text.isSame(as: SpatialReference(epsg: 26_910)))
  }

  @Test func `a shape that doesn't fit its layer is reported with its row and left out`() throws {
    let made = try written(
      .point,
      [
        Geometry(x: 1, y: 2), line([0, 0, 1, 1]), Geometry(x: -2.1e7, y: 0), Geometry(.point),
        Geometry(x: 3, y: 4),
      ], in: .webMercator)
    #expect(made.stored.map { $0 == nil } == [false, true, true, true, false])
    #expect(
      made.account.misfits.map { "\($0.objectID) \($0.problem)" } == [
        "2 wrongKind(Geometry.GeometryKind.multiLineString)", "3 beyondGrid",
      ])
    #expect(made.account.misfitCount == 2 && made.account.rowCount == 5)
    #expect(made.reader.datasets[0].shape?.extent?.maxX == 3)
  }

  @Test func `heights are kept if the layer has them, and reported otherwise`() throws {
    var high = Geometry(.point, hasZ: true)
    high.coordinates = [1, 2, 33.25]
    let made = try written(.point, [high, Geometry(x: 1, y: 2)], in: .webMercator, hasZ: true)
    #expect(made.read[0]?.coordinates.last == 33.25 && made.read[1]?.coordinates.last == 0)
    #expect(made.account.misfits.map { "\($0.problem)" } == ["fewerDimensions"])
    let layers = try made.reader.database.namedRows(of: "GDB_Layers", limit: 9).rows
    #expect(layers.last?["minz"] == .real(0) && layers.last?["maxz"] == .real(33.25))
    #expect(layers.last?["eflags"] == 71_368_835)
    let flat = try written(.point, [high], in: .webMercator)
    #expect(flat.read[0] == Geometry(x: 1, y: 2))
    #expect(flat.account.misfits.map { "\($0.problem)" } == ["moreDimensions"])
  }

  @Test func `degrees and unknown coordinates keep the precision of their grids`() throws {
    let point = Geometry(x: -122.676_482_1, y: 45.523_064_3)
    for (reference, srid) in [
      (SpatialReference.wgs84, 4_326), (SpatialReference(epsg: 4_269), 300_001), (nil, 300_000),
    ] as [(SpatialReference?, UInt32)] {
      let made = try written(.point, [point], in: reference)
      #expect(made.stored[0]?.srid == srid)
      let column = try #require(made.reader.datasets[0].shape)
      var read = Geometry(.point)
      made.stored[0]?.fill(&read, on: column.grid)
      // A double has 14 binary digits left beside an origin of 450 billion.
      let slack = srid == 300_000 ? 1.2e-4 : 1e-13
      #expect((read.x(0) - point.x(0)).magnitude <= made.account.coordinateStep + slack)
      #expect((read.y(0) - point.y(0)).magnitude <= made.account.coordinateStep + slack)
    }
  }
}
