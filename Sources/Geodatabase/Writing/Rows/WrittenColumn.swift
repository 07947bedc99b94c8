import Bytes
import FeatureData
import MapModel
import Records

/// Converts the values of a column while rows are written, and records what type they need. The SQL
/// that creates the table is written last, with a type that holds all values.
///
/// | field | column | |
/// | --- | --- | --- |
/// | SmallInteger, Integer | int16, int32 | a larger type if a value needs it, up to float64 |
/// | BigInteger | float64 | there is no larger integer; exact up to 2^53 |
/// | Single, Double | float32, float64 | |
/// | String | text(length) | as long as the longest text |
/// | Date | realdate | Julian days in UTC, exact to 40 microseconds |
/// | DateOnly, TimeOnly, TimestampOffset | text | unchanged, since a date would be the day before |
/// | | | west of Greenwich |
/// | GlobalID, GUID | uuidtext | in braces and upper case |
/// | Blob, Raster | blob | |
/// | XML | xmltext | |
struct WrittenColumn: Sendable {
  /// The conversion of a value.
  private enum Form: Sendable {
    case integer
    case real
    case text
    case date
    case identity
    case blob
  }

  let field: Field
  private let form: Form
  private var length: Int
  private var isWide = false
  private var isReal = false
  /// Whether a row has no value.
  private(set) var hasNull = false

  /// The length of a text field without a length.
  private static let usualLength = 255

  init(_ field: Field) {
    self.field = field
    length = field.length ?? Self.usualLength
    switch field.type {
    case .smallInteger: form = .integer
    case .integer, .objectID:
      form = .integer
      isWide = true
    case .bigInteger, .single, .double: form = .real
    case .string: form = .text
    case .xml: form = .text
    case .dateOnly, .timeOnly, .timestampOffset:
      form = .text
      length = field.type == .dateOnly ? 10 : field.type == .timeOnly ? 12 : 35
    case .date: form = .date
    case .globalID, .guid: form = .identity
    case .blob, .raster, .geometry: form = .blob
    }
  }

  /// The type that holds all values so far.
  var type: ColumnType {
    switch form {
    case .integer: isReal ? .float64 : isWide ? .int32 : .int16
    case .real: field.type == .single ? .float32 : .float64
    case .text: field.type == .xml ? .xml : .text(length)
    case .date: .realdate
    case .identity: .uuid
    case .blob: .blob()
    }
  }

  /// The field type for ``type``.
  var fieldType: FieldType {
    guard form == .integer, field.type != .objectID else { return field.type.inGeodatabases }
    return isReal ? .double : isWide ? .integer : .smallInteger
  }

  /// Whether the column may be null.
  var isNullable: Bool { field.isNullable || hasNull }

  /// The differences from the field.
  func notes(table: String) -> [GeodatabaseNote] {
    var notes: [GeodatabaseNote] = []
    let name = field.name
    if fieldType != field.type {
      notes.append(.typeChanged(table: table, field: name, from: field.type, to: fieldType))
    }
    if field.type == .string, let declared = field.length, length > declared {
      notes.append(.textWidened(table: table, field: name, length: length))
    }
    if hasNull, !field.isNullable { notes.append(.emptyValues(table: table, field: name)) }
    return notes
  }

  /// Adds the value of a row to its record.
  ///
  /// - Parameter scratch: a buffer for texts.
  /// - Returns: the problem if it can't be added unchanged.
  @inline(__always) mutating func append(
    _ value: RecordValue, of record: Span<UInt8>, to encoder: inout RecordEncoder,
    scratch: inout [UInt8]
  ) -> GeodatabaseTableAccount.Problem? {
    switch (form, value) {
    case (_, .null):
      hasNull = true
      encoder.appendNull()
      return nil
    case (.text, .text(let range)):
      if range.count > length { widen(to: record, range) }
      encoder.append(text: record.extracting(range))
      return nil
    case (.integer, .integer(let number)):
      return append(integer: number, to: &encoder)
    case (.integer, .real(let number)):
      guard let whole = Int64(exactly: number) else { return appendNull(to: &encoder) }
      return append(integer: whole, to: &encoder)
    case (.real, .real(let number)):
      encoder.append(number)
      return nil
    case (.real, .integer(let number)):
      encoder.append(Double(number))
      return Int64(exactly: Double(number)) == number ? nil : .rounded
    case (.blob, .blob(let range)):
      encoder.append(blob: record.extracting(range))
      return nil
    case (.identity, .text(let range)):
      guard let id = GlobalID(record, in: range) else { return appendNull(to: &encoder) }
      scratch.removeAll(keepingCapacity: true)
      id.appendText(to: &scratch)
      encoder.append(text: scratch.span)
      return nil
    case (.date, .text(let range)):
      guard let time = DateText.milliseconds(record, in: range) else {
        return appendNull(to: &encoder)
      }
      encoder.append(JulianDay.day(ofMilliseconds: time))
      return nil
    case (.date, .real(let day)) where day >= 0:
      // Days outside the range of date texts stay unchanged.
      encoder.append(day)
      return nil
    default: return appendNull(to: &encoder)
    }
  }

  private mutating func appendNull(
    to encoder: inout RecordEncoder
  ) -> GeodatabaseTableAccount.Problem? {
    hasNull = true
    encoder.appendNull()
    return .wrongType
  }

  private mutating func append(
    integer: Int64, to encoder: inout RecordEncoder
  ) -> GeodatabaseTableAccount.Problem? {
    if Int16(exactly: integer) == nil { isWide = true }
    guard Int32(exactly: integer) == nil else {
      encoder.append(integer)
      return nil
    }
    isReal = true
    encoder.append(Double(integer))
    return Int64(exactly: Double(integer)) == integer ? nil : .rounded
  }

  /// Lengthens the column for a text with more bytes than the column has characters.
  private mutating func widen(to record: Span<UInt8>, _ range: Range<Int>) {
    // SQLite counts characters; bytes of the form 10xxxxxx don't begin one.
    var count = 0
    for index in range where record[index] & 0xC0 != 0x80 { count &+= 1 }
    length = max(length, count)
  }
}
