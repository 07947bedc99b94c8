package import GeoPackage
import MapModel

extension StoredMap {
  /// The relations of a package's store with mapping tables that follow keys: one for each
  /// relationship, and one for the attachments of each table. Omits relations that the store lacks.
  package func relations(in store: GeoPackageReader) throws -> [GeoPackageRelation] {
    let stored = try store.relations()
    var relations: [GeoPackageRelation] = []
    for (index, link) in relationships.enumerated() {
      let mapping = "rel_\(link.origin)_\(link.destination)_\(index + 1)"
      guard let relation = stored.first(where: { $0.mappingTable == mapping }),
        let base = try store.column(link.originField, of: link.origin),
        let related = try store.column(link.destinationField, of: link.destination)
      else { continue }
      relations.append(
        GeoPackageRelation(
          mappingTable: mapping, relationName: relation.relationName, baseTable: link.origin,
          baseKey: base, relatedTable: link.destination, relatedKey: related))
    }
    for relation in stored where relation.relationName == "media" {
      guard let table = tables.first(where: { $0.name == relation.baseTable }),
        let field = table.layer.definition.globalIDField,
        let key = try store.column(field, of: table.name),
        try store.column(GeoPackageTable.AttachmentColumn.parent, of: relation.relatedTable) != nil
      else { continue }
      relations.append(
        GeoPackageTable.attachmentRelation(
          parent: table.name, parentKey: key, table: relation.relatedTable,
          mappingTable: relation.mappingTable))
    }
    return relations
  }
}

extension GeoPackageReader {
  /// The column of a field, by the field's original name.
  func column(_ field: String, of table: String) throws -> String? {
    try self.table(named: table).columns.first {
      ($0.fieldName ?? $0.name).isSameName(as: field)
    }?.name
  }
}
