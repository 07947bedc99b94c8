import Bytes
import FeatureData
import GeoPackage
import Geometry
import Merging
import Records
import SQLiteFile
import TestSupport

/// A GeoPackage with a few rows, written by the GeoPackage writer of this project.
struct SampleStore {
  var tables: [Table] = []

  /// A table and its rows. The geometry of a layer comes before the columns.
  struct Table {
    var declaration: GeoPackageTable
    var rows: [(rowid: Int64, values: [FieldValue])] = []
  }

  /// Writes the store to a file and opens it.
  func write(to folder: TemporaryFolder, _ name: String) throws -> GeoPackageReader {
    let path = folder.path(name)
    let relations = tables.compactMap { table -> GeoPackageRelation? in
      guard table.declaration.name.hasSuffix("_photos"), let parent = tables.first else {
        return nil
      }
      return GeoPackageTable.attachmentRelation(
        parent: parent.declaration.name, parentKey: "GlobalID", table: table.declaration.name,
        mappingTable: table.declaration.name + "_map")
    }
    var writer = GeoPackageWriter(
      output: try OutputFile(path: path),
      options: GeoPackageOptions(lastChange: 0, relations: relations))
    for table in tables {
      try writer.begin(table.declaration)
      for row in table.rows.sorted(by: { $0.rowid < $1.rowid }) {
        var encoder = RecordEncoder()
        encoder.appendNull()
        for value in row.values { encoder.append(value) }
        var record: [UInt8] = []
        encoder.write(to: &record)
        try writer.append(record.span, rowid: row.rowid)
      }
      _ = try writer.endTable()
    }
    let output = try writer.finish()
    try output.close()
    return try GeoPackageReader(path: path)
  }

  /// Returns a table with a GlobalID, a name, a number and a time.
  static func trees(_ rows: [(Int64, FieldValue, FieldValue, FieldValue, FieldValue)]) -> Table {
    Table(
      declaration: GeoPackageTable(
        name: "trees",
        columns: [
          .init(name: "GlobalID", type: .text(length: 38)),
          .init(name: "name", type: .text(length: nil)), .init(name: "height", type: .double),
          .init(name: "seen", type: .dateTime),
        ]),
      rows: rows.map { ($0.0, [$0.1, $0.2, $0.3, $0.4]) })
  }

  /// Returns the GlobalID for a number.
  static func id(_ number: Int) -> GlobalID {
    GlobalID(high: 0x1111_0000_0000_4000, low: 0x8000_0000_0000_0000 | UInt64(number))
  }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(Array(value.utf8)) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a real number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }

  /// Returns the GlobalID for a number as text, as services write it.
  static func id(_ number: Int) -> FieldValue { FieldValue(text: SampleStore.id(number).text) }
}

extension PackageDiff {
  /// The changes, one per line: `~ id field old > new`.
  func lines(_ schema: MergeSchema) -> [String] {
    tables.flatMap { changes in
      changes.rows.map { Self.line($0, schema.tables[changes.table]) }
    }
  }

  private static func line(_ change: RowChange, _ table: MergeTable) -> String {
    func text(_ value: FieldValue) -> String {
      switch value {
      case .null: "null"
      case .integer(let number): String(number)
      case .real(let number): String(number)
      case .text(let bytes): String(decoding: bytes, as: UTF8.self)
      case .blob(let bytes): "\(bytes.count) bytes"
      }
    }
    let number = (1...99).first { SampleStore.id($0) == change.id }
    let id = number.map(String.init) ?? "minted"
    switch change.action {
    case .insert: return "+ \(id)"
    case .delete: return "- \(id)"
    case .update:
      let before = change.before?.values ?? []
      let after = change.after?.values ?? []
      let fields = table.fields.indices.filter { before[$0] != after[$0] }.map {
        "\(table.fields[$0].name) \(text(before[$0])) > \(text(after[$0]))"
      }
      return "~ \(id) " + fields.joined(separator: ", ")
    }
  }
}
