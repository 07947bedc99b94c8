import Bytes
import Foundation
import Geodatabase
import Records
import SQLiteFile

/// The content of a geodatabase as texts for comparison: the schema, and the rows of each table.
///
/// It leaves out what may differ between two files with the same content:
///
/// | table | column | what may differ |
/// | --- | --- | --- |
/// | GDB_Items | UUID | IDs; items are named by their numbers |
/// | GDB_Items | Definition | the time of the historical marker |
/// | GDB_ItemRelationships | UUID | IDs |
/// | GDB_ItemRelationships | OriginID, DestID | IDs, but not the items that they name |
/// | GDB_TableRegistry | registration_date | times |
/// | GDB_Layers | cdate | times |
/// | GDB_TablesModified | time_last_modified | times |
/// | st_geometry_columns | gcid | IDs that were used before |
/// | sqlite_sequence | seq of st_geometry_columns | the last of them |
/// | any | shapes | padding bytes |
/// | R-trees | _node, _rowid, _parent | the nodes of rows, but not rows and boxes |
struct GeodatabaseStructure {
  /// The kind, name, owner and SQL of each object, in schema order.
  var schema: [String] = []
  /// The rows of each table, column by column.
  var tables: [(name: String, rows: [String])] = []

  init(_ database: DatabaseReader) throws {
    schema = database.schema.map {
      "\($0.kind) \($0.name) of \($0.tableName): \($0.sql ?? "")\($0.rootPage == 0 ? "" : " *")"
    }
    let ids = try Self.rows(of: "GDB_Items", database).rows.map { $0[1].text ?? "" }
    for object in database.schema where object.kind == .table && object.rootPage > 0 {
      if let index = Self.index(object.name, database) {
        guard object.name.hasSuffix("_node") else { continue }
        tables.append((index, try Self.boxes(of: object.name, database)))
        continue
      }
      let (columns, rows) = try Self.rows(of: object.name, database)
      tables.append(
        (
          object.name,
          rows.map { row in
            zip(columns, row).map { column, value in
              "\(column)=\(Self.comparable(value, table: object.name, column: column, row: row, ids: ids))"
            }.joined(separator: " · ")
          }
        ))
    }
  }

  /// The text for a value.
  private static func comparable(
    _ value: SQLValue, table: String, column: String, row: [SQLValue], ids: [String]
  ) -> String {
    func item() -> String { ids.firstIndex(of: value.text ?? "").map { "item \($0 + 1)" } ?? "?" }
    switch "\(table).\(column)" {
    case "GDB_Items.UUID", "GDB_ItemRelationships.OriginID", "GDB_ItemRelationships.DestID":
      return item()
    case "GDB_ItemRelationships.UUID": return value.text?.count == 38 ? "an id" : "\(value)"
    case "GDB_TableRegistry.registration_date", "GDB_Layers.cdate",
      "GDB_TablesModified.time_last_modified":
      return value.integer.map { $0 > 1_000_000_000 ? "a time" : "\($0)" } ?? "\(value)"
    case "st_geometry_columns.gcid": return "a number"
    case "sqlite_sequence.seq" where row[0].text == "st_geometry_columns": return "a number"
    case "GDB_Items.Definition":
      return (value.text ?? "NULL").replacing(#/<TimeStamp [^<]*/#, with: "<TimeStamp>")
    default:
      guard case .blob(let bytes) = value, bytes.first == 0x64 else { return "\(value)" }
      var shape = StoredShape()
      guard (try? shape.decode(bytes.span)) != nil else { return "\(value)" }
      return "\(shape.blob)"
    }
  }

  private static func rows(
    of name: String, _ database: DatabaseReader
  ) throws -> (columns: [String], rows: [[SQLValue]]) {
    let table = try database.table(named: name)
    var decoder = RowDecoder(table, in: database)
    var rows: [[SQLValue]] = []
    try database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      rows.append(table.columns.indices.map { decoder.value($0, of: record) })
    }
    return (table.columns.map(\.name), rows)
  }

  /// The virtual table that a table belongs to; nil for an ordinary table.
  private static func index(_ name: String, _ database: DatabaseReader) -> String? {
    for ending in ["_node", "_rowid", "_parent"] where name.hasSuffix(ending) {
      let index = String(name.dropLast(ending.count))
      if database.object(.table, named: index)?.rootPage == 0 { return index }
    }
    return nil
  }

  /// The entries of an R-tree's leaves, by row.
  static func boxes(of nodes: String, _ database: DatabaseReader) throws -> [String] {
    var blobs: [Int64: [UInt8]] = [:]
    for row in try rows(of: nodes, database).rows {
      guard let number = row[0].integer, case .blob(let blob) = row[1] else { continue }
      blobs[number] = blob
    }
    var entries: [(Int64, String)] = []
    func visit(_ number: Int64, depth: Int) {
      guard let blob = blobs[number] else { return }
      let node = blob.span
      for cell in 0..<Int(node.bigEndianUInt16(at: 2)) {
        let start = 4 + 24 * cell
        let id = Int64(bitPattern: node.bigEndianUInt64(at: start))
        let box = (0..<4).map { Float(bitPattern: node.bigEndianUInt32(at: start + 8 + 4 * $0)) }
        depth == 0 ? entries.append((id, "\(id): \(box)")) : visit(id, depth: depth - 1)
      }
    }
    let root = blobs[1] ?? [0, 0, 0, 0]
    visit(1, depth: Int(root.span.bigEndianUInt16(at: 0)))
    return entries.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The differences between two files, one per line.
  static func differences(_ left: GeodatabaseStructure, _ right: GeodatabaseStructure) -> [String] {
    var lines = differences(left.schema, right.schema, in: "the schema")
    lines += differences(left.tables.map(\.name), right.tables.map(\.name), in: "the tables")
    for (left, right) in zip(left.tables, right.tables) where left.name == right.name {
      lines += differences(left.rows, right.rows, in: left.name)
    }
    return lines
  }

  private static func differences(
    _ left: [String], _ right: [String], in location: String
  ) -> [String] {
    var lines: [String] = []
    if left.count != right.count {
      lines.append("\(location): \(left.count) and \(right.count)")
    }
    for (left, right) in zip(left, right) where left != right {
      let start = max(0, left.commonPrefix(with: right).count - 40)
      let (one, other) = (left.dropFirst(start).prefix(160), right.dropFirst(start).prefix(160))
      lines.append("\(location): \(one) / \(other)")
    }
    return lines
  }
}
