import Bytes
import FeatureData
import Geometry
import MapModel
import Records
import SQLiteFile

/// Converts stored rows to Fieldpack's row form: the fields of a dataset in order, without ID and
/// shape. Julian days become date texts, and integers in REAL fields become doubles.
struct RowForm: Sendable {
  private let dataset: GeodatabaseDataset
  private let fields: [FieldType]
  private var decoder: RowDecoder
  private var encoder = RecordEncoder()
  private var shape = StoredShape()

  init(_ dataset: GeodatabaseDataset, in database: DatabaseReader) {
    self.dataset = dataset
    fields = dataset.definition.fields.map(\.type)
    decoder = RowDecoder(dataset.table, in: database)
  }

  /// Converts a stored record.
  ///
  /// - Parameters:
  ///   - geometry: is filled with the shape.
  ///   - row: is emptied and filled with the converted record.
  /// - Returns: whether there is a shape with points.
  /// - Throws: `GeodatabaseError`.
  mutating func make(
    rowid: Int64, record: Span<UInt8>, geometry: inout Geometry, row: inout [UInt8]
  ) throws -> Bool {
    try decoder.decode(rowid: rowid, record: record)
    encoder.removeAll()
    for (field, column) in zip(fields, dataset.columns) {
      if let text = decoder.utf8(column, of: record) {
        encoder.append(text: text.span)
        continue
      }
      append(decoder.value(column, of: record), field)
    }
    row.removeAll(keepingCapacity: true)
    encoder.write(to: &row)
    guard let column = dataset.shape,
      case .blob(let blob) = decoder.value(column.column, of: record)
    else { return false }
    return try fill(&geometry, from: blob, of: column, rowid: rowid)
  }

  private mutating func append(_ value: SQLValue, _ field: FieldType) {
    switch (field, value) {
    case (.date, .real(let day)), (.dateOnly, .real(let day)):
      var text: [UInt8] = []
      if let time = JulianDay.milliseconds(day),
        field == .date
          ? DateText.appendDateTime(time, to: &text) : DateText.appendDate(time, to: &text)
      {
        encoder.append(text: text.span)
      } else {
        encoder.append(value)
      }
    case (.double, .integer(let number)), (.single, .integer(let number)):
      encoder.append(Double(number))
    default: encoder.append(value)
    }
  }

  private mutating func fill(
    _ geometry: inout Geometry, from blob: [UInt8], of column: GeodatabaseDataset.ShapeColumn,
    rowid: Int64
  ) throws -> Bool {
    do {
      try shape.decode(blob.span)
    } catch {
      throw GeodatabaseError.shape(table: dataset.name, rowid: rowid, error)
    }
    shape.fill(&geometry, on: column.grid)
    guard !geometry.isEmpty else { return false }
    guard Int64(shape.srid) == column.srid else {
      throw GeodatabaseError.shapeInOtherReference(
        table: dataset.name, rowid: rowid, srid: shape.srid)
    }
    return true
  }
}

/// Days since noon of 1 January 4713 BC in UTC, as in SQLite's `julianday`.
enum JulianDay {
  /// 1970-01-01T00:00:00Z.
  private static let epoch: Int64 = 210_866_760_000_000

  /// Milliseconds since 1970, rounded. For present dates, a double is exact to 40 microseconds. Nil
  /// for an invalid time.
  static func milliseconds(_ day: Double) -> Int64? {
    guard let time = Int64(exactly: (day * 86_400_000).rounded()) else { return nil }
    let (result, overflows) = time.subtractingReportingOverflow(epoch)
    return overflows ? nil : result
  }

  /// The Julian day of a time in milliseconds since 1970.
  static func day(ofMilliseconds time: Int64) -> Double {
    Double(time &+ epoch) / 86_400_000
  }
}
