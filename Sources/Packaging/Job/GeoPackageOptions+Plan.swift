import FeatureData
import GeoPackage
import Geometry
import OrderedJSON

extension GeoPackageOptions {
  /// The initial spatial references and relations of a package's store.
  ///
  /// - Parameter isScratch: whether it is only read once, to make another store from it.
  init(of plan: PackagePlan, now: Int64, isScratch: Bool) {
    self.init(
      lastChange: now, spatialReferences: Self.references(of: plan.tables),
      relations: Self.relations(of: plan))
    guard isScratch else { return }
    hasBoxes = false
    // The map declares the relations of relationships. Attachments need theirs in the store.
    relations.removeAll { $0.relationName != "media" }
  }

  /// Each spatial reference once, by ID.
  private static func references(of tables: [PlannedTable]) -> [GeoPackageSpatialReference] {
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
  private static func relations(of plan: PackagePlan) -> [GeoPackageRelation] {
    let tables = plan.tables
    var relations = plan.relationships.map { relationship in
      // The number tells relationships between the same two tables apart.
      let number = (plan.relationships.firstIndex(of: relationship) ?? 0) + 1
      let origin = tables[relationship.origin]
      let destination = tables[relationship.destination]
      return GeoPackageRelation(
        mappingTable: "rel_\(origin.name)_\(destination.name)_\(number)",
        relationName: destination.schema?.geometry == nil ? "attributes" : "features",
        baseTable: origin.name, baseKey: origin.keyName(relationship.originColumn),
        relatedTable: destination.name,
        relatedKey: destination.keyName(relationship.destinationColumn))
    }
    for group in plan.attachments {
      let parent = tables[group.table]
      guard let key = parent.schema?.globalIDColumn else { continue }
      relations.append(
        GeoPackageTable.attachmentRelation(
          parent: parent.name, parentKey: parent.storeColumn(key), table: group.storeName(plan),
          mappingTable: "rel_\(parent.name)_media"))
    }
    return relations
  }
}
