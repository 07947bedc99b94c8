import SQLiteFile

/// The tables of a GeoPackage by what becomes of them when it is written anew.
struct StoredSchema {
  /// Tables whose rows are read in the tool's row form.
  private(set) var tables: [RowLayout] = []
  /// Other tables, whose records pass as they are.
  private(set) var others: [StoredTable] = []
  private(set) var leftOut: [RewriteAccount.LeftOut] = []

  private let reader: GeoPackageReader
  private let virtualTables: [String]
  private let boxTables: Set<String>

  /// - Parameter edited: names of tables with edits.
  init(_ reader: GeoPackageReader, edited: Set<String>) throws {
    self.reader = reader
    let schema = reader.database.schema
    virtualTables = schema.filter { $0.kind == .table && $0.rootPage == 0 }
      .map { GeoPackageNames.folded($0.name) }
    boxTables = try reader.boxTables()
    for object in schema {
      switch object.kind {
      case .table: try sort(object, edited)
      case .view: leave(.view, of: object)
      case .index: break
      case .trigger: sort(trigger: object)
      }
    }
    // Triggers come after what they belong to: those of an R-tree are made anew with it.
    let known = Set(tables.flatMap(triggerNames))
    leftOut.removeAll { $0.kind == .trigger && known.contains(GeoPackageNames.folded($0.name)) }
  }

  /// Whether an R-tree lies over the geometries of a table.
  func hasBoxes(_ layout: RowLayout) -> Bool {
    boxName(of: layout.table).map(boxTables.contains) ?? false
  }

  /// Whether triggers keep GDAL's count of the rows.
  func hasCounts(_ layout: RowLayout) -> Bool {
    reader.database.object(
      .trigger, named: "trigger_insert_feature_count_\(layout.table.name)") != nil
  }

  private func boxName(of table: GeoPackageTable) -> String? {
    table.geometry.map { GeoPackageNames.folded("rtree_\(table.name)_\($0.name)") }
  }

  private func triggerNames(_ layout: RowLayout) -> [String] {
    var names = ["insert", "delete"].map {
      GeoPackageNames.folded("trigger_\($0)_feature_count_\(layout.table.name)")
    }
    names += layout.table.columns.filter(\.mintsGlobalIDs).map {
      GeoPackageNames.folded(GlobalIDTrigger.name(table: layout.table.name, column: $0.name))
    }
    if hasBoxes(layout), let box = boxName(of: layout.table) {
      let events = ["insert", "delete"] + (1...7).map { "update\($0)" }
      names += events.map { "\(box)_\($0)" }
    }
    return names
  }

  private mutating func sort(_ object: SchemaObject, _ edited: Set<String>) throws {
    let name = GeoPackageNames.folded(object.name)
    if name.hasPrefix("sqlite_") || FormatTable.names.contains(name) { return }
    if object.rootPage == 0 {
      if !boxTables.contains(name) { leave(.virtualTable, of: object) }
      return
    }
    if isShadow(name) { return }
    let stored = try StoredTable(object)
    if FormatTable.tileNames.contains(name), try isEmpty(stored) { return }
    let isContent = reader.contents.contains {
      GeoPackageNames.folded($0.tableName) == name && $0.dataType != "tiles"
    }
    guard isContent && stored.rowidColumn != nil || edited.contains(name) else {
      others.append(stored)
      return
    }
    tables.append(try reader.layout(ofTable: object.name))
  }

  /// Triggers of the format's own tables only guard their values.
  private mutating func sort(trigger object: SchemaObject) {
    if !GeoPackageNames.folded(object.tableName).hasPrefix("gpkg_") {
      leave(.trigger, of: object)
    }
  }

  /// Whether a table holds what a virtual table is made of.
  private func isShadow(_ name: String) -> Bool {
    let suffixes = [
      "node", "parent", "rowid", "content", "docsize", "segdir", "segments", "stat", "config",
      "data", "idx",
    ]
    return virtualTables.contains { table in
      name.hasPrefix(table + "_") && suffixes.contains(String(name.dropFirst(table.count + 1)))
    }
  }

  private func isEmpty(_ table: StoredTable) throws -> Bool {
    var cursor = try reader.database.cursor(over: table)
    return try !cursor.next()
  }

  private mutating func leave(_ kind: RewriteAccount.LeftOut.Kind, of object: SchemaObject) {
    leftOut.append(.init(kind: kind, table: object.tableName, name: object.name))
  }
}

extension GeoPackageReader {
  /// The folded names of the virtual tables that are spatial indexes of geometry columns.
  fileprivate func boxTables() throws(GeoPackageError) -> Set<String> {
    let columns = try MetadataReader(database).rows(of: "gpkg_geometry_columns")
    let names = columns.compactMap { row -> String? in
      guard let table = row["table_name"].text, let column = row["column_name"].text else {
        return nil
      }
      return GeoPackageNames.folded("rtree_\(table)_\(column)")
    }
    let virtual = database.schema.filter { $0.kind == .table && $0.rootPage == 0 }
    return Set(virtual.map { GeoPackageNames.folded($0.name) }).intersection(names)
  }
}
