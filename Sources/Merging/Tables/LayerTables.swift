// The office may store the layer Trees in a table trees_2026, while a package built from it has a
// table Trees. Both belong to the same layer of the map. They are matched as follows:
//
//   With maps on both sides, by the layer id, or by the address of the service.
//   In a geodatabase, whose map may be generated, by one of the names of the layer.
//   In a store without a map, by the table name, or by one of the names of the layer.
//
// Attachments tables are matched by their parents.

package import GeoPackage
import MapModel
package import Packages

/// The tables of a store that have another name in the current data.
package struct LayerTables {
  /// The table names in the store and in the current data.
  package private(set) var names: [(stored: String, alias: String)] = []

  private let store: GeoPackageReader
  private let current: GeoPackageReader

  /// Matches the tables of a store with those of the current data.
  ///
  /// - Parameters:
  ///   - map: The map of the store, if it has one.
  ///   - current: The current data.
  ///   - currentMap: The map of the current data, if it has one.
  ///   - byNames: Whether to match layers by name if the maps don't match them.
  /// - Throws: `GeoPackageError` if a store cannot be read.
  package init(
    of store: GeoPackageReader, map: StoredMap?, in current: GeoPackageReader,
    currentMap: StoredMap?, byNames: Bool = false
  ) throws {
    self.store = store
    self.current = current
    for table in currentMap?.tables ?? [] where !names.contains(where: { $0.alias == table.name }) {
      let found = Self.table(of: table, map: map, store: store)
      guard let name = found ?? (byNames ? Self.table(named: table, map: map, store: store) : nil)
      else { continue }
      try add(name, as: table.name)
    }
    if byNames, currentMap == nil {
      for table in map?.tables ?? [] where !current.hasTable(named: table.name) {
        let names = LayerNames(layer: table.operational, definition: table.layer.definition)
        guard let alias = Self.only(names, of: current) else { continue }
        try add(table.name, as: alias)
      }
    }
    try addAttachments()
  }

  private mutating func add(_ stored: String, as alias: String) throws {
    guard !stored.isSameName(as: alias),
      !names.contains(where: { $0.stored.isSameName(as: stored) }),
      try hasSimilarColumns(stored, as: alias)
    else { return }
    names.append((stored, alias))
  }

  /// Returns the table of a layer in a store.
  private static func table(
    of layer: StoredMap.Table, map: StoredMap?, store: GeoPackageReader
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

  /// Returns the table of a store that has one of the names of a layer. Nil if several tables
  /// match.
  private static func only(_ names: LayerNames, of store: GeoPackageReader) -> String? {
    let byName = names.best(store.userTables, name: \.tableName)
    let found = byName.isEmpty ? names.best(store.userTables, name: \.identifier) : byName
    return found.count == 1 ? found.first?.tableName : nil
  }

  /// Returns the table of a geodatabase whose service name or title is one of the names of a layer.
  /// Nil if the store has a table with the layer's own name, or if several tables match.
  private static func table(
    named layer: StoredMap.Table, map: StoredMap?, store: GeoPackageReader
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

  /// Returns whether a table and its match share at least half of their columns. Checked because
  /// layers of different maps can have the same id.
  private func hasSimilarColumns(
    _ stored: String, as alias: String
  ) throws -> Bool {
    guard current.hasTable(named: alias) else { return false }
    let ours = try current.table(named: alias).columns.map { $0.fieldName ?? $0.name }
    let theirs = try store.table(named: stored).columns.map { $0.fieldName ?? $0.name }
    let shared = theirs.count { name in ours.contains { $0.isSameName(as: name) } }
    return shared > 0 && shared * 2 >= min(ours.count, theirs.count)
  }

  /// Adds the attachments tables of all layers. They are matched by their parents.
  private mutating func addAttachments() throws {
    let renamed = store.renamingTables(names)
    let ours = try current.relations()
    for relation in try renamed.relations() where relation.relationName.isSameName(as: "media") {
      let parent = relation.baseTable
      let known = ours.first {
        $0.relationName.isSameName(as: "media") && $0.baseTable.isSameName(as: parent)
      }?.relatedTable
      guard let alias = try known.map(attachments) ?? freeName(ofAttachmentsOf: parent),
        !alias.isSameName(as: relation.relatedTable), renamed.hasTable(named: relation.relatedTable)
      else { continue }
      names.append((relation.relatedTable, alias))
    }
  }

  /// Returns an attachments table of the current data, if its rows refer to parents in the same
  /// way.
  private func attachments(_ name: String) throws -> String? {
    guard current.hasTable(named: name) else { return nil }
    let parent = GeoPackageTable.AttachmentColumn.parent
    return try current.table(named: name).columns.contains { $0.name.isSameName(as: parent) }
      ? name : nil
  }

  /// Returns a name for an attachments table that the current data lacks, based on the parent's
  /// name there.
  private func freeName(ofAttachmentsOf parent: String) -> String? {
    guard names.contains(where: { $0.alias.isSameName(as: parent) }) else { return nil }
    let name = parent + "_attachments"
    return current.isFree(name) ? name : nil
  }
}

extension EffectiveLayer {
  /// Returns whether both are the same layer of the same service.
  fileprivate func isOfSameService(as other: EffectiveLayer) -> Bool {
    guard let address, let its = other.address, let number = address.layerID else { return false }
    return address.isSameService(as: its) && number == its.layerID
  }
}
