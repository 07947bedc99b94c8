// An office may keep the layer Trees in a table trees_2026; a package built of it has a table Trees.
// Both are of one layer of the map:
//
//   the map of each side names its table by the layer's id
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
  ///   - current: the current data, and what its map says of its tables; nil where nothing tells.
  /// - Throws: `GeoPackageError` where a store cannot be read.
  package init(
    of store: GeoPackageReader, map: StoredMap?, in current: GeoPackageReader,
    _ currentMap: StoredMap?
  ) throws(GeoPackageError) {
    self.store = store
    self.current = current
    for table in currentMap?.tables ?? [] {
      guard let own = Self.table(of: table, map, store), !own.isSameName(as: table.name),
        !names.contains(where: { $0.own.isSameName(as: own) }),
        try isAlike(own, table.name)
      else { continue }
      names.append((own, table.name))
    }
    try addAttachments()
  }

  /// The table of a layer.
  private static func table(
    of layer: StoredMap.Table, _ map: StoredMap?, _ store: GeoPackageReader
  ) -> String? {
    if let map {
      let found = map.tables.first { $0.layer.id.isSameName(as: layer.layer.id) }?.name
      return found.flatMap { store.hasTable(named: $0) ? $0 : nil }
    }
    guard !store.hasTable(named: layer.name) else { return nil }
    let names = LayerNames(layer: layer.operational, definition: layer.layer.definition)
    let byName = names.best(store.userTables, name: \.tableName)
    let found = byName.isEmpty ? names.best(store.userTables, name: \.identifier) : byName
    return found.count == 1 ? found.first?.tableName : nil
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
