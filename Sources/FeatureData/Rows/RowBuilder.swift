import Bytes
package import Geometry
import OrderedJSON
import Records

/// Makes the rows of one table from tokens, in the form of ``TableSchema``.
///
/// Readers set the tokens of a row's fields in any order, and the geometry. Then `finish` writes
/// the record. Memory is allocated only when the batch grows.
package struct RowBuilder: Sendable {
  package let schema: TableSchema
  /// The geometry of the current row, which the reader fills.
  package var geometry = Geometry(.point)
  /// Whether the current row has a geometry.
  package var hasGeometry = false

  /// Why the current row lost its geometry; `nil` if it didn't.
  private var loss: GeometryError?
  /// Tells outliers from possible coordinates. `nil` if nothing is known about them.
  private var range: CoordinateRange?
  private let dropsOutliers: Bool
  private let hasRings: Bool

  /// The rules of rows without a type.
  let plainRules: [ColumnRule]
  let typeRules: TypeRules?
  /// The rules of the current row.
  var rules: [ColumnRule]
  /// How rows without a GlobalID get one. `nil` if they stay without.
  let minting: GlobalIDMinting?
  /// The column of the GlobalIDs that are minted, and the column of their keys; -1 if none are.
  let mintedColumn: Int
  let mintingColumn: Int
  private let paths: [ColumnPath]
  private let srsID: Int32
  private let isLayer: Bool
  private let becomesMultiple: Bool
  private var tokens: [ValueToken]
  /// Tokens of the current row that were replaced by others for the same field.
  private var replaced: [ValueToken] = []
  private var tally: RowTally
  var encoder = RecordEncoder()
  private var scratch: [UInt8] = []

  /// - Parameter dropsOutliers: whether rows lose coordinates that can't be in their spatial
  ///   reference. Such rows are counted in the survey in any case.
  package init(schema: TableSchema, dropsOutliers: Bool = false) {
    self.schema = schema
    self.dropsOutliers = dropsOutliers
    range = schema.geometry.flatMap { CoordinateRange(of: $0.spatialReference) }
    hasRings = schema.geometry?.kind?.multiple == .multiPolygon
    plainRules = schema.columns.map { ColumnRule($0) }
    rules = plainRules
    let types = TypeRules(schema)
    typeRules = types
    minting = schema.minting
    mintedColumn = schema.minting == nil ? -1 : schema.globalIDColumn ?? -1
    mintingColumn = schema.minting.flatMap { schema.column(named: $0.field) } ?? -1
    paths = plainRules.map { ColumnPath($0, isTyped: types != nil) }
    srsID = schema.geometry?.srsID ?? 0
    isLayer = schema.geometry != nil
    becomesMultiple = schema.geometry.flatMap(\.kind).map { $0 == $0.multiple } ?? false
    tokens = Array(repeating: .absent, count: schema.columns.count)
    tally = RowTally(columnCount: schema.columns.count)
  }

  /// The survey of the rows so far. It shows whether the schema still fits them.
  package var survey: Survey { tally.survey(of: schema.columns) }

  /// Begins a new row.
  package mutating func beginRow() {
    for index in tokens.indices { tokens[index] = .absent }
    if !replaced.isEmpty { replaced.removeAll(keepingCapacity: true) }
    hasGeometry = false
    loss = nil
  }

  /// Removes the geometry of the current row, because no layer can have it.
  package mutating func loseGeometry(_ reason: GeometryError) {
    hasGeometry = false
    loss = reason
  }

  /// Returns whether the current row has a token for a field.
  package func isSet(_ column: Int) -> Bool { tokens[column].kind != .absent }

  /// Sets a field's value. A second value for a field replaces the first, as in JSON.
  ///
  /// - Parameter kind: the kind of value for the survey; empty for null.
  package mutating func set(_ column: Int, to token: ValueToken, kind: ValueKinds) {
    if tokens[column].kind != .absent { replaced.append(tokens[column]) }
    tokens[column] = token
    if !kind.isEmpty { tally.note(kind, column: column) }
  }

  /// Returns whether a field of the current row has the same value as the token.
  func holds(_ token: ValueToken, _ bytes: Span<UInt8>) -> Bool {
    for other in tokens where other.isSame(as: token, bytes) { return true }
    for other in replaced where other.isSame(as: token, bytes) { return true }
    return false
  }

  /// Records a stored value in the survey.
  mutating func note(_ kind: ValueKinds, column: Int) { tally.note(kind, column: column) }

  /// Records that the current row has a geometry that can't be read. `row` counts from 1.
  mutating func noteLostShape(row: Int, sample: @autoclosure () -> String) {
    tally.noteLost(row: row, sample: sample())
  }

  /// Adds the current row to a batch. `row` counts from 1 and is used in messages.
  package mutating func finish(_ bytes: Span<UInt8>, row: Int, into batch: inout RowBatch) {
    begin(row: row, into: &batch)
    if let typeRules {
      takeRules(
        typeRules, for: tokens[typeRules.column], in: bytes, row: row, notices: &batch.notices)
    }
    for column in tokens.indices {
      if column == mintedColumn,
        appendMintedID(own: tokens[column], key: tokens[mintingColumn], in: bytes)
      {
        continue
      }
      appendValue(column, bytes, row: row, notices: &batch.notices)
    }
    end(into: &batch)
  }

  /// Begins the record with the row id column and the geometry of a layer.
  mutating func begin(row: Int, into batch: inout RowBatch) {
    encoder.removeAll()
    encoder.appendNull()
    guard hasGeometry, !geometry.isEmpty else {
      tally.noteNoGeometry()
      if isLayer { appendNoGeometry(row: row, to: &batch) }
      return
    }
    let box = geometry.envelope()
    guard range?.contains(box) != false else {
      tally.note(outlier: geometry, within: box)
      if isLayer { appendOutlier(within: box, to: &batch) }
      return
    }
    tally.note(geometry, within: box)
    guard isLayer else { return }
    if hasRings { noteCrossing(row: row, in: &batch.notices) }
    appendGeometry(within: box, to: &batch)
  }

  mutating func end(into batch: inout RowBatch) {
    encoder.write(to: &batch.bytes)
    batch.ends.append(batch.bytes.count)
  }

  /// Appends a typed value of a field.
  mutating func append(
    _ value: RecordValue, of record: Span<UInt8>, column: Int, row: Int,
    notices: inout RowNotices
  ) {
    let rule = rules[column]
    guard value != .null else { return encoder.appendNull(rule, row: row, notices: &notices) }
    encoder.append(value, of: record, rule: rule, row: row, notices: &notices)
  }

  /// Appends null for an empty geometry, because not all readers support the empty flag.
  private mutating func appendNoGeometry(row: Int, to batch: inout RowBatch) {
    encoder.appendNull()
    batch.envelopes.append(.empty)
    batch.notices.note(lossNotice, column: "", row: row)
  }

  /// Why the row has no geometry.
  private var lossNotice: ValueNotice {
    if case .curve? = loss { return .geometryCurved }
    if case .mixedCollection? = loss { return .geometryCollected }
    return .geometryMissing
  }

  /// Appends null for impossible coordinates, or the coordinates if they are kept.
  private mutating func appendOutlier(within box: Envelope, to batch: inout RowBatch) {
    guard dropsOutliers else { return appendGeometry(within: box, to: &batch) }
    encoder.appendNull()
    batch.envelopes.append(.empty)
  }

  private func noteCrossing(row: Int, in notices: inout RowNotices) {
    guard let position = RingCrossing.invalidPosition(in: geometry) else { return }
    notices.note(
      .ringsCross, column: "", row: row, value: "at \(position.x), \(position.y)")
  }

  private mutating func appendGeometry(within box: Envelope, to batch: inout RowBatch) {
    if becomesMultiple { geometry.makeMultiple() }
    scratch.removeAll(keepingCapacity: true)
    GeoPackageBlob.append(geometry, srsID: srsID, to: &scratch)
    let blob = scratch
    encoder.append(blob: blob.span)
    batch.envelopes.append(box)
  }

  /// Appends a value by the fast path if possible.
  @inline(__always) private mutating func appendValue(
    _ column: Int, _ bytes: Span<UInt8>, row: Int, notices: inout RowNotices
  ) {
    let token = tokens[column]
    let path = paths[column]
    if token.kind <= .null, path.takesNull { return encoder.appendNull() }
    guard token.kind.isPlain, token.end > token.start else {
      return appendChecked(token, column: column, in: bytes, row: row, notices: &notices)
    }
    let text = bytes.extracting(token.start..<token.end)
    switch path.values {
    case .text:
      return encoder.append(text: text)
    case .globalID where GlobalID(text, in: 0..<text.count)?.isNone == false:
      notices.noteForm(ofGlobalID: text)
      return encoder.append(text: text)
    case .integer:
      if let value = NumberValue.integer(text) { return encoder.append(value) }
    case .real:
      if let value = NumberValue.double(text), value.isFinite { return encoder.append(value) }
    case .globalID, .checked: break
    }
    appendChecked(token, column: column, in: bytes, row: row, notices: &notices)
  }

  /// Appends a value by the rule of its column.
  private mutating func appendChecked(
    _ token: ValueToken, column: Int, in bytes: Span<UInt8>, row: Int, notices: inout RowNotices
  ) {
    let rule = rules[column]
    switch token.kind {
    case .absent, .null:
      encoder.appendNull(rule, row: row, notices: &notices)
    case .escapedText:
      scratch.removeAll(keepingCapacity: true)
      if JSONEscapes.resolve(bytes, token.start..<token.end, into: &scratch) != nil {
        notices.note(.badText, column: rule.name, row: row)
      }
      appendScratch(rule, row: row, notices: &notices)
    case .quotedText:
      scratch.removeAll(keepingCapacity: true)
      CSVText.unquote(bytes.extracting(token.start..<token.end), into: &scratch)
      appendScratch(rule, row: row, notices: &notices)
    case .false, .true, .integer, .number, .text, .json:
      encoder.append(
        token.kind, text: bytes.extracting(token.start..<token.end), rule: rule, row: row,
        notices: &notices)
    }
  }

  private mutating func appendScratch(
    _ rule: ColumnRule, row: Int, notices: inout RowNotices
  ) {
    // The text is moved out while the encoder reads it, so that both can be accessed at once.
    let text = scratch
    encoder.append(.text, text: text.span, rule: rule, row: row, notices: &notices)
  }
}
