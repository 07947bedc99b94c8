import FeatureData
import GeoPackage
import Geometry
import OrderedJSON

extension PackagePlan {
  /// The store's initial spatial references and relations.
  ///
  /// - Parameter isScratch: whether it is only read once, to make another store from it.
  func storeOptions(now: Int64, isScratch: Bool) -> GeoPackageOptions {
    var options = GeoPackageOptions(
      lastChange: now, spatialReferences: storeReferences, relations: storeRelations)
    guard isScratch else { return options }
    options.hasBoxes = false
    // The map declares the relations of relationships. Attachments need theirs in the store.
    options.relations.removeAll { $0.relationName != "media" }
    return options
  }

  /// Each spatial reference once, by ID.
  private var storeReferences: [GeoPackageSpatialReference] {
    var references: [GeoPackageSpatialReference] = []
    for table in tables {
      guard let field = table.schema?.geometry,
        !references.contains(where: { $0.id == field.srsID })
      else { continue }
      references.append(
        GeoPackageSpatialReference(
          id: field.srsID, name: field.spatialReference.name,
          organization: field.spatialReference.wkid == nil ? "NONE" : "EPSG",
          organizationID: field.srsID, definition: field.spatialReference.wkt1()))
    }
    return references
  }

  /// A mapping table for each relationship and for the attachments of each table.
  private var storeRelations: [GeoPackageRelation] {
    var relations = relationships.map { relationship in
      let origin = tables[relationship.origin]
      let destination = tables[relationship.destination]
      return GeoPackageRelation(
        mappingTable: "rel_\(origin.name)_\(destination.name)_\(index(of: relationship))",
        relationName: destination.schema?.geometry == nil ? "attributes" : "features",
        baseTable: origin.name, baseKey: origin.keyName(relationship.originColumn),
        relatedTable: destination.name,
        relatedKey: destination.keyName(relationship.destinationColumn))
    }
    for group in attachments {
      let parent = tables[group.table]
      guard let key = parent.schema?.globalIDColumn else { continue }
      relations.append(
        GeoPackageTable.attachmentRelation(
          parent: parent.name, parentKey: parent.storeColumn(key), table: group.storeName(self),
          mappingTable: "rel_\(parent.name)_media"))
    }
    return relations
  }

  private func index(of relationship: TableRelationship) -> Int {
    (relationships.firstIndex(of: relationship) ?? 0) + 1
  }
}

extension PlannedTable {
  /// The name of a field's record column in the store.
  func keyName(_ recordColumn: Int) -> String {
    storeColumn(recordColumn - (schema?.firstFieldColumn ?? 0))
  }
}
