import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages

extension PackagePlan {
  /// The map as stored in the package.
  var storedMap: GeoPackageMetadata {
    var root = JSONObject()
    root.append("format", .string(StoredMap.format))
    root.append("title", .string(title))
    if !isTitled { root.append("titled", .bool(false)) }
    root.append("credits", .array(credits.map { .string($0) }))
    root.append("map", map.source.withoutFeatures)
    root.append("tables", .array(shownLayers.map(\.stored)))
    root.append("relationships", .array(relationships.map(stored)))
    if let rules = folder.bindings.rules { root.append("rules", rules.json) }
    let text = JSONWriter.write(.object(root))
    return GeoPackageMetadata(
      standard: StoredMap.standard, mimeType: "application/json",
      text: String(decoding: text, as: UTF8.self))
  }

  /// The package's map, and the plan of its geodatabase.
  var geodatabase: (map: StoredMap, plan: GeodatabasePlan) {
    get throws {
      let map = try StoredMap(reading: storedMap.text, path: "")
      let plan = GeodatabasePlan(
        map, layouts: tables.map { $0.storeTable(indexed: []) },
        references: { id in
          tables.lazy.compactMap { $0.schema?.geometry }.first { $0.srsID == id }?.spatialReference
        },
        media: Set(attachments.map { tables[$0.table].name }))
      return (map, plan)
    }
  }

  /// The tables as each layer of the map shows them, in the map's order.
  private var shownLayers: [PlannedTable] {
    let order = map.allLayers().map(\.id)
    let views = tables.flatMap(\.views)
    guard views.count > tables.count else { return tables }
    return views.enumerated().map { index, view in
      (order.firstIndex { $0.hasSameUTF8(as: view.layer.id) } ?? order.count, index, view)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func stored(_ relationship: TableRelationship) -> JSON {
    let origin = tables[relationship.origin]
    let destination = tables[relationship.destination]
    return [
      "id": relationship.id.map { .number($0) } ?? .null, "name": .string(relationship.name),
      "origin": .string(origin.name),
      "originField": .string(origin.fieldName(relationship.originColumn)),
      "destination": .string(destination.name),
      "destinationField": .string(destination.fieldName(relationship.destinationColumn)),
      "cardinality": .string(relationship.cardinality.rawValue),
      "composite": .bool(relationship.isComposite),
    ]
  }
}

extension PlannedTable {
  fileprivate var stored: JSON {
    var members: JSONObject = [
      "table": .string(name), "layer": .string(layer.id), "editable": .bool(isEditable),
      "definition": .object(storedDefinition),
    ]
    if let minting = schema?.minting {
      members.append(
        "minted", ["field": .string(minting.field), "scope": .string(minting.scope)])
    }
    if let item = storedItem { members.append("item", .object(item)) }
    return .object(members)
  }

  fileprivate func fieldName(_ recordColumn: Int) -> String {
    guard let schema else { return "" }
    let column = recordColumn - schema.firstFieldColumn
    return schema.columns.indices.contains(column) ? schema.columns[column].field.name : ""
  }

  /// The effective definition, with the fields that the records really have.
  private var storedDefinition: JSONObject {
    let definition = layer.definition
    var members = definition.source
    members["id"] = definition.id.map { .number($0) }
    members["name"] = .string(definition.name)
    if !definition.isAnnotation {
      // A definition without a type or geometry may just be short.
      members["type"] = isTable ? "Table" : "Feature Layer"
    }
    members["hasAttachments"] = .bool(definition.hasAttachments)
    members["capabilities"] = definition.capabilities.map {
      .string($0.names.joined(separator: ","))
    }
    members["relationships"] = .array(definition.relationships.map(\.json))
    guard let schema else { return members }
    let known = definition.source["fields"]?.array ?? []
    members["fields"] = .array(
      schema.fields.map { field in
        field.json(over: known.first { $0["name"]?.string.map(field.isNamed) == true })
      })
    members["objectIdField"] = schema.objectIDColumn.map { .string(schema.fields[$0].name) }
    if let keyColumn {
      members["uniqueIdField"] = [
        "name": .string(schema.columns[keyColumn].field.name), "isSystemMaintained": false,
      ]
    }
    members["globalIdField"] = schema.globalIDColumn.map { .string(schema.fields[$0].name) }
    return members
  }

  /// What only the portal item says.
  private var storedItem: JSONObject? {
    var item = JSONObject()
    if let popup = layer.popupInfo {
      if operational.popupInfo == nil { item.append("popupInfo", popup) }
      if !layer.isPopupEnabled, !operational.disablesPopup { item.append("disablePopup", true) }
    }
    return item.isEmpty ? nil : item
  }
}

extension Field {
  /// The field in the form of a service, with all other members of the original field. Without one,
  /// the data declared the field.
  fileprivate func json(over known: JSON?) -> JSON {
    var members = known?.object ?? declared
    members["name"] = .string(name)
    if let alias { members["alias"] = .string(alias) }
    members["type"] = .string(type.rawValue)
    if let length { members["length"] = .number(length) }
    return .object(members)
  }

  /// What the field says about its values.
  private var declared: JSONObject {
    var members = JSONObject()
    if !isNullable { members["nullable"] = false }
    if !isEditable { members["editable"] = false }
    if let domain { members["domain"] = domain.json }
    if let defaultValue { members["defaultValue"] = defaultValue }
    return members
  }
}

extension Relationship {
  fileprivate var json: JSON {
    var members: JSONObject = [
      "id": .number(id), "name": .string(name), "relatedTableId": .number(relatedTableID),
      "cardinality": .string(cardinality.rawValue), "role": .string(role.rawValue),
      "keyField": .string(keyField), "composite": .bool(isComposite),
    ]
    if let table = relationshipTableID {
      members.append("relationshipTableId", .number(table))
    }
    if let key = keyFieldInRelationshipTable {
      members.append("keyFieldInRelationshipTable", .string(key))
    }
    return .object(members)
  }
}

extension JSON {
  /// A web map without the features of its feature collections. Packed features are in their
  /// tables, and others must not be in the package.
  fileprivate var withoutFeatures: JSON {
    guard case .object(var members) = self else { return self }
    for key in ["operationalLayers", "tables", "layers"] {
      guard let layers = members[key]?.array else { continue }
      members[key] = .array(layers.map(\.withoutFeatures))
    }
    if let collection = members["featureCollection"] {
      members["featureCollection"] = collection.withoutFeatures
    }
    if var set = members["featureSet"], set["features"] != nil {
      set["features"] = .array([])
      members["featureSet"] = set
    }
    return .object(members)
  }
}
