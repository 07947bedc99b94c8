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
  package init(_ reader: GeoPackageReader, table name: String) throws(GeoPackageError) {
    self.reader = reader
    table = try reader.table(named: name)
    path = reader.database.region.path + ":" + name
  }

  package var files: [FileRegion] { reader.database.files }

  package var byteCount: Int { reader.database.byteCount }

  package func makeStripes() throws(FeatureDataError) -> any StripeReader {
    do throws(GeoPackageError) {
      return GeoPackageStripes(
        rows: try reader.rows(of: table.name), path: path, size: Self.stripeSize)
    } catch {
      throw .store(path: path, "\(error)")
    }
  }

  /// The name of the table.
  package var tableName: String { table.name }

  /// The GlobalIDs of some rows in a field. Rows without a valid GlobalID are left out.
  ///
  /// - Throws: `GeoPackageError` if the file is damaged.
  package func globalIDs(
    inField name: String, of rowids: Set<Int64>
  ) throws(GeoPackageError) -> [Int64: GlobalID] {
    guard let column = fieldNames.firstIndex(of: name) else { return [:] }
    var ids: [Int64: GlobalID] = [:]
    var rows = try reader.rows(of: table.name)
    var layout = RecordLayout()
    while try rows.next() {
      guard rowids.contains(rows.rowid) else { continue }
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      do throws(RecordError) {
        try layout.parse(record)
      } catch {
        throw .damagedRow(table: table.name, rowid: rows.rowid)
      }
      let value = layout.value(table.firstColumn + column, in: record)
      guard case .globalID(let id)? = JoinKey(value, in: record) else { continue }
      ids[rows.rowid] = id
    }
    return ids
  }

  /// The names of the fields in the map. They differ from those of columns that had to be renamed.
  private var fieldNames: [String] { table.columns.map { $0.fieldName ?? $0.name } }

  package func declaration(documents: [JSON]) throws(FeatureDataError) -> SourceDeclaration {
    var declaration = SourceDeclaration()
    declaration.fields = table.columns.map(\.field)
    guard let geometry = table.geometry else { return declaration }
    declaration.hasZ = geometry.hasZ
    declaration.hasM = geometry.hasM
    declaration.spatialReference = try spatialReference(geometry.srsID)
    return declaration
  }

  private func spatialReference(_ id: Int32) throws(FeatureDataError) -> SpatialReference? {
    do throws(GeometryError) {
      return try reader.spatialReference(id)
    } catch {
      throw .spatialReference(path: path, error)
    }
  }

  package func survey(_ stripe: Stripe) throws(FeatureDataError) -> Survey {
    var survey = Survey()
    survey.columns = fieldNames.map { ColumnSurvey(name: $0) }
    var rows = StripeRows(stripe)
    var layout = RecordLayout()
    var shape = Geometry(.point)
    let bytes = stripe.bytes.span
    while let (_, range) = rows.next() {
      let record = bytes.extracting(range)
      survey.rowCount += 1
      do throws(RecordError) { try layout.parse(record) } catch { throw .record(error) }
      try surveyGeometry(of: record, layout, shape: &shape, survey: &survey)
      for column in table.columns.indices {
        let stored = storedColumn(column)
        guard let kind = stored.kind(of: layout.value(stored.column, in: record)) else { continue }
        survey.columns[column].valueCount += 1
        survey.columns[column].kinds.formUnion(kind)
      }
    }
    return survey
  }

  private func surveyGeometry(
    of record: Span<UInt8>, _ layout: RecordLayout, shape: inout Geometry, survey: inout Survey
  ) throws(FeatureDataError) {
    guard table.geometry != nil, case .blob(let range) = layout.value(1, in: record) else {
      survey.nullGeometryCount += 1
      return
    }
    do throws(GeometryError) {
      _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
    } catch {
      throw .geometry(path: path, row: survey.rowCount, offset: 0, error)
    }
    survey.count(shape)
  }

  private func storedColumn(_ column: Int) -> RecordColumn {
    RecordColumn(
      column: table.firstColumn + column, isBoolean: table.columns[column].type == .boolean)
  }

  package func rows(
    of stripe: Stripe, declaration: SourceDeclaration, builder: inout RowBuilder
  ) throws(FeatureDataError) -> RowBatch {
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
      do throws(RecordError) { try layout.parse(record) } catch { throw .record(error) }
      do throws(GeometryError) {
        try builder.finish(
          stored: record, layout: layout, geometryColumn: geometryColumn, columns: columns,
          row: row,
          into: &batch)
      } catch {
        throw .geometry(path: path, row: row, offset: 0, error)
      }
      batch.rowids.append(rowid)
    }
    batch.survey = builder.survey
    return batch
  }
}

/// One pass over the rows of a table.
private struct GeoPackageStripes: StripeReader {
  var rows: GeoPackageRows
  let path: String
  let size: Int
  private var count = StripeCount()
  let documents: [JSON] = []

  init(rows: GeoPackageRows, path: String, size: Int) {
    self.rows = rows
    self.path = path
    self.size = size
  }

  var bytesRead: Int { count.bytes }

  mutating func next() throws(FeatureDataError) -> Stripe? {
    var bytes: [UInt8] = []
    do throws(GeoPackageError) {
      while bytes.count < size, try rows.next() {
        bytes.append(bigEndian: UInt64(bitPattern: rows.rowid))
        bytes.append(bigEndian: UInt32(rows.record.count))
        let source = rows.bytes
        bytes.append(source.span.extracting(rows.record))
      }
    } catch {
      throw .store(path: path, "\(error)")
    }
    return count.stripe(of: bytes)
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
