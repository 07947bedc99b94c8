import Bytes
import FeatureData
import Geometry
import SQLiteFile

/// The content of a GeoPackage, without its output. ``GeoPackageWriter`` drives it.
struct PackageContent: Sendable {
  var database: DatabaseWriter
  private var options: GeoPackageOptions
  private var current: TableRows?
  private(set) var finished: [FinishedTable] = []
  var project: StoredProject?
  private var baseKeys: [Int: KeyList] = [:]
  private var relatedKeys: [Int: KeyList] = [:]
  /// The mapping tables that were built apart, by the number of their relation.
  private var madeMappings: [Int: (pages: PageWriter, root: UInt32, count: Int)] = [:]
  /// For each key list of the current table, the relations that use it as base or related key, by
  /// index in `options.relations`.
  private var roles: [(base: [Int], related: [Int])] = []

  /// Adds texts about the package.
  mutating func add(_ metadata: [GeoPackageMetadata]) {
    options.metadata += metadata
  }

  init(_ options: GeoPackageOptions) {
    self.options = options
    database = DatabaseWriter(pageSize: options.pageSize)
  }

  var pendingCount: Int { database.pages.pendingCount }

  mutating func begin(_ table: GeoPackageTable) throws {
    guard current == nil else { throw GeoPackageError.outOfSequence(table: table.name) }
    let folded = GeoPackageNames.folded(table.name)
    guard !table.name.isEmpty, !GeoPackageNames.isReserved(table.name),
      !finished.contains(where: { GeoPackageNames.folded($0.table.name) == folded })
    else { throw GeoPackageError.badTableName(table.name) }
    if let geometry = table.geometry,
      !spatialReferences.contains(where: { $0.id == geometry.srsID })
    {
      throw GeoPackageError.unknownSpatialReference(table: table.name, srsID: geometry.srsID)
    }
    let keyColumns = try findKeys(of: table)
    var declaration = TableDeclaration(table)
    if !options.hasBoxes { declaration.hasBoxes = false }
    current = TableRows(
      table, declaration: declaration, keyColumns: keyColumns, pages: database.pages)
  }

  /// Finds the columns whose keys relations need, and those relations.
  private mutating func findKeys(of table: GeoPackageTable) throws -> [Int] {
    var columns: [Int] = []
    roles = []
    for (index, relation) in options.relations.enumerated() {
      let sides = [
        (relation.baseTable, relation.baseKey, true),
        (relation.relatedTable, relation.relatedKey, false),
      ]
      for (name, key, isBase) in sides where name == table.name {
        guard let column = table.columns.firstIndex(where: { $0.name == key }) else {
          throw GeoPackageError.badRelation(
            mapping: relation.mappingTable, table: name, column: key)
        }
        let known = columns.firstIndex(of: column)
        if known == nil {
          columns.append(column)
          roles.append(([], []))
        }
        let role = known ?? columns.count - 1
        if isBase { roles[role].base.append(index) } else { roles[role].related.append(index) }
      }
    }
    return columns
  }

  mutating func append(
    _ record: Span<UInt8>, envelope: Envelope?, rowid: Int64?
  ) throws {
    guard let next = current.map({ $0.lastRowid &+ 1 }) else {
      throw GeoPackageError.outOfSequence(table: "")
    }
    try current?.append(
      record, rowid: rowid ?? next, envelope: envelope, to: &database.pages)
  }

  /// Adds rows from index `row` on until `limit` bytes of pages are complete. Returns the first row
  /// that was not added.
  mutating func append(
    rows bytes: Span<UInt8>, ends: [Int], envelopes: [Envelope], from row: Int, until limit: Int
  ) throws -> Int {
    guard var table = current else { throw GeoPackageError.outOfSequence(table: "") }
    // Move the table out and back, because its arrays must not be shared while they grow.
    current = nil
    defer { current = table }
    var row = row
    var start = row == 0 ? 0 : ends[row - 1]
    while row < ends.count {
      let end = ends[row]
      guard start <= end, end <= bytes.count else {
        throw GeoPackageError.damagedRow(table: table.table.name, rowid: table.lastRowid &+ 1)
      }
      try table.append(
        bytes.extracting(start..<end), rowid: table.lastRowid &+ 1,
        envelope: row < envelopes.count ? envelopes[row] : nil, to: &database.pages)
      start = end
      row &+= 1
      if database.pages.pendingCount >= limit { break }
    }
    return row
  }

  /// The trees that the current table needs besides its rows, and the mapping tables whose last
  /// keys are in it.
  var trees: [TableTree] {
    guard let current else { return [] }
    var after = self
    after.takeKeys(of: current)
    let relations = Set(roles.flatMap { $0.base + $0.related }).sorted()
    return current.trees
      + relations.compactMap { relation in
        guard let base = after.baseKeys[relation], let related = after.relatedKeys[relation] else {
          return nil
        }
        return .pairs(relation: relation, MatchedKeys(base: base, related: related))
      }
  }

  private mutating func takeKeys(of table: TableRows) {
    for (role, key) in table.keys.enumerated() {
      for relation in roles[role].base { baseKeys[relation] = key.list }
      for relation in roles[role].related { relatedKeys[relation] = key.list }
    }
  }

  mutating func endTable(_ made: [TableTree.Made]) throws -> TableAccount {
    guard var table = current else { throw GeoPackageError.outOfSequence(table: "") }
    current = nil
    takeKeys(of: table)
    for case .pairs(let relation, let pages, let root, let count) in made {
      madeMappings[relation] = (pages, root, count)
    }
    let done = try table.finish(into: &database, made: made)
    finished.append(done)
    return done.account
  }

  mutating func writeMetadata() throws {
    guard current == nil else {
      throw GeoPackageError.outOfSequence(table: current?.table.name ?? "")
    }
    try writeMetadata(relations: try writeMappings())
  }

  private var spatialReferences: [GeoPackageSpatialReference] {
    var all = GeoPackageSpatialReference.required
    for reference in options.spatialReferences where !all.contains(where: { $0.id == reference.id })
    {
      all.append(reference)
    }
    return all.sorted { $0.id < $1.id }
  }

  /// Writes the mapping table of each relation.
  private mutating func writeMappings() throws -> [MappingTable] {
    var mappings: [MappingTable] = []
    for (index, relation) in options.relations.enumerated() {
      guard let base = table(named: relation.baseTable), let keys = baseKeys[index] else {
        throw GeoPackageError.badRelation(
          mapping: relation.mappingTable, table: relation.baseTable, column: relation.baseKey)
      }
      guard let related = table(named: relation.relatedTable), let others = relatedKeys[index]
      else {
        throw GeoPackageError.badRelation(
          mapping: relation.mappingTable, table: relation.relatedTable,
          column: relation.relatedKey)
      }
      let (root, count) = try writePairs(
        of: index, MatchedKeys(base: keys, related: others))
      let name = relation.mappingTable
      database.addTable(name: name, sql: MappingTable.sql(name), root: root)
      mappings.append(
        MappingTable(relation: relation, base: base, related: related, count: count))
    }
    return mappings
  }

  private mutating func writePairs(
    of relation: Int, _ keys: MatchedKeys
  ) throws -> (root: UInt32, count: Int) {
    if let made = madeMappings.removeValue(forKey: relation),
      let first = database.pages.append(made.pages)
    {
      return (made.root &+ first, made.count)
    }
    let pairs = try keys.pairs()
    return (try MappingTable.write(pairs, to: &database.pages), pairs.count)
  }

  private func table(named name: String) -> GeoPackageTable? {
    finished.first { $0.table.name == name }?.table
  }

  private mutating func writeMetadata(relations: [MappingTable]) throws {
    var lastChange: [UInt8] = []
    if !DateText.appendDateTime(options.lastChange, to: &lastChange) {
      _ = DateText.appendDateTime(0, to: &lastChange)
    }
    var rows = MetadataRows(lastChange: lastChange.span.repairedString())
    for table in finished { rows.add(table) }
    for mapping in relations { rows.add(mapping) }
    // Comes before the metadata tables, as it does when the store is rewritten.
    if let project { try database.add(project.table) }
    for metadata in options.metadata { rows.add(metadata) }
    for table in rows.tables(spatialReferences: spatialReferences) { try database.add(table) }
  }
}
