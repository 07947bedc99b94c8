import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Records
import TestSupport

/// A value of a row in its stored form.
enum Cell: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension Cell: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
  ExpressibleByStringLiteral
{
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(floatLiteral value: Double) { self = .real(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(nilLiteral: ()) { self = .null }

  init(_ value: RecordValue, in record: Span<UInt8>) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let range):
      self = .text(String(decoding: record.extracting(range).copied(), as: UTF8.self))
    case .blob(let range): self = .blob(record.extracting(range).copied())
    }
  }
}

/// A source read as in a build: surveyed, given a schema, read into rows.
struct ReadTable {
  var survey: Survey
  var declaration: SourceDeclaration
  var schema: TableSchema
  /// The fields' values, row by row.
  var rows: [[Cell]] = []
  /// The rows' geometries, or `nil` for a row without one.
  var shapes: [Geometry?] = []
  var notices = RowNotices()
  var stripeCount = 0

  init(
    _ source: any FeatureSource,
    as declared: DeclaredTable = DeclaredTable(name: "T", isTable: false)
  ) throws {
    var merged = Survey()
    var stripes = try source.makeStripes()
    while let stripe = try stripes.next() {
      stripeCount += 1
      do {
        merged.merge(try source.survey(stripe))
      } catch { throw FeatureDataError.moved(error, byRows: merged.rowCount) }
    }
    survey = merged
    declaration = try source.declaration(documents: stripes.documents)
    schema = try TableSchema(
      declared, survey: merged, declaration: declaration, path: source.path)
    try readRows(source)
  }

  private mutating func readRows(_ source: any FeatureSource) throws {
    var seen = Survey()
    var stripes = try source.makeStripes()
    while let stripe = try stripes.next() {
      var builder = RowBuilder(schema: schema)
      let batch = try source.rows(
        of: stripe, declaration: declaration, builder: &builder)
      notices.merge(batch.notices, firstRow: seen.rowCount)
      seen.merge(batch.survey)
      try take(batch)
    }
  }

  private mutating func take(_ batch: RowBatch) throws(RecordError) {
    var layout = RecordLayout()
    let bytes = batch.bytes.span
    for row in 0..<batch.count {
      let record = bytes.extracting(batch.range(of: row))
      try layout.parse(record)
      rows.append(
        (schema.firstFieldColumn..<layout.count).map {
          Cell(layout.value($0, in: record), in: record)
        })
      guard schema.geometry != nil, case .blob(let range) = layout.value(1, in: record) else {
        shapes.append(nil)
        continue
      }
      var shape = Geometry(.point)
      _ = try? GeoPackageBlob.decode(record.extracting(range), into: &shape)
      shapes.append(shape)
    }
  }

  /// The names of the columns.
  var names: [String] { schema.columns.map(\.field.name) }

  /// The values of one column.
  func values(of name: String) -> [Cell] {
    guard let column = names.firstIndex(of: name) else { return [] }
    return rows.map { $0[column] }
  }

  /// The number of notices of a kind.
  func count(of notice: ValueNotice) -> Int {
    notices.entries.filter { $0.notice == notice }.reduce(0) { $0 + $1.count }
  }
}

extension ReadTable {
  /// A CSV text.
  init(
    csv text: String, _ options: CSVOptions = CSVOptions(),
    as declared: DeclaredTable = DeclaredTable(name: "T", isTable: false)
  ) throws {
    try self.init(csv: Array(text.utf8), options, as: declared)
  }

  /// The bytes of a CSV file.
  init(
    csv bytes: [UInt8], _ options: CSVOptions = CSVOptions(), stripeSize: Int = 1 << 20,
    as declared: DeclaredTable = DeclaredTable(name: "T", isTable: false)
  ) throws {
    let folder = try TemporaryFolder()
    let region = FileRegion(try InputFile(path: try folder.write(bytes, to: "t.csv")))
    var source = try CSVSource(region: region, options: options)
    source.stripeSize = stripeSize
    try self.init(source, as: declared)
  }

  /// Reads GeoJSON or Esri JSON. Each text is one page.
  init(
    json pages: String..., dialect: JSONDialect = .geoJSON,
    layout: JSONFeatureSource.Layout = .document,
    as declared: DeclaredTable = DeclaredTable(name: "T", isTable: false)
  ) throws {
    try self.init(.json(pages.map { Array($0.utf8) }, dialect, layout), as: declared)
  }
}

extension FeatureSource where Self == JSONFeatureSource {
  static func json(
    _ pages: [[UInt8]], _ dialect: JSONDialect = .geoJSON,
    _ layout: JSONFeatureSource.Layout = .document
  ) -> JSONFeatureSource {
    JSONFeatureSource(
      path: "t.json", pages: pages.map { .memory($0) }, dialect: dialect, layout: layout)
  }
}
