import SQLiteFile

/// The schema of a GeoPackage by what becomes of each object when it is written anew.
struct StoredSchema {
  /// What an object holds.
  enum Part {
    /// A table whose rows are read in the tool's row form.
    case content(RowLayout)
    /// Another table.
    case plain(StoredTable)
    /// A table of the format, whose rows are known last.
    case format(StoredTable)
    /// Of a spatial index that is made anew with its table.
    case boxes
    case index
    /// A view, a trigger or a virtual table: a text alone.
    case text
  }

  let objects: [SchemaObject]
  private(set) var parts: [Part] = []
  /// Objects that are not written, by their places.
  private(set) var leftOut: Set<Int> = []
  /// By the folded name of a table, the places of its indexes.
  private var indexes: [String: [Int]] = [:]
  /// By the folded name of an edited table, the folded name of its spatial index.
  private var boxes: [String: String] = [:]
  private let reader: GeoPackageReader
  private let edited: Set<String>

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

  /// The tables whose rows are read in the tool's row form.
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
        default: nil
        }
      })
  }

  /// The indexes of a table with their places.
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

  /// Whether the R-tree of a table is made anew.
  func hasBoxes(_ layout: RowLayout) -> Bool {
    boxes[GeoPackageNames.folded(layout.table.name)] != nil
  }

  /// The places of the three tables of the R-tree of a table.
  func boxTables(_ layout: RowLayout) -> (rowid: Int?, node: Int?, parent: Int?) {
    let name = boxes[GeoPackageNames.folded(layout.table.name)] ?? ""
    let tables = Self.shadows(of: name).map { shadow in
      objects.firstIndex {
        $0.kind == .table && GeoPackageNames.folded($0.name) == shadow
      }
    }
    return (tables[0], tables[1], tables[2])
  }

  /// The folded names of the triggers of a table whose work is done here: those of the spatial index,
  /// of GDAL's count, and of new GlobalIDs.
  func ownTriggers(_ layout: RowLayout) -> Set<String> {
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

  /// The spatial indexes of edited tables. One of another form than GeoPackage's is left out, as its
  /// boxes cannot be made.
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
