package import Bytes
package import FeatureData
import Geometry
import MapModel
package import OrderedJSON
import Records
import SQLiteFile

/// A table of a GeoPackage as a source of rows.
///
/// A stripe holds consecutive rows. Each consists of its id, the length of its record (both
/// big-endian, 8 and 4 bytes) and its record.
package struct GeoPackageSource: FeatureSource {
  package let path: String
  /// The GeoPackage that contains the table.
  package let reader: GeoPackageReader
  private let table: GeoPackageTable

  /// Smallest size of a stripe in bytes.
  private static let stripeSize = 1 << 20

  /// Opens the rows of a table.
  ///
  /// - Throws: what ``GeoPackageReader/table(named:)`` throws.
  package init(_ reader: GeoPackageReader, table name: String) throws {
    self.reader = reader
    table = try reader.table(named: name)
    path = reader.database.region.path + ":" + name
  }

  package var files: [FileRegion] { reader.database.files }

  package var byteCount: Int { reader.database.byteCount }

  package func makeStripes() throws -> any StripeReader {
    StoreStripes(rows: try reader.rows(of: table.name), path: path, size: Self.stripeSize)
  }

  /// The name of the table.
  package var tableName: String { table.name }

  /// The GlobalIDs of some rows in a field. Rows without a valid GlobalID are left out.
  ///
  /// - Throws: `GeoPackageError` if the file is damaged.
  package func globalIDs(
    inField name: String, of rowids: Set<Int64>
  ) throws -> [Int64: GlobalID] {
    guard let column = fieldNames.firstIndex(of: name) else { return [:] }
    var ids: [Int64: GlobalID] = [:]
    var rows = try reader.rows(of: table.name)
    var layout = RecordLayout()
    while try rows.next() {
      guard rowids.contains(rows.rowid) else { continue }
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try about("\(table.name), row \(rows.rowid)") { try layout.parse(record) }
      let value = layout.value(table.firstColumn + column, in: record)
      guard case .globalID(let id)? = JoinKey(value, in: record) else { continue }
      ids[rows.rowid] = id
    }
    return ids
  }

  /// The names of the fields in the map. They differ from those of columns that had to be renamed.
  private var fieldNames: [String] { table.columns.map { $0.fieldName ?? $0.name } }

  package func declaration(documents: [JSON]) throws -> SourceDeclaration {
    var declaration = SourceDeclaration()
    declaration.fields = table.columns.map(\.field)
    guard let geometry = table.geometry else { return declaration }
    declaration.hasZ = geometry.hasZ
    declaration.hasM = geometry.hasM
    declaration.spatialReference = try spatialReference(geometry.srsID)
    return declaration
  }

  private func spatialReference(_ id: Int32) throws -> SpatialReference? {
    try about(path) { try reader.spatialReference(id) }
  }

  package func survey(_ stripe: Stripe) throws -> Survey {
    var survey = Survey()
    survey.columns = fieldNames.map { ColumnSurvey(name: $0) }
    let columns = table.columns.indices.map(storedColumn)
    var rows = StripeRows(stripe)
    var layout = RecordLayout()
    var shape = Geometry(.point)
    let bytes = stripe.bytes.span
    while let (_, range) = rows.next() {
      let record = bytes.extracting(range)
      survey.rowCount += 1
      try layout.parse(record)
      try surveyGeometry(of: record, layout, shape: &shape, survey: &survey)
      for (index, column) in columns.enumerated() {
        guard let kind = column.kind(of: layout.value(column.column, in: record)) else { continue }
        survey.columns[index].valueCount += 1
        survey.columns[index].kinds.formUnion(kind)
      }
    }
    return survey
  }

  private func surveyGeometry(
    of record: Span<UInt8>, _ layout: RecordLayout, shape: inout Geometry, survey: inout Survey
  ) throws {
    guard table.geometry != nil, case .blob(let range) = layout.value(1, in: record) else {
      survey.nullGeometryCount += 1
      return
    }
    try FeatureDataError.ofGeometry(path: path, row: survey.rowCount) { () throws(GeometryError) in
      _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
    }
    survey.count(shape)
  }

  private func storedColumn(_ column: Int) -> RecordColumn {
    RecordColumn(
      column: table.firstColumn + column, isBoolean: table.columns[column].type == .boolean)
  }

  package func rows(
    of stripe: Stripe, declaration: SourceDeclaration, builder: inout RowBuilder
  ) throws -> RowBatch {
    let names = fieldNames
    let columns = builder.schema.columns.map { column in
      names.firstIndex { $0 == column.sourceName }.map(storedColumn)
    }
    let geometryColumn = table.geometry == nil ? nil : 1
    var batch = RowBatch()
    batch.bytes.reserveCapacity(stripe.bytes.count)
    var rows = StripeRows(stripe)
    var layout = RecordLayout()
    var row = 0
    let bytes = stripe.bytes.span
    while let (rowid, range) = rows.next() {
      let record = bytes.extracting(range)
      row += 1
      try layout.parse(record)
      try FeatureDataError.ofGeometry(path: path, row: row) { () throws(GeometryError) in
        try builder.finish(
          stored: record, layout: layout, geometryColumn: geometryColumn, columns: columns,
          row: row, into: &batch)
      }
      batch.rowids.append(rowid)
    }
    batch.survey = builder.survey
    return batch
  }
}

extension GeoPackageRows: StripedRows {
  package func appendRow(to stripe: inout [UInt8]) {
    stripe.append(bigEndian: UInt64(bitPattern: rowid))
    stripe.append(bigEndian: UInt32(record.count))
    let source = bytes
    stripe.append(source.span.extracting(record))
  }
}

/// Walks the rows of a stripe.
private struct StripeRows {
  private let stripe: Stripe
  private var position = 0

  init(_ stripe: Stripe) {
    self.stripe = stripe
  }

  /// The next row's id, and the range of its record in the stripe.
  mutating func next() -> (rowid: Int64, record: Range<Int>)? {
    let content = stripe.bytes
    let bytes = content.span
    guard position + 12 <= bytes.count else { return nil }
    let rowid = Int64(bitPattern: bytes.bigEndianUInt64(at: position))
    let start = position + 12
    let end = start + Int(bytes.bigEndianUInt32(at: position + 8))
    position = end
    return (rowid, start..<end)
  }
}

extension GeoPackageColumn {
  /// The column as a field.
  fileprivate var field: Field {
    Field(
      name: fieldName ?? name, alias: title, type: type.fieldType, length: length,
      isNullable: !isNotNull, domain: domain)
  }

  private var length: Int? {
    if case .text(let length) = type { length } else { nil }
  }
}
