package import Bytes
package import FeatureData
import Geometry
import MapModel
package import OrderedJSON
import Records
import SQLiteFile

/// A feature class or table of a mobile geodatabase as a source of rows.
///
/// A stripe has consecutive rows. Each row has its object ID, its row ID and the length of its
/// record (8, 8 and 4 bytes, big-endian), then the stored record.
package struct GeodatabaseSource: FeatureSource {
  package let path: String
  /// The geodatabase with the dataset.
  package let reader: GeodatabaseReader
  /// The dataset.
  package let dataset: GeodatabaseDataset

  /// The smallest size of a stripe in bytes.
  private static let stripeSize = 1 << 20

  /// Makes a source of a dataset's rows.
  package init(_ reader: GeodatabaseReader, _ dataset: GeodatabaseDataset) {
    self.reader = reader
    self.dataset = dataset
    path = reader.database.region.path + ":" + dataset.name
  }

  package var files: [FileRegion] { reader.database.files }

  package var byteCount: Int { reader.database.byteCount }

  package func makeStripes() throws -> any StripeReader {
    StoreStripes(rows: try reader.rows(of: dataset), path: path, size: Self.stripeSize)
  }

  package func declaration(documents: [JSON]) throws -> SourceDeclaration {
    var declaration = SourceDeclaration()
    declaration.fields = dataset.definition.fields
    declaration.objectIDField = dataset.definition.objectIDField
    declaration.globalIDField = dataset.definition.globalIDField
    declaration.hasZ = dataset.definition.hasZ
    declaration.hasM = dataset.definition.hasM
    guard let reference = dataset.shape?.spatialReference else { return declaration }
    declaration.spatialReference = try about(path) {
      try SpatialReference(esriJSON: reference)
    }
    return declaration
  }

  package func survey(_ stripe: Stripe) throws -> Survey {
    var survey = Survey()
    survey.columns = dataset.definition.fields.map { ColumnSurvey(name: $0.name) }
    var form = RowForm(dataset, in: reader.database)
    var rows = StripeRows(stripe)
    var shape = Geometry(.point)
    var record: [UInt8] = []
    var layout = RecordLayout()
    let bytes = stripe.bytes.span
    while let row = rows.next() {
      survey.rowCount += 1
      let hasShape = try made(
        row, bytes: bytes, form: &form, geometry: &shape, record: &record,
        row: survey.rowCount)
      if hasShape {
        survey.count(shape)
      } else {
        survey.nullGeometryCount += 1
      }
      let span = record.span
      try layout.parse(span)
      for column in survey.columns.indices {
        guard let kind = storedColumn(column).kind(of: layout.value(column, in: span)) else {
          continue
        }
        survey.columns[column].valueCount += 1
        survey.columns[column].kinds.formUnion(kind)
      }
    }
    return survey
  }

  package func rows(
    of stripe: Stripe, declaration: SourceDeclaration, builder: inout RowBuilder
  ) throws -> RowBatch {
    let names = dataset.definition.fields.map(\.name)
    let columns = builder.schema.columns.map { column in
      names.firstIndex { $0 == column.sourceName }.map(storedColumn)
    }
    var batch = RowBatch()
    batch.bytes.reserveCapacity(stripe.bytes.count)
    var form = RowForm(dataset, in: reader.database)
    var rows = StripeRows(stripe)
    var record: [UInt8] = []
    var layout = RecordLayout()
    var row = 0
    let bytes = stripe.bytes.span
    while let stored = rows.next() {
      row += 1
      builder.beginRow()
      builder.hasGeometry = try made(
        stored, bytes: bytes, form: &form, geometry: &builder.geometry, record: &record,
        row: row)
      let span = record.span
      try layout.parse(span)
      builder.finish(begun: span, layout: layout, columns: columns, row: row, into: &batch)
      batch.rowids.append(stored.objectID)
    }
    batch.survey = builder.survey
    return batch
  }

  /// The GlobalIDs of the rows with some object IDs. Rows without a valid GlobalID are left out.
  ///
  /// - Throws: `GeodatabaseError` if the file is damaged.
  package func globalIDs(
    of objectIDs: Set<Int64>
  ) throws -> [Int64: GlobalID] {
    guard !objectIDs.isEmpty, let name = dataset.definition.globalIDField,
      let column = dataset.table.column(named: name)
    else { return [:] }
    var ids: [Int64: GlobalID] = [:]
    var rows = try reader.rows(of: dataset)
    var decoder = RowDecoder(dataset.table, in: reader.database)
    while try rows.next() {
      guard objectIDs.contains(rows.objectID) else { continue }
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try decoder.decode(rowid: rows.rowid, record: record)
      if let id = decoder.value(column, of: record).text.flatMap({ GlobalID($0) }) {
        ids[rows.objectID] = id
      }
    }
    return ids
  }

  private func storedColumn(_ column: Int) -> RecordColumn {
    RecordColumn(column: column, isBoolean: false)
  }

  private func made(
    _ stored: StripeRows.Row, bytes: Span<UInt8>, form: inout RowForm,
    geometry: inout Geometry, record: inout [UInt8], row: Int
  ) throws -> Bool {
    do {
      return try form.make(
        rowid: stored.rowid, record: bytes.extracting(stored.record), geometry: &geometry,
        row: &record)
    } catch GeodatabaseError.shape(_, _, let problem) {
      throw FeatureDataError.geometry(path: path, row: row, offset: 0, problem)
    }
  }
}

extension DatasetRows: StripedRows {
  package func appendRow(to stripe: inout [UInt8]) {
    stripe.append(bigEndian: UInt64(bitPattern: objectID))
    stripe.append(bigEndian: UInt64(bitPattern: rowid))
    stripe.append(bigEndian: UInt32(record.count))
    let source = bytes
    stripe.append(source.span.extracting(record))
  }
}

/// Reads the rows of a stripe.
private struct StripeRows {
  /// A row's IDs, and the range of its record in the stripe.
  struct Row {
    var objectID: Int64
    var rowid: Int64
    var record: Range<Int>
  }

  private let stripe: Stripe
  private var position = 0

  init(_ stripe: Stripe) {
    self.stripe = stripe
  }

  mutating func next() -> Row? {
    let content = stripe.bytes
    let bytes = content.span
    guard position + 20 <= bytes.count else { return nil }
    let start = position + 20
    let end = start + Int(bytes.bigEndianUInt32(at: position + 16))
    defer { position = end }
    return Row(
      objectID: Int64(bitPattern: bytes.bigEndianUInt64(at: position)),
      rowid: Int64(bitPattern: bytes.bigEndianUInt64(at: position + 8)), record: start..<end)
  }
}
