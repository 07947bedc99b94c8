import Bytes
import Geometry
import OrderedJSON

/// Receives features to find out their columns, values and geometries.
struct SurveySink: FeatureSink {
  let path: String
  let dialect: JSONDialect
  private(set) var survey = Survey()
  private var keys = KeyTable()
  private var expected = 0
  private var shape = Geometry(.point)
  private var shapes: GeometryTextReader
  private var sawGeometry = false
  /// What is wrong with the feature's geometry, if nothing of it can be read.
  private var lostShape: String?
  private var tokens: [ValueToken] = []
  private var identifierToken = ValueToken.absent
  private var identifierColumn: Int?
  /// Whether the feature has a property `id`, which has precedence over its member `id`.
  private var hasOwnIdentifier = false

  init(path: String, dialect: JSONDialect) {
    self.path = path
    self.dialect = dialect
    shapes = GeometryTextReader(dialect, SourceDeclaration(), quantization: nil)
  }

  mutating func beginFeature() {
    expected = 0
    sawGeometry = false
    lostShape = nil
    tokens.removeAll(keepingCapacity: true)
    identifierToken = .absent
    hasOwnIdentifier = false
  }

  mutating func endFeature(_ bytes: Span<UInt8>) throws {
    survey.rowCount += 1
    if sawGeometry {
      survey.count(shape)
    } else {
      survey.nullGeometryCount += 1
    }
    if let lostShape { survey.lostShapes.count(row: survey.rowCount, sample: lostShape) }
    if identifierToken.kind != .absent, !hasOwnIdentifier, !isRepeated(identifierToken, bytes) {
      note(try column(of: Array(literal: "id").span), identifierToken, in: bytes)
    }
  }

  /// Returns whether a property has the same value as the feature's `id`. Then `id` needs no
  /// column.
  private func isRepeated(_ identifier: ValueToken, _ bytes: Span<UInt8>) -> Bool {
    for token in tokens where token.isSame(as: identifier, bytes) { return true }
    return false
  }

  mutating func property(_ column: Int, _ token: ValueToken, in bytes: Span<UInt8>) {
    tokens.append(token)
    if column == identifierColumn { hasOwnIdentifier = true }
    note(column, token, in: bytes)
  }

  mutating func column(of key: Span<UInt8>) throws -> Int {
    if let known = keys.index(of: key, expected: &expected) { return known }
    guard keys.names.count < Survey.columnLimit else {
      throw FeatureDataError.tooManyColumns(path: path, limit: Survey.columnLimit)
    }
    let column = keys.append(key.copied())
    expected = column + 1
    if key.count == 2, key.matches("id") { identifierColumn = column }
    survey.columns.append(ColumnSurvey(name: key.repairedString()))
    return column
  }

  private mutating func note(_ column: Int, _ token: ValueToken, in bytes: Span<UInt8>) {
    survey.columns[column].count(token.kinds(in: bytes))
  }

  mutating func identifier(_ token: ValueToken) {
    identifierToken = token
  }

  mutating func geometry(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(GeometryError) {
    _ = try shapes.read(bytes, scanner: &scanner, into: &shape)
    sawGeometry = !shape.isEmpty
    let repairs = shapes.takeRepairs()
    if shape.isEmpty { lostShape = repairs }
  }

  mutating func loseGeometry(_ reason: GeometryError) {}
}

extension ValueToken {
  /// The kinds of value for a survey, from the text that the token is in.
  @inline(__always) func kinds(in bytes: Span<UInt8>) -> ValueKinds {
    switch kind {
    case .text: return Self.kinds(ofText: bytes, in: start..<end)
    // Some writers escape the slashes of dates. No date has more escapes.
    case .escapedText: return end - start < 40 ? escapedKinds(in: bytes) : .text
    case .absent, .null: return []
    case .true, .false: return .boolean
    // 18 digits always fit in 64 bits. Longer numbers are rare and kept as text.
    case .integer: return .integer(bytes.extracting(start..<end))
    case .number: return .real
    case .quotedText: return .text
    case .json: return .json
    }
  }

  private func escapedKinds(in bytes: Span<UInt8>) -> ValueKinds {
    var text: [UInt8] = []
    _ = JSONEscapes.resolve(bytes, start..<end, into: &text)
    return Self.kinds(ofText: text.span, in: 0..<text.count)
  }

  private static func kinds(ofText text: Span<UInt8>, in range: Range<Int>) -> ValueKinds {
    let date = DateText.kinds(text, in: range)
    return date.isEmpty ? .text : date
  }
}
