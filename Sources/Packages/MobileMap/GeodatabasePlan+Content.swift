import GeoPackage
import Geodatabase
import Geometry
import MapModel

extension GeodatabasePlan {
  /// A feature class or table, in the form that the geodatabase writer takes.
  ///
  /// - Parameters:
  ///   - index: the index of the table.
  ///   - extent: the extent of its records; empty if there are none.
  func content(of index: Int, extent: Envelope) -> GeodatabaseTable {
    let table = tables[index]
    let shape = table.shapeType.map { type in
      GeodatabaseTable.Shape(
        field: table.shapeField, type: type, hasZ: table.layout.geometry?.hasZ ?? false,
        hasM: table.layout.geometry?.hasM ?? false, spatialReference: table.spatialReference)
    }
    return GeodatabaseTable(
      name: table.name, alias: table.title, layerID: table.layerID,
      objectIDField: table.objectIDField,
      globalIDField: table.globalIDColumn.map { table.fields[$0].name },
      fields: table.fields.enumerated().filter { $0.offset != table.objectIDColumn }
        .map(\.element), shape: shape,
      editorTracking: table.stored.layer.definition.editFieldsInfo,
      serviceItem: resource(of: index, extent: extent), hasAttachments: table.hasAttachments)
  }

  /// The relationships between the tables.
  var relationships: [GeodatabaseRelationship] {
    links.map { link in
      let (origin, destination) = (tables[link.origin], tables[link.destination])
      return GeodatabaseRelationship(
        name: link.className, origin: origin.name, destination: destination.name,
        originKey: link.originField, destinationKey: link.destinationField,
        cardinality: link.cardinality, isComposite: link.isComposite,
        forwardLabel: destination.title, backwardLabel: origin.title)
    }
  }
}

extension GeodatabasePlan {
  /// Plans the geodatabase of a complete store.
  ///
  /// - Throws: `GeoPackageError`.
  init(_ map: StoredMap, _ store: GeoPackageReader) throws {
    var layouts: [GeoPackageTable] = []
    var media: Set<String> = []
    for table in map.storeTables where store.hasTable(named: table.name) {
      layouts.append(try store.table(named: table.name))
      if try !store.mediaRelations(of: table.name).isEmpty { media.insert(table.name) }
    }
    self.init(
      map, layouts: layouts, references: { (try? store.spatialReference($0)) ?? nil }, media: media)
  }
}
