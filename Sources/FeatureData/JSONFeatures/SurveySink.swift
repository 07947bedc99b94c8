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
    if identifierToken.kind != .absent, !hasOwnIdentifier, !isRepeated(identifierToken, bytes) {
      note(try column(of: Array(literal: "id").span), identifierToken)
    }
  }

  /// Returns whether a property has the same value as the feature's `id`. Then `id` needs no
  /// column.
  private func isRepeated(_ identifier: ValueToken, _ bytes: Span<UInt8>) -> Bool {
    for token in tokens where token.isSame(as: identifier, bytes) { return true }
    return false
  }

  mutating func property(_ column: Int, _ token: ValueToken) {
    tokens.append(token)
    if column == identifierColumn { hasOwnIdentifier = true }
    note(column, token)
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

  private mutating func note(_ column: Int, _ token: ValueToken) {
    guard token.kind != .null else { return }
    survey.columns[column].valueCount += 1
    survey.columns[column].kinds.formUnion(token.valueKind)
  }

  mutating func identifier(_ token: ValueToken) {
    identifierToken = token
  }

  mutating func geometry(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(GeometryError) {
    _ = try shapes.read(bytes, scanner: &scanner, into: &shape)
    sawGeometry = !shape.isEmpty
  }
}

extension ValueToken {
  /// The kind of value for a survey.
  var valueKind: ValueKinds {
    switch kind {
    case .absent, .null: []
    case .true, .false: .boolean
    // 18 digits always fit in 64 bits. Longer numbers are rare and kept as text.
    case .integer: .integer(digits: end - start)
    case .number: .real
    case .text, .escapedText, .quotedText: .text
    case .json: .json
    }
  }
}
