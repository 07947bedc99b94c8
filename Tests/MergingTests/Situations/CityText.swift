import Bytes
import FeatureData
import GeoPackage
import Geometry
import Merging
import Records
import SQLiteFile
import TestSupport

// Stores as text, one row per line:
//
//   Trees 1 name=oak dbh=5 x=3 y=4     the tree with GlobalID 1; other fields are null
//   Trees 1#9 name=oak                 with the row id 9
//   Trees -#9 name=oak                 without a GlobalID
//   Inspections 2 tree=1               keys that are GlobalIDs are written as numbers
//   !drop Trees dbh                    without the column, or without the table if none is named
//   !add Trees color                  with an extra column
//
//   Trees 1 shape=polygon              a wrong geometry; also text, cut, endless and none
//
// In values, `_` is a space and `¿` a byte that is not UTF-8.

/// A store of the city as text.
struct CityText {
  private var tables = City.tables
  private var rows: [String: [Row]] = [:]

  private struct Row {
    var rowid: Int64
    var values: [String: SQLValue]
    var point: Geometry?
    var shape: OddShape?
  }

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case nil: continue
      case "!drop": drop(words)
      case "!add": add(words)
      default: try read(words, String(line))
      }
    }
  }

  private mutating func drop(_ words: [String]) {
    guard let index = tables.firstIndex(where: { $0.name == words[1] }) else { return }
    if words.count == 2 {
      tables.remove(at: index)
    } else {
      tables[index].columns.removeAll { $0.name == words[2] }
    }
  }

  private mutating func add(_ words: [String]) {
    if let index = tables.firstIndex(where: { $0.name == words[1] }) {
      tables[index].columns.append(GeoPackageColumn(name: words[2], type: .text(length: nil)))
    } else {
      tables.append(
        GeoPackageTable(
          name: words[1], columns: [GeoPackageColumn(name: words[2], type: .text(length: nil))]))
    }
  }

  private mutating func read(_ words: [String], _ line: String) throws {
    guard words.count >= 2, let table = tables.first(where: { $0.name == words[0] }) else {
      throw CityError.badLine(line)
    }
    let parts = words[1].split(separator: "#").map(String.init)
    let last = rows[table.name]?.last?.rowid ?? 0
    var row = Row(
      rowid: parts.count > 1 ? Int64(parts[1]) ?? 0 : last + 1, values: [:], point: nil)
    if let number = Int(parts[0]) { row.values["globalid"] = .text(Self.id(number).text) }
    var point: (x: Double?, y: Double?) = (nil, nil)
    for word in words.dropFirst(2) {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard pair.count == 2 else { throw CityError.badLine(line) }
      switch pair[0] {
      case "x": point.x = Double(pair[1])
      case "y": point.y = Double(pair[1])
      case "shape": row.shape = OddShape(rawValue: pair[1])
      default:
        let name = Self.longNames[table.name]?[pair[0]] ?? pair[0]
        guard let column = table.columns.first(where: { $0.name == name }) else {
          throw CityError.badLine(line)
        }
        row.values[name] = Self.value(pair[1], column)
      }
    }
    if let x = point.x, let y = point.y { row.point = Geometry(x: x, y: y) }
    rows[table.name, default: []].append(row)
  }

  /// The values of required columns that lines omit.
  static let values: [String: SQLValue] = [
    "data": .blob([]), "content_type": .text("image/jpeg"),
  ]
  static let longNames = ["Photos": ["tree": "parent_globalid", "sha": "sha256"]]

  static func id(_ number: Int) -> GlobalID {
    GlobalID(high: 0x1111_2222_3333_4444, low: 0x8000_0000_0000_0000 | UInt64(number))
  }

  private static func value(_ text: String, _ column: GeoPackageColumn) -> SQLValue {
    switch column.type {
    case .integer: return Int64(text).map { .integer($0) } ?? .text(text)
    case .double: return Double(text).map { .real($0) } ?? .text(text)
    case .blob: return .blob(Array(text.utf8))
    case .text(length: 38):
      return Int(text).map { .text(id($0).text) } ?? .text(text)
    default:
      return .text(
        text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: " "))
    }
  }

  /// Returns the bytes of the GeoPackage.
  func bytes() throws -> [UInt8] {
    var writer = GeoPackageWriter(
      output: ByteOutput(), options: GeoPackageOptions(lastChange: 0, pageSize: 512))
    for table in tables {
      try writer.begin(table)
      for row in (rows[table.name] ?? []).sorted(by: { $0.rowid < $1.rowid }) {
        var encoder = RecordEncoder()
        encoder.appendNull()
        if table.geometry != nil {
          if let shape = row.shape {
            shape.append(to: &encoder)
          } else if let point = row.point {
            var blob: [UInt8] = []
            GeoPackageBlob.append(point, srsID: 4_326, to: &blob)
            encoder.append(blob: blob.span)
          } else {
            encoder.appendNull()
          }
        }
        for column in table.columns {
          let value = row.values[column.name] ?? Self.values[column.name] ?? .null
          if case .text(let text) = value, text.contains("¿") {
            var bytes = Array(text.utf8)
            for offset in bytes.indices.reversed()
            where bytes[offset] == 0xC2 && bytes[offset + 1] == 0xBF {
              bytes.replaceSubrange(offset...(offset + 1), with: [0xFF])
            }
            encoder.append(text: bytes.span)
          } else {
            encoder.append(value)
          }
        }
        var record: [UInt8] = []
        encoder.write(to: &record)
        try writer.append(record.span, rowid: row.rowid)
      }
      _ = try writer.endTable()
    }
    return try writer.finish().bytes
  }

  /// Writes the store to a file and opens it.
  func store(_ name: String, in folder: TemporaryFolder) throws -> GeoPackageReader {
    try GeoPackageReader(path: try folder.write(try bytes(), to: name))
  }
}

/// Writes rows, conflicts and issues in the form that situations use.
struct CityWriter {
  let schema: MergeSchema

  /// Returns a row as text, with its row id on request.
  func line(_ table: Int, _ id: GlobalID, _ row: MergeRow, showsNumbers: Bool) -> String {
    let merged = schema.tables[table]
    var words = [merged.name, name(id) + (showsNumbers ? "#\(row.rowid)" : "")]
    for (field, value) in zip(merged.fields, row.values)
    where !value.isNull && CityText.values[field.name] == nil {
      switch field.role {
      case .globalID, .content: continue
      case .objectID where !showsNumbers: continue
      case .geometry: words += point(value)
      default:
        let short = CityText.longNames[merged.name]?.first { $0.value == field.name }?.key
        words.append("\(short ?? field.name)=\(text(value))")
      }
    }
    return words.joined(separator: " ")
  }

  private func point(_ value: FieldValue) -> [String] {
    guard case .blob(let blob) = value else { return [] }
    var geometry = Geometry()
    guard (try? GeoPackageBlob.decode(blob.span, into: &geometry)) != nil,
      geometry.coordinates.count >= 2
    else { return [] }
    return ["x=\(number(geometry.coordinates[0]))", "y=\(number(geometry.coordinates[1]))"]
  }

  private func number(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  func name(_ id: GlobalID) -> String {
    guard id.high == CityText.id(0).high else { return "new" }
    return String(id.low & 0xFFFF_FFFF)
  }

  func text(_ value: FieldValue?) -> String {
    switch value {
    case nil: "-"
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): self.number(number)
    case .blob: point(value ?? .null).joined(separator: ",")
    case .text(let bytes):
      GlobalID(bytes.span, in: 0..<bytes.count).map(name)
        ?? (value?.text ?? "").split(separator: " ", omittingEmptySubsequences: false)
        .joined(separator: "_")
    }
  }

  /// `update/update Trees 1 name oak|elm|ash returned`, followed by the packages if there are
  /// several.
  func line(_ conflict: MergeConflict, packages: Int) -> String {
    let table = schema.tables[conflict.table]
    var words = [conflict.kind.rawValue, table.name, name(conflict.id)]
    if let field = conflict.field {
      words.append(table.fields[field].name)
      words.append(
        [conflict.base, conflict.current, conflict.returned].map(text).joined(separator: "|"))
    }
    words.append(conflict.resolution.rawValue)
    if packages > 1 {
      words.append("\(conflict.package)" + (conflict.currentPackage.map { "/\($0)" } ?? ""))
    }
    return words.joined(separator: " ")
  }

  /// `invalidValue Trees 1 dbh=900 11002`.
  func line(_ issue: MergeIssue) -> String {
    var words = [issue.kind.rawValue]
    if let table = issue.table { words.append(schema.tables[table].name) }
    if let id = issue.id { words.append(name(id)) }
    if let field = issue.field {
      words.append(issue.value.map { "\(field)=\(text($0))" } ?? field)
    }
    if let code = issue.code { words.append(String(code)) }
    return words.joined(separator: " ")
  }
}

/// An output in memory.
struct ByteOutput: PatchableOutput {
  var bytes: [UInt8] = []
  var count: Int { bytes.count }
  mutating func append(_ span: Span<UInt8>) throws(BytesError) { bytes.append(span) }
  mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    bytes.store(span, at: offset)
  }
}

/// A wrong value for the geometry of a point layer.
enum OddShape: String {
  case polygon, text, cut, endless, none

  func append(to encoder: inout RecordEncoder) {
    var blob: [UInt8] = []
    switch self {
    case .text: return encoder.append(SQLValue.text("here"))
    case .none: break
    case .polygon:
      let box = Geometry(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
      GeoPackageBlob.append(box, srsID: 4_326, to: &blob)
    case .cut:
      GeoPackageBlob.append(Geometry(x: 1, y: 1), srsID: 4_326, to: &blob)
      blob.removeLast(9)
    case .endless:
      GeoPackageBlob.append(Geometry(x: .infinity, y: 1), srsID: 4_326, to: &blob)
    }
    encoder.append(SQLValue.blob(blob))
  }
}
