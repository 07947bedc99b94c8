import Bytes
package import Geometry
import OrderedJSON
import SQLiteFile

/// Makes the rows of one table out of tokens, in the form of ``TableSchema``.
///
/// Readers set the tokens of a row's fields in any order, and the geometry; `finish` writes the
/// record. Nothing is allocated for a row but what the batch grows by.
package struct RowBuilder: Sendable {
  package let schema: TableSchema
  /// The geometry of the row under way; a reader fills it.
  package var geometry = Geometry(.point)
  /// Whether the row under way has a geometry.
  package var hasGeometry = false

  /// The rules of rows of no type.
  let plainRules: [ColumnRule]
  let typeRules: TypeRules?
  /// The rules of the row under way.
  var rules: [ColumnRule]
  private let srsID: Int32
  private let isLayer: Bool
  private let becomesMultiple: Bool
  private var tokens: [ValueToken]
  private var encoder = RecordEncoder()
  private var scratch: [UInt8] = []

  package init(schema: TableSchema) {
    self.schema = schema
    plainRules = schema.columns.map { ColumnRule($0) }
    rules = plainRules
    typeRules = TypeRules(schema)
    srsID = schema.geometry?.srsID ?? 0
    isLayer = schema.geometry != nil
    becomesMultiple = schema.geometry.flatMap(\.kind).map { $0 == $0.multiple } ?? false
    tokens = Array(repeating: .absent, count: schema.columns.count)
  }

  /// Forgets the row under way.
  package mutating func beginRow() {
    for index in tokens.indices { tokens[index] = .absent }
    hasGeometry = false
  }

  /// Whether the row under way has a token for a field.
  package func isSet(_ column: Int) -> Bool { tokens[column].kind != .absent }

  /// Sets a field's value; a second value for a field wins, as in JSON.
  package mutating func set(_ column: Int, to token: ValueToken) {
    tokens[column] = token
  }

  /// Adds the row under way to a batch. `row` counts from 1 and serves messages.
  package mutating func finish(_ bytes: Span<UInt8>, row: Int, into batch: inout RowBatch) {
    begin(row: row, into: &batch)
    if let typeRules {
      takeRules(typeRules, tokens[typeRules.column], bytes, row: row, notices: &batch.notices)
    }
    for column in tokens.indices {
      appendValue(tokens[column], column, bytes, row: row, notices: &batch.notices)
    }
    end(into: &batch)
  }

  /// Begins the record: the row id's place, and the geometry of a layer.
  mutating func begin(row: Int, into batch: inout RowBatch) {
    encoder.removeAll()
    encoder.appendNull()
    if isLayer { appendGeometry(row: row, to: &batch) }
  }

  mutating func end(into batch: inout RowBatch) {
    encoder.write(to: &batch.bytes)
    batch.ends.append(batch.bytes.count)
  }

  /// Appends a field's value that has a type already.
  mutating func append(
    _ value: RecordValue, of record: Span<UInt8>, column: Int, row: Int,
    notices: inout RowNotices
  ) {
    let rule = rules[column]
    guard value != .null else { return encoder.appendNull(rule, row, &notices) }
    encoder.append(value, of: record, rule, row, &notices)
  }

  private mutating func appendGeometry(row: Int, to batch: inout RowBatch) {
    guard hasGeometry, !geometry.isEmpty else {
      // An empty geometry is kept as NULL: readers agree on NULL, not on the empty flag.
      encoder.appendNull()
      batch.envelopes.append(.empty)
      batch.notices.note(.geometryMissing, column: "", sample: "row \(row)")
      return
    }
    if becomesMultiple { geometry.makeMultiple() }
    scratch.removeAll(keepingCapacity: true)
    GeoPackageBlob.append(geometry, srsID: srsID, to: &scratch)
    let blob = scratch
    encoder.append(blob: blob.span)
    batch.envelopes.append(geometry.envelope())
  }

  private mutating func appendValue(
    _ token: ValueToken, _ column: Int, _ bytes: Span<UInt8>, row: Int, notices: inout RowNotices
  ) {
    let rule = rules[column]
    switch token.kind {
    case .absent, .null:
      encoder.appendNull(rule, row, &notices)
    case .escapedText:
      scratch.removeAll(keepingCapacity: true)
      if JSONScanner.unescape(bytes, token.start..<token.end, into: &scratch) != nil {
        notices.note(.badText, column: rule.name, sample: "row \(row)")
      }
      appendScratch(rule, row, &notices)
    case .quotedText:
      scratch.removeAll(keepingCapacity: true)
      CSVText.unquote(bytes.extracting(token.start..<token.end), into: &scratch)
      appendScratch(rule, row, &notices)
    default:
      encoder.append(token.kind, bytes.extracting(token.start..<token.end), rule, row, &notices)
    }
  }

  private mutating func appendScratch(
    _ rule: ColumnRule, _ row: Int, _ notices: inout RowNotices
  ) {
    // The text is moved out while the encoder reads it, so that both can be touched at once.
    let text = scratch
    encoder.append(.text, text.span, rule, row, &notices)
  }
}
