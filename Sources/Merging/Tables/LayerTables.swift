// An office may keep the layer Trees in a table trees_2026; a package built of it has a table Trees.
// Both are of one layer of the map:
//
//   the map of each side names its table by the layer's id, or by the address of its service
//   of a geodatabase, whose map may be made up: the table that has a name of the layer
//   a store without a map has the table of the same name; else the one that has a name of the layer
//
// Attachments go with their parents.

package import GeoPackage
import MapModel
package import Packaging

/// What the tables of a store are called in the current data, where the two name them otherwise.
package struct LayerTables {
  /// The names of tables of the store, and those they have in the current data.
  package private(set) var names: [(own: String, other: String)] = []

  private let store: GeoPackageReader
  private let current: GeoPackageReader

  /// Finds the tables of a store.
  ///
  /// - Parameters:
  ///   - map: the store's; nil where nothing tells.
  ///   - byNames: whether layers that the maps do not tell of go by their names.
  ///   - current: the current data, and what its map says of its tables; nil where nothing tells.
  /// - Throws: `GeoPackageError` where a store cannot be read.
  package init(
    of store: GeoPackageReader, map: StoredMap?, in current: GeoPackageReader,
    _ currentMap: StoredMap?, byNames: Bool = false
  ) throws(GeoPackageError) {
    self.store = store
    self.current = current
    for table in currentMap?.tables ?? [] {
      let found = Self.table(of: table, map, store)
      guard let own = found ?? (byNames ? Self.named(like: table, map, store) : nil) else {
        continue
      }
      try add(own, as: table.name)
    }
    if byNames, currentMap == nil {
      for table in map?.tables ?? [] where !current.hasTable(named: table.name) {
        let names = LayerNames(layer: table.operational, definition: table.layer.definition)
        guard let other = Self.only(names, of: current) else { continue }
        try add(table.name, as: other)
      }
    }
    try addAttachments()
  }

  private mutating func add(_ own: String, as other: String) throws(GeoPackageError) {
    guard !own.isSameName(as: other), !names.contains(where: { $0.own.isSameName(as: own) }),
      try isAlike(own, other)
    else { return }
    names.append((own, other))
  }

  /// The table of a layer.
  private static func table(
    of layer: StoredMap.Table, _ map: StoredMap?, _ store: GeoPackageReader
  ) -> String? {
    if let map {
      let found =
        map.tables.first { $0.layer.id.isSameName(as: layer.layer.id) }
        ?? map.tables.first { $0.layer.isOfSameService(as: layer.layer) }
      return found.flatMap { store.hasTable(named: $0.name) ? $0.name : nil }
    }
    guard !store.hasTable(named: layer.name) else { return nil }
    return only(
      LayerNames(layer: layer.operational, definition: layer.layer.definition), of: store)
  }

  /// The table of a store that has a name of a layer; nil where none or several have.
  private static func only(_ names: LayerNames, of store: GeoPackageReader) -> String? {
    let byName = names.best(store.userTables, name: \.tableName)
    let found = byName.isEmpty ? names.best(store.userTables, name: \.identifier) : byName
    return found.count == 1 ? found.first?.tableName : nil
  }

  /// The table of a geodatabase that has a name of a layer: its own, as its service has it, or what
  /// people call it. Nil where the store has a table of the layer's, or several have the name.
  private static func named(
    like layer: StoredMap.Table, _ map: StoredMap?, _ store: GeoPackageReader
  ) -> String? {
    guard !store.hasTable(named: layer.name) else { return nil }
    let names = LayerNames(layer: layer.operational, definition: layer.layer.definition)
    let tables = map?.tables ?? []
    let byName = names.best(tables) { $0.layer.definition.name }
    let found = byName.isEmpty ? names.best(tables) { $0.layer.title } : byName
    guard found.count == 1, let name = found.first?.name, store.hasTable(named: name) else {
      return nil
    }
    return name
  }

  /// Whether two tables are of one layer by their columns, too: two maps may give their layers the
  /// same ids.
  private func isAlike(_ own: String, _ other: String) throws(GeoPackageError) -> Bool {
    guard current.hasTable(named: other) else { return false }
    let ours = try current.table(named: other).columns.map { $0.fieldName ?? $0.name }
    let theirs = try store.table(named: own).columns.map { $0.fieldName ?? $0.name }
    let shared = theirs.count { name in ours.contains { $0.isSameName(as: name) } }
    return shared > 0 && shared * 2 >= min(ours.count, theirs.count)
  }

  /// Adds the attachments tables of all layers: they are found by their parents.
  private mutating func addAttachments() throws(GeoPackageError) {
    let renamed = store.calling(names)
    let ours = try current.relations()
    for relation in try renamed.relations() where relation.relationName.isSameName(as: "media") {
      let parent = relation.baseTable
      let known = ours.first {
        $0.relationName.isSameName(as: "media") && $0.baseTable.isSameName(as: parent)
      }?.relatedTable
      guard let other = try known.map(attachments) ?? free(relation, parent),
        !other.isSameName(as: relation.relatedTable), renamed.hasTable(named: relation.relatedTable)
      else { continue }
      names.append((relation.relatedTable, other))
    }
  }

  /// An attachments table of the current data, if its rows tell their parents as ours do.
  private func attachments(_ name: String) throws(GeoPackageError) -> String? {
    guard current.hasTable(named: name) else { return nil }
    let parent = GeoPackageTable.AttachmentColumn.parent
    return try current.table(named: name).columns.contains { $0.name.isSameName(as: parent) }
      ? name : nil
  }

  /// The name of an attachments table that the current data lack: after the parent's name there.
  private func free(_ relation: GeoPackageReader.StoredRelation, _ parent: String) -> String? {
    guard names.contains(where: { $0.other.isSameName(as: parent) }) else { return nil }
    let name = parent + "_attachments"
    return current.isFree(name) ? name : nil
  }
}

extension EffectiveLayer {
  /// Whether both are one layer of one service.
  fileprivate func isOfSameService(as other: EffectiveLayer) -> Bool {
    guard let address, let its = other.address, let number = address.layerID else { return false }
    return address.isSameService(as: its) && number == its.layerID
  }
}
