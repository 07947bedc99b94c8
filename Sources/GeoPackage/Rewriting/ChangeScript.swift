// The changes between two versions of a GeoPackage, as statements that any SQLite can run:
//
//   BEGIN IMMEDIATE;
//   CREATE …                       new tables, such as those of attachments
//   DROP TRIGGER …                 R-tree triggers: they call functions that SQLite does not have
//   DELETE, UPDATE, INSERT         rows, with a test that they are unchanged since
//   DELETE, INSERT                 pairs of relations, boxes of R-trees
//   CREATE TRIGGER …               the dropped triggers again
//   COMMIT;

package import Bytes
import Geometry
import Records
import SQLiteFile

/// The changes from one GeoPackage to another that ``GeoPackageRewriter`` made from it.
package struct ChangeScript {
  private let old: GeoPackageReader
  private let new: GeoPackageReader
  /// By ascending table: the name in the new file, and the ids of its rows.
  private let tables: [(name: String, rows: [Int64])]

  /// Metadata tables that depend on the rows of other tables.
  private static let formatTables = [
    "gpkg_contents", "gpkg_geometry_columns", "gpkg_extensions", "gpkg_metadata",
    "gpkg_metadata_reference", "gpkgext_relations",
  ]

  /// Compares two GeoPackages.
  ///
  /// - Parameter rows: the ids of the rows that may differ, by table.
  package init(from old: GeoPackageReader, to new: GeoPackageReader, rows: [String: Set<Int64>]) {
    self.old = old
    self.new = new
    tables = rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }

  /// Writes the statements to the end of a file.
  ///
  /// - Parameter heading: lines to write before them as comments.
  /// - Throws: `GeoPackageError`, `BytesError`.
  package func write(
    into file: consuming AtomicFile, heading: [String]
  ) throws -> AtomicFile {
    var text = ScriptText(file)
    for line in heading { try text.add("-- \(line)") }
    try text.add("BEGIN IMMEDIATE;")
    try text.add("PRAGMA defer_foreign_keys = ON;")
    for object in added([.table, .index, .view]) { try text.add("\(object.sql ?? "");") }
    let triggers = spatialTriggers
    for trigger in triggers {
      try text.add("DROP TRIGGER \(GeoPackageNames.quoted(trigger.name));")
    }
    let changes = try tables.map { try RowChanges($0.name, $0.rows, from: old, to: new) }
    try Self.write(changes, into: &text)
    for table in tables { try writeBoxes(table.name, table.rows, into: &text) }
    for relation in try new.relations() { try writePairs(of: relation, into: &text) }
    try Self.write(try Self.formatTables.compactMap(formatChanges), into: &text)
    try writeCounts(into: &text)
    for trigger in triggers + added([.trigger]) { try text.add("\(trigger.sql ?? "");") }
    try text.add("COMMIT;")
    return try text.finish()
  }

  /// Writes deletions first, so that their keys are free for new rows.
  private static func write(_ tables: [RowChanges], into text: inout ScriptText) throws {
    for kind in [RowChanges.Kind.delete, .update, .insert] {
      for var table in tables { try table.write(kind, into: &text) }
    }
  }

  /// The changes of a metadata table; nil if there are none.
  private func formatChanges(_ name: String) throws -> RowChanges? {
    guard let object = new.database.object(.table, named: name) else { return nil }
    let before = try old.database.object(.table, named: name).map { try ids(of: $0, in: old) }
    let rows = try ids(of: object, in: new).union(before ?? [])
    return try RowChanges(object.name, rows.sorted(), from: old, to: new)
  }

  /// Writes GDAL's row counts. Triggers maintain them, except for new tables.
  private func writeCounts(into text: inout ScriptText) throws {
    guard var counts = try formatChanges("gpkg_ogr_contents") else { return }
    try counts.write(.insert, into: &text)
    let areKept = old.database.schema.contains {
      $0.kind == .trigger && $0.sql?.contains("gpkg_ogr_contents") == true
    }
    if !areKept { try counts.write(.update, into: &text) }
  }

  /// The objects that the old file does not have, except those that SQLite creates itself.
  private func added(_ kinds: [SchemaObject.Kind]) -> [SchemaObject] {
    kinds.flatMap { kind in
      new.database.schema.filter { object in
        object.kind == kind && object.sql != nil && !object.name.hasPrefix("sqlite_")
          && old.database.object(kind, named: object.name) == nil
      }
    }
  }

  /// The triggers of the tables that call geometry functions.
  private var spatialTriggers: [SchemaObject] {
    old.database.schema.filter { object in
      object.kind == .trigger && object.sql?.lowercased().contains("st_") == true
        && tables.contains {
          GeoPackageNames.folded($0.name) == GeoPackageNames.folded(object.tableName)
        }
    }
  }

  private func ids(of object: SchemaObject, in reader: GeoPackageReader) throws -> Set<Int64> {
    var ids: Set<Int64> = []
    try reader.database.forEachRow(of: try StoredTable(object)) { rowid, _ in ids.insert(rowid) }
    return ids
  }

  // MARK: Tables that depend on rows

  /// Writes the pairs of a relation whose tables have changes.
  private func writePairs(
    of relation: GeoPackageReader.StoredRelation, into text: inout ScriptText
  ) throws {
    let names = [relation.baseTable, relation.relatedTable].map(GeoPackageNames.folded)
    guard tables.contains(where: { names.contains(GeoPackageNames.folded($0.name)) }),
      new.hasTable(named: relation.mappingTable)
    else { return }
    let before = try pairs(of: relation, in: old)
    let after = try pairs(of: relation, in: new)
    let table = GeoPackageNames.quoted(relation.mappingTable)
    let kept = Set(after)
    for pair in before where !kept.contains(pair) {
      try text.add(
        "DELETE FROM \(table) WHERE base_id = \(pair.base) AND related_id = \(pair.related);")
    }
    let known = Set(before)
    for pair in after where !known.contains(pair) {
      try text.add(
        "INSERT INTO \(table) (base_id, related_id) VALUES (\(pair.base), \(pair.related));")
    }
  }

  private func pairs(
    of relation: GeoPackageReader.StoredRelation, in reader: GeoPackageReader
  ) throws -> [PairEdits.Pair] {
    guard reader.hasTable(named: relation.mappingTable) else { return [] }
    var pairs: [PairEdits.Pair] = []
    try reader.forEachPair(of: relation) { base, related in
      pairs.append(.init(base: base, related: related))
    }
    return pairs
  }

  /// Writes the boxes of rows in the R-tree of a table.
  private func writeBoxes(
    _ name: String, _ rows: [Int64], into text: inout ScriptText
  ) throws {
    let table = try new.table(named: name)
    guard let column = table.geometry?.name,
      let index = old.database.object(.table, named: "rtree_\(name)_\(column)")
    else { return }
    let tree = GeoPackageNames.quoted(index.name)
    let stored = try new.database.table(named: name)
    var cursor = try new.database.cursor(over: stored)
    var decoder = RowDecoder(stored, in: new.database)
    let geometryColumn = stored.column(named: column) ?? 0
    let source = GeoPackageNames.quoted(name)
    let id = GeoPackageNames.quoted(table.idColumn)
    var geometry = Geometry()
    for rowid in rows {
      var box = Envelope.empty
      if try cursor.find(rowid) {
        let record = cursor.bytes.span.extracting(cursor.record)
        try decoder.decode(rowid: rowid, record: record)
        if case .blob(let blob) = decoder.value(geometryColumn, of: record),
          (try? GeoPackageBlob.decode(blob.span, into: &geometry)) != nil
        {
          box = geometry.envelope()
        }
      }
      try text.add("DELETE FROM \(tree) WHERE id = \(rowid);")
      guard !box.isEmpty else { continue }
      let sides = [box.minX, box.maxX, box.minY, box.maxY].map { ScriptText.literal($0) }
      // A row that the script skips, because somebody changed it in the meantime, gets a box
      // anyway.
      try text.add(
        "INSERT INTO \(tree) SELECT \(rowid), \(sides.joined(separator: ", ")) "
          + "WHERE EXISTS (SELECT 1 FROM \(source) WHERE \(id) = \(rowid));")
    }
  }
}

/// The rows of a table that differ between two versions of a GeoPackage.
private struct RowChanges {
  /// The kinds of changes.
  enum Kind { case delete, update, insert }

  private let table: String
  private let id: String
  private let rows: [Int64]
  private var new: Side
  private var old: Side?
  /// Longer texts and blobs, such as the bytes of attachments, are not compared.
  private static let longestTest = 1 << 16

  /// One of the two versions.
  private struct Side {
    let stored: StoredTable
    var cursor: TableCursor
    var row: ComputedRow

    init?(_ name: String, _ reader: GeoPackageReader) throws {
      guard let object = reader.database.object(.table, named: name) else { return nil }
      stored = try StoredTable(object)
      guard !stored.isWithoutRowid else {
        throw GeoPackageError.noRowID(table: name)
      }
      cursor = try reader.database.cursor(over: stored)
      row = ComputedRow(stored, TableClauses(object.sql ?? "", of: stored), in: reader.database)
    }

    /// The values of a row that are not computed, with their column names; nil if there is no such
    /// row.
    mutating func values(_ rowid: Int64) throws -> [(name: String, value: ExpressionValue)]? {
      guard try cursor.find(rowid) else { return nil }
      let bytes = cursor.bytes
      try row.take(bytes.span.extracting(cursor.record), rowid: rowid)
      return try stored.columns.indices.compactMap { column in
        guard stored.columns[column].generated == .no, column != stored.rowidColumn else {
          return nil
        }
        return (stored.columns[column].name, try row.value(column))
      }
    }
  }

  init(
    _ name: String, _ rows: [Int64], from old: GeoPackageReader, to new: GeoPackageReader
  ) throws {
    guard let side = try Side(name, new) else { throw GeoPackageError.noSuchTable(name) }
    table = GeoPackageNames.quoted(side.stored.name)
    id =
      side.stored.rowidColumn.map { GeoPackageNames.quoted(side.stored.columns[$0].name) }
      ?? "rowid"
    self.rows = rows
    self.new = side
    self.old = try Side(name, old)
  }

  /// Writes the statements of one kind.
  mutating func write(_ kind: Kind, into text: inout ScriptText) throws {
    for rowid in rows {
      let wasThere = try old?.cursor.find(rowid) ?? false
      let isThere = try new.cursor.find(rowid)
      switch kind {
      case .delete where wasThere && !isThere:
        try text.add("DELETE FROM \(table) WHERE \(try test(rowid) { _ in true });")
      case .update where wasThere && isThere: try update(rowid, into: &text)
      case .insert where !wasThere && isThere: try insert(rowid, into: &text)
      case .delete, .update, .insert: break
      }
    }
  }

  private mutating func update(_ rowid: Int64, into text: inout ScriptText) throws {
    let before = try old?.values(rowid) ?? []
    let after = try new.values(rowid) ?? []
    var changed: Set<String> = []
    var sets: [String] = []
    for (old, new) in zip(before, after) where !ScriptText.isSame(old.value, new.value) {
      changed.insert(new.name)
      sets.append("\(GeoPackageNames.quoted(new.name)) = \(ScriptText.literal(new.value))")
    }
    guard !sets.isEmpty else { return }
    try text.add(
      "UPDATE \(table) SET \(sets.joined(separator: ", ")) "
        + "WHERE \(try test(rowid, of: changed.contains));")
  }

  private mutating func insert(_ rowid: Int64, into text: inout ScriptText) throws {
    let values = try new.values(rowid) ?? []
    let names = [id] + values.map { GeoPackageNames.quoted($0.name) }
    let literals = ["\(rowid)"] + values.map { ScriptText.literal($0.value) }
    try text.add(
      "INSERT INTO \(table) (\(names.joined(separator: ", "))) "
        + "VALUES (\(literals.joined(separator: ", ")));")
  }

  /// A condition that a row is unchanged in some columns.
  private mutating func test(_ rowid: Int64, of columns: (String) -> Bool) throws -> String {
    var tests = ["\(id) = \(rowid)"]
    for (name, value) in try old?.values(rowid) ?? [] where columns(name) {
      switch value {
      case .text(let bytes) where bytes.count > Self.longestTest: continue
      case .blob(let bytes) where bytes.count > Self.longestTest: continue
      default:
        tests.append("\(GeoPackageNames.quoted(name)) IS \(ScriptText.literal(value))")
      }
    }
    return tests.joined(separator: " AND ")
  }
}

/// An SQL text that is written piece by piece.
private struct ScriptText: ~Copyable {
  private var file: AtomicFile
  private var bytes: [UInt8] = []

  init(_ file: consuming AtomicFile) { self.file = file }

  /// Adds a line.
  mutating func add(_ line: String) throws(BytesError) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    guard bytes.count > 1 << 18 else { return }
    let piece = bytes
    bytes = []
    try file.append(piece.span)
  }

  consuming func finish() throws(BytesError) -> AtomicFile {
    let piece = bytes
    try file.append(piece.span)
    return file
  }

  /// Whether two values are identical. An integer and a real number of the same size are not.
  static func isSame(_ left: ExpressionValue, _ right: ExpressionValue) -> Bool {
    if case .real(let one) = left, case .real(let other) = right {
      return one.bitPattern == other.bitPattern
    }
    return left == right
  }

  /// A value as SQL writes it.
  static func literal(_ value: ExpressionValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): literal(real)
    case .text(let text): literal(text)
    case .blob(let bytes): "X'\(hex(bytes))'"
    }
  }

  private static func literal(_ text: [UInt8]) -> String {
    guard !text.contains(0), let valid = String(validating: text, as: UTF8.self) else {
      return "CAST(X'\(hex(text))' AS TEXT)"
    }
    return GeoPackageNames.literal(valid)
  }

  /// A real number as SQL writes it. SQLite reads up to fifteen digits exactly. Other numbers are
  /// written as an integer divided by a power of two, which is exact.
  static func literal(_ real: Double) -> String {
    guard real.isFinite else { return real < 0 ? "-9e999" : "9e999" }
    let text = "\(real)"
    let digits = text.prefix { $0 != "e" }.utf8.count { $0 &- UInt8(ascii: "0") < 10 }
    guard digits > 15, (-10...51).contains(real.exponent) else { return text }
    let fractionBits = 52 - Int(real.exponent)
    let whole = real.sign == .minus ? -real.significand : real.significand
    return "(\(Int64(whole * 0x1p52)).0 / \(Int64(1) << fractionBits).0)"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
