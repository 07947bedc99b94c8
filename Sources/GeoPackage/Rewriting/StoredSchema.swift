import SQLiteFile

/// The schema of a GeoPackage. It decides how each object is rewritten.
struct StoredSchema {
  /// What an object contains.
  enum Part {
    /// A table that is read in Fieldpack's row form.
    case content(RowLayout)
    /// Another table.
    case plain(StoredTable)
    /// A metadata table, whose rows are known last.
    case format(StoredTable)
    /// Part of a spatial index that is rebuilt with its table.
    case boxes
    case index
    /// A view, a trigger or a virtual table, which only have a text.
    case text
  }

  let objects: [SchemaObject]
  private(set) var parts: [Part] = []
  /// The indexes of objects that are not written.
  private(set) var leftOut: Set<Int> = []
  /// The object indexes of a table's indexes, by folded table name.
  private var indexes: [String: [Int]] = [:]
  /// The folded name of the spatial index, by the folded name of an edited table.
  private var boxes: [String: String] = [:]
  private let reader: GeoPackageReader
  private let edited: Set<String>

  /// Reads the schema.
  ///
  /// - Parameter edited: the folded names of tables with edits.
  init(_ reader: GeoPackageReader, edited: Set<String>) throws {
    self.reader = reader
    self.edited = edited
    objects = reader.database.schema
    for (index, object) in objects.enumerated() where object.kind == .index {
      indexes[GeoPackageNames.folded(object.tableName), default: []].append(index)
    }
    try findBoxes()
    let shadows = Set(boxes.values.flatMap { Self.shadows(of: $0) })
    for object in objects { parts.append(try part(object, shadows)) }
  }

  /// The tables that are read in Fieldpack's row form.
  var contents: [RowLayout] {
    parts.compactMap { part in
      guard case .content(let layout) = part else { return nil }
      return layout
    }
  }

  /// The folded names of all tables whose rows can have edits.
  var names: Set<String> {
    Set(
      zip(objects, parts).compactMap { object, part in
        switch part {
        case .content, .plain: GeoPackageNames.folded(object.name)
        case .format, .boxes, .index, .text: nil
        }
      })
  }

  /// The indexes of a table, with their indexes in the schema.
  func indexes(of table: String) -> [(objectIndex: Int, object: SchemaObject)] {
    (indexes[GeoPackageNames.folded(table)] ?? []).map { ($0, objects[$0]) }
  }

  /// Whether a table has neither triggers nor indexes.
  func isBare(_ table: String) -> Bool {
    !objects.contains {
      ($0.kind == .trigger || $0.kind == .index)
        && GeoPackageNames.folded($0.tableName) == GeoPackageNames.folded(table)
    }
  }

  /// Whether the R-tree of a table is rebuilt.
  func hasBoxes(_ layout: RowLayout) -> Bool {
    boxes[GeoPackageNames.folded(layout.table.name)] != nil
  }

  /// The object indexes of the three tables of a table's R-tree.
  func boxTables(_ layout: RowLayout) -> (rowid: Int?, node: Int?, parent: Int?) {
    let name = boxes[GeoPackageNames.folded(layout.table.name)] ?? ""
    let tables = Self.shadows(of: name).map { shadow in
      objects.firstIndex {
        $0.kind == .table && GeoPackageNames.folded($0.name) == shadow
      }
    }
    return (tables[0], tables[1], tables[2])
  }

  /// The folded names of a table's triggers whose work the rewriter does: those of the spatial
  /// index, of GDAL's row count, and of new GlobalIDs.
  func handledTriggers(_ layout: RowLayout) -> Set<String> {
    let table = layout.table
    var names = ["insert", "delete"].map { "trigger_\($0)_feature_count_\(table.name)" }
    names += table.columns.filter(\.mintsGlobalIDs).map {
      GlobalIDTrigger.name(table: table.name, column: $0.name)
    }
    if let box = boxName(of: table) { names += Self.triggers(of: box) }
    return Set(names.map(GeoPackageNames.folded))
  }

  private func boxName(of table: GeoPackageTable) -> String? {
    table.geometry.map { GeoPackageNames.folded("rtree_\(table.name)_\($0.name)") }
  }

  private static func triggers(of box: String) -> [String] {
    (["insert", "delete"] + (1...7).map { "update\($0)" }).map { "\(box)_\($0)" }
  }

  private static func shadows(of box: String) -> [String] {
    ["rowid", "node", "parent"].map { "\(box)_\($0)" }
  }

  /// Finds the spatial indexes of edited tables. One in another form than GeoPackage's is left out,
  /// because its boxes are unknown.
  private mutating func findBoxes() throws {
    for name in edited {
      guard reader.database.object(.table, named: name) != nil, !FormatTable.names.contains(name)
      else { continue }
      guard let box = boxName(of: try reader.table(named: name)),
        let virtual = reader.database.object(.table, named: box), virtual.rootPage == 0
      else { continue }
      if RTreeExtension.isIndex(virtual) {
        boxes[name] = box
        continue
      }
      let gone = [box] + Self.shadows(of: box) + Self.triggers(of: box)
      leftOut.formUnion(
        objects.indices.filter { gone.contains(GeoPackageNames.folded(objects[$0].name)) })
    }
  }

  private func part(_ object: SchemaObject, _ shadows: Set<String>) throws -> Part {
    switch object.kind {
    case .view, .trigger: return .text
    case .index: return .index
    case .table: break
    }
    if object.rootPage == 0 { return .text }
    let name = GeoPackageNames.folded(object.name)
    if shadows.contains(name) { return .boxes }
    let stored = try StoredTable(object)
    if FormatTable.names.contains(name) { return .format(stored) }
    let isContent = reader.contents.contains {
      GeoPackageNames.folded($0.tableName) == name && $0.dataType != "tiles"
    }
    guard isContent && stored.rowidColumn != nil || edited.contains(name) else {
      return .plain(stored)
    }
    return .content(try reader.layout(ofTable: object.name))
  }
}
