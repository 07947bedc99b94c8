import Bytes
import Geometry
import OrderedJSON

/// Receives features and creates rows from them.
struct RowSink: FeatureSink {
  var builder: RowBuilder
  let path: String
  private var shapes: GeometryTextReader
  private let keys: KeyTable
  private let identifierColumn: Int?
  private var expected = 0
  private var identifierToken = ValueToken.absent

  init(
    path: String, builder: RowBuilder, shapes: GeometryTextReader
  ) {
    self.path = path
    self.builder = builder
    self.shapes = shapes
    let names = builder.schema.columns.map(\.sourceName)
    keys = KeyTable(names)
    identifierColumn = names.firstIndex { $0?.utf8.elementsEqual("id".utf8) == true }
  }

  mutating func beginFeature() {
    builder.beginRow()
    expected = 0
    identifierToken = .absent
  }

  /// The feature's `id` is used as a field unless there is a property with that name or the same
  /// value.
  mutating func endFeature(_ bytes: Span<UInt8>) throws {
    guard identifierToken.kind != .absent else { return }
    let isRepeated = builder.holds(identifierToken, bytes)
    if let column = identifierColumn, !builder.isSet(column) {
      builder.set(
        column, to: identifierToken, kind: isRepeated ? [] : identifierToken.kinds(in: bytes))
    } else if identifierColumn == nil, !isRepeated {
      throw FeatureDataError.changedWhileReading(path: path)
    }
  }

  mutating func column(of key: Span<UInt8>) throws -> Int {
    guard let column = keys.index(of: key, expected: &expected) else {
      throw FeatureDataError.changedWhileReading(path: path)
    }
    return column
  }

  mutating func property(_ column: Int, _ token: ValueToken, in bytes: Span<UInt8>) {
    builder.set(column, to: token, kind: token.kinds(in: bytes))
  }

  mutating func identifier(_ token: ValueToken) { identifierToken = token }

  mutating func geometry(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(GeometryError) {
    builder.hasGeometry = try shapes.read(bytes, scanner: &scanner, into: &builder.geometry)
  }

  mutating func loseGeometry(_ reason: GeometryError) { builder.loseGeometry(reason) }
}

extension RowSink {
  /// Records repairs of the geometry in the last row.
  mutating func noteRepairs(row: Int, in notices: inout RowNotices) {
    guard let repair = shapes.takeRepairs() else { return }
    notices.note(.geometryInvalid, column: "", row: row, value: repair)
    if builder.geometry.isEmpty { builder.noteLostShape(row: row, sample: repair) }
  }
}
