import Bytes
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Records
import SQLiteFile
import TestSupport

/// A package with a point layer, a polygon layer, a table related to the first, and attachments.
/// All values depend on the row number only.
struct SamplePackage {
  var trees = 20
  var inspectionsPerTree = 2

  static let domain = Domain.codedValues(
    name: "Condition Types",
    values: [
      CodedValue(name: "Good", code: .string("G")), CodedValue(name: "Poor", code: .string("P")),
    ])

  private static var globalIDColumn: GeoPackageColumn {
    var column = GeoPackageColumn(name: "GlobalID", type: .text(length: 38), index: .unique)
    column.mintsGlobalIDs = true
    return column
  }

  static let treeTable = GeoPackageTable(
    name: "Street_Trees", identifier: "Street Trees", description: "All of them",
    geometry: .init(typeName: "POINT", srsID: 4_326),
    columns: [
      globalIDColumn,
      .init(name: "fid_2", type: .text(length: nil), fieldName: "FID", title: "Former id"),
      .init(name: "Condition", type: .text(length: 1), title: "Condition", domain: domain),
      .init(
        name: "DBH", type: .double, domain: .range(name: "DBH range", minimum: 0, maximum: 300.5)),
      .init(name: "Planted", type: .dateTime), .init(name: "Count", type: .mediumInteger),
      .init(name: "Alive", type: .boolean, isNotNull: true, defaultSQL: "1"),
    ])

  static let areaTable = GeoPackageTable(
    name: "Areas",
    geometry: .init(typeName: "POLYGON", srsID: 3_857),
    columns: [.init(name: "Name", type: .text(length: nil))])

  static let inspectionTable = GeoPackageTable(
    name: "Inspections",
    columns: [
      .init(name: "TreeID", type: .text(length: 38), index: .plain),
      .init(name: "Note", type: .text(length: nil)), .init(name: "Score", type: .smallInteger),
    ])

  static let options = GeoPackageOptions(
    lastChange: 1_700_000_000_123,
    spatialReferences: [
      .init(
        id: 3_857, name: "WGS 84 / Pseudo-Mercator", organization: "EPSG", organizationID: 3_857,
        definition: "PROJCS[\"WGS 84 / Pseudo-Mercator\",GEOGCS[\"WGS 84\","
          + "DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]],"
          + "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]],"
          + "PROJECTION[\"Mercator_1SP\"],PARAMETER[\"central_meridian\",0],"
          + "PARAMETER[\"scale_factor\",1],PARAMETER[\"false_easting\",0],"
          + "PARAMETER[\"false_northing\",0],UNIT[\"metre\",1],AUTHORITY[\"EPSG\",\"3857\"]]")
    ],
    relations: [
      .init(
        mappingTable: "Street_Trees_Inspections", relationName: "attributes",
        baseTable: "Street_Trees", baseKey: "GlobalID", relatedTable: "Inspections",
        relatedKey: "TreeID"),
      GeoPackageTable.attachmentRelation(
        parent: "Street_Trees", parentKey: "GlobalID", table: "Street_Trees_Photos",
        mappingTable: "Street_Trees_Photos_Map"),
    ],
    metadata: [
      .init(standard: "https://example.org/package", mimeType: "text/plain", text: "package-id"),
      .init(
        table: "Areas", standard: "https://example.org/layer", mimeType: "application/json",
        text: "{}"),
    ])

  static func globalID(_ row: Int) -> String {
    let digits = String(UInt64(row) &* 0x9E37_79B9_7F4A_7C15, radix: 16, uppercase: true)
    let all = String(repeating: "0", count: 16 - digits.count) + digits
    return "{\(all.prefix(8))-\(all.suffix(8).prefix(4))-4\(all.suffix(3))-8000-"
      + String(repeating: "0", count: 12 - String(row).count) + "\(row)}"
  }

  static func point(_ row: Int) -> Geometry? {
    row % 10 == 9
      ? nil : Geometry(x: -122.6 + Double(row % 101) * 0.001, y: 45.5 + Double(row) * 1e-5)
  }

  /// Writes the package.
  ///
  /// - Parameter apart: whether indexes and R-trees are built before their table is ended.
  func write(apart: Bool = false) throws -> (bytes: [UInt8], accounts: [TableAccount]) {
    var writer = GeoPackageWriter(output: MemoryOutput(), options: Self.options)
    var accounts: [TableAccount] = []
    try writer.begin(Self.treeTable)
    try writeTrees(to: &writer)
    accounts.append(try end(&writer, apart))
    try writer.begin(Self.areaTable)
    try writeAreas(to: &writer)
    accounts.append(try end(&writer, apart))
    try writer.begin(Self.inspectionTable)
    try writeInspections(to: &writer)
    accounts.append(try end(&writer, apart))
    try writer.begin(.attachments(of: "Street_Trees", name: "Street_Trees_Photos"))
    try writePhotos(to: &writer)
    accounts.append(try end(&writer, apart))
    writer.add(StoredProject(name: "Trees", archive: [0, 1, 0xFE], modified: 1_700_000_000_123))
    let output = try writer.finish()
    return (output.bytes, accounts)
  }

  private func end(
    _ writer: inout GeoPackageWriter<MemoryOutput>, _ apart: Bool
  ) throws -> TableAccount {
    guard apart else { return try writer.endTable() }
    // The last one first, because cores can finish in any order.
    let made = try writer.trees.reversed().map { try $0.make(pageSize: writer.pageSize) }
    return try writer.endTable(made)
  }

  private func writeTrees(to writer: inout GeoPackageWriter<MemoryOutput>) throws {
    var encoder = RecordEncoder()
    var bytes: [UInt8] = []
    var ends: [Int] = []
    var envelopes: [Envelope] = []
    for row in 1..<trees + 1 {
      encoder.removeAll()
      encoder.appendNull()
      if let point = Self.point(row) {
        var blob: [UInt8] = []
        GeoPackageBlob.append(point, srsID: 4_326, to: &blob)
        encoder.append(blob: blob.span)
        envelopes.append(point.envelope())
      } else {
        encoder.appendNull()
        envelopes.append(.empty)
      }
      encoder.append(text: Self.globalID(row))
      encoder.append(text: "old \(row)")
      encoder.append(text: row % 3 == 0 ? "P" : "G")
      encoder.append(Double(row) / 2)
      encoder.append(text: "2021-05-0\(row % 9 + 1)T10:11:12.000Z")
      row % 5 == 0 ? encoder.appendNull() : encoder.append(Int64(row))
      encoder.append(Int64(row % 2))
      encoder.write(to: &bytes)
      ends.append(bytes.count)
    }
    try writer.append(rows: bytes.span, ends: ends, envelopes: envelopes)
  }

  private func writeAreas(to writer: inout GeoPackageWriter<MemoryOutput>) throws {
    for row in 1...3 {
      var blob: [UInt8] = []
      let side = Double(row) * 100
      GeoPackageBlob.append(
        Geometry(Envelope(minX: 0, minY: 0, maxX: side, maxY: side)), srsID: 3_857, to: &blob)
      var encoder = RecordEncoder()
      encoder.appendNull()
      encoder.append(blob: blob.span)
      encoder.append(text: "Area \(row)")
      var record: [UInt8] = []
      encoder.write(to: &record)
      try writer.append(record.span)
    }
  }

  private func writeInspections(to writer: inout GeoPackageWriter<MemoryOutput>) throws {
    for tree in 1..<trees + 1 {
      for number in 0..<inspectionsPerTree {
        var encoder = RecordEncoder()
        encoder.appendNull()
        // Keys match regardless of case and braces.
        encoder.append(text: String(Self.globalID(tree).dropFirst().dropLast()).lowercased())
        encoder.append(text: "note \(number)")
        encoder.append(Int64(number))
        var record: [UInt8] = []
        encoder.write(to: &record)
        try writer.append(record.span)
      }
    }
  }

  private func writePhotos(to writer: inout GeoPackageWriter<MemoryOutput>) throws {
    var encoder = RecordEncoder()
    for number in 1...2 {
      let photo = GeoPackageAttachment(
        parentGlobalID: Self.globalID(1), globalID: Self.globalID(1_000 + number),
        name: "Photo \(number).jpg", contentType: "image/jpeg", size: 3,
        sha256: String(repeating: "0", count: 64), path: "attachments/\(number).jpg")
      let content: [UInt8] = []
      photo.encode(content: content.span, into: &encoder)
      var record: [UInt8] = []
      encoder.write(to: &record)
      try writer.append(record.span)
    }
  }
}

/// An output in memory.
struct MemoryOutput: PatchableOutput {
  var bytes: [UInt8] = []
  var count: Int { bytes.count }
  mutating func append(_ span: Span<UInt8>) throws(BytesError) { bytes.append(span) }
  mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    bytes.store(span, at: offset)
  }
}
