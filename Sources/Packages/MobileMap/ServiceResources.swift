import FeatureData
import GeoPackage
import Geometry
import MapModel
import OrderedJSON

// The service's description of the layers in a geodatabase, which Esri's apps read instead of its
// tables: one document for the service, and one for each layer and table. The original service's
// description is kept, except where the geodatabase differs.

extension GeodatabasePlan {
  /// The description of the service.
  ///
  /// - Parameters:
  ///   - map: the package's map.
  ///   - extent: the extent of all records in the map's spatial reference; empty if there are none.
  func service(_ map: StoredMap, extent: Envelope) -> JSON {
    let reference = reference(of: map)
    func resource(_ table: Table) -> JSON {
      [
        "id": .number(table.layerID), "name": .string(table.title),
        "type": table.shapeType == nil ? "Table" : "Feature Layer",
      ]
    }
    let allows = tables.contains(where: \.isEditable)
    var members: JSONObject = [
      "currentVersion": .number(10.7), "name": .string(map.title),
      "serviceDescription": .string(map.title),
      "description": "", "type": "FeatureServer", "maxRecordCount": 2_000,
      "hasVersionedData": false, "supportsDisconnectedEditing": false,
      "capabilities": allows ? "Create,Delete,Query,Update,Editing,Sync" : "Query,Sync",
      "copyrightText": .string(map.credits.joined(separator: "; ")),
      "spatialReference": reference.esriJSON,
    ]
    if !extent.isEmpty {
      members.append("initialExtent", extent.esriJSON(in: reference))
      members.append("fullExtent", extent.esriJSON(in: reference))
    }
    members.append("allowGeometryUpdates", .bool(allows))
    members.append("units", .string(reference.esriUnits))
    members.append("syncEnabled", true)
    members.append("layers", .array(tables.filter { $0.shapeType != nil }.map(resource)))
    members.append("tables", .array(tables.filter { $0.shapeType == nil }.map(resource)))
    return .object(members)
  }

  /// The spatial reference of the map, or of its first layer if the map has none.
  func reference(of map: StoredMap) -> SpatialReference {
    let own = map.map.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
    return own ?? tables.lazy.compactMap(\.spatialReference).first ?? .webMercator
  }

  /// The description of a layer or table.
  ///
  /// - Parameters:
  ///   - index: the index of the table.
  ///   - extent: the extent of its records; empty if there are none.
  func resource(of index: Int, extent: Envelope) -> JSON {
    let table = tables[index]
    let definition = table.stored.layer.definition
    var members = definition.source
    for key in [
      "definitionExpression", "featureSet", "featureCollection", "indexes", "url", "visible",
      "extent", "editFieldsInfo", "subtypes", "subtypeField", "fieldConfigurations",
      ContingentValues.member,
    ] { members[key] = nil }
    for (key, value) in Self.usual where members[key] == nil { members[key] = value }
    members["id"] = .number(table.layerID)
    members["name"] = .string(table.title)
    members["type"] = table.shapeType == nil ? "Table" : "Feature Layer"
    members["displayField"] = .string(
      definition.displayField.flatMap(table.fieldName) ?? table.firstText ?? table.objectIDField)
    members["capabilities"] = .string(table.capabilities)
    members["relationships"] = .array(relationships(of: index))
    members["hasAttachments"] = .bool(table.hasAttachments)
    members["objectIdField"] = .string(table.objectIDField)
    members["globalIdField"] = .string(table.globalIDColumn.map { table.fields[$0].name } ?? "")
    members["typeIdField"] = .string(definition.typeIDField.flatMap(table.fieldName) ?? "")
    members["fields"] = .array(table.fieldResources)
    members["types"] = members["types"] ?? []
    members["templates"] = members["templates"] ?? []
    if let tracking = table.editorTracking { members["editFieldsInfo"] = tracking }
    if let shape = table.shapeType, let reference = table.spatialReference {
      members["geometryType"] = .string(shape.rawValue)
      members["hasZ"] = .bool(table.layout.geometry?.hasZ ?? false)
      members["hasM"] = .bool(table.layout.geometry?.hasM ?? false)
      members["minScale"] = .number(definition.scaleRange.minimum)
      members["maxScale"] = .number(definition.scaleRange.maximum)
      members["allowGeometryUpdates"] = .bool(table.isEditable)
      if !extent.isEmpty { members["extent"] = extent.esriJSON(in: reference) }
      if let drawing = definition.drawingInfo { members["drawingInfo"] = drawing }
    }
    return .object(members)
  }

  /// What services say of nearly all layers.
  private static let usual: [(String, JSON)] = [
    ("currentVersion", .number(10.7)), ("description", ""), ("copyrightText", ""),
    ("defaultVisibility", true), ("isDataVersioned", false),
    ("supportsRollbackOnFailureParameter", true), ("supportsStatistics", true),
    ("supportsAdvancedQueries", true), ("supportsApplyEditsWithGlobalIds", true),
    ("useStandardizedQueries", true), ("htmlPopupType", "esriServerHTMLPopupTypeAsHTMLText"),
    ("maxRecordCount", 2_000), ("hasStaticData", false),
  ]

  /// The ends of relationships at a table.
  private func relationships(of index: Int) -> [JSON] {
    func end(
      of link: Link, otherTable: Int, role: Relationship.Role, keyField key: String
    ) -> JSON {
      [
        "id": .number(link.id), "name": .string(link.name),
        "relatedTableId": .number(tables[otherTable].layerID),
        "cardinality": .string(link.cardinality.rawValue), "role": .string(role.rawValue),
        "keyField": .string(key), "composite": .bool(link.isComposite),
      ]
    }
    var ends: [JSON] = []
    for link in links {
      if link.origin == index {
        ends.append(
          end(
            of: link, otherTable: link.destination, role: .origin, keyField: link.originField))
      }
      if link.destination == index {
        ends.append(
          end(
            of: link, otherTable: link.origin, role: .destination,
            keyField: link.destinationField))
      }
    }
    return ends
  }
}

extension GeodatabasePlan.Table {
  /// The operations that are allowed on the records.
  fileprivate var capabilities: String {
    guard isEditable else { return "Query,Sync" }
    let allowed = stored.layer.definition.capabilities?.names ?? ["Create", "Delete", "Update"]
    var names = allowed.filter { !$0.isSameName(as: "Sync") && !$0.isSameName(as: "Query") }
    if !names.contains(where: { $0.isSameName(as: "Editing") }) { names.append("Editing") }
    return (names + ["Query", "Sync"]).joined(separator: ",")
  }

  fileprivate var firstText: String? { fields.first { $0.type == .string }?.name }

  /// The fields with the object ID, which is not a column of the store.
  fileprivate var fieldResources: [JSON] {
    let fields = fields.map(\.resource)
    guard objectIDColumn == nil else { return fields }
    return [Field(name: objectIDField, type: .objectID, isNullable: false).resource] + fields
  }

  fileprivate var editorTracking: JSON? {
    guard let tracking = stored.layer.definition.editFieldsInfo else { return nil }
    var members = JSONObject()
    for (key, field) in [
      ("creationDateField", tracking.creationDateField), ("creatorField", tracking.creatorField),
      ("editDateField", tracking.editDateField), ("editorField", tracking.editorField),
    ] {
      if let name = field.flatMap(fieldName) { members.append(key, .string(name)) }
    }
    return members.isEmpty ? nil : .object(members)
  }
}

extension Field {
  /// The field in the form of a service.
  fileprivate var resource: JSON {
    let isID = type.isAssigned
    var members: JSONObject = [
      "name": .string(name), "type": .string(type.rawValue), "alias": .string(label),
      "sqlType": "sqlTypeOther",
    ]
    if type == .string || type.isIdentity {
      members.append("length", .number(type.isIdentity ? 38 : length ?? 0x7FFF_FFFF))
    }
    members.append("nullable", .bool(isNullable && !isID))
    members.append("editable", .bool(isEditable && !isID))
    members.append("domain", domain?.json ?? .null)
    members.append("defaultValue", defaultValue ?? .null)
    return .object(members)
  }
}

extension Envelope {
  /// The box in the form of a service.
  func esriJSON(in reference: SpatialReference) -> JSON {
    [
      "xmin": .number(minX), "ymin": .number(minY), "xmax": .number(maxX), "ymax": .number(maxY),
      "spatialReference": reference.esriJSON,
    ]
  }
}

extension SpatialReference {
  /// Its name in ArcGIS.
  var esriName: String {
    switch wkid {
    case 3857: return "WGS_1984_Web_Mercator_Auxiliary_Sphere"
    case 4326: return "GCS_WGS_1984"
    default: break
    }
    if let wkt, let name = wkt.split(separator: "\"", maxSplits: 2).dropFirst().first {
      return String(name)
    }
    let parts = name.split { !$0.isLetter && !$0.isNumber && $0 != "." }
    return (isGeographic ? "GCS_" : "") + parts.joined(separator: "_")
  }

  fileprivate var esriUnits: String {
    guard !isGeographic else { return "esriDecimalDegrees" }
    let meters = system?.unit.meters ?? 1
    return meters < 0.5 ? "esriFeet" : "esriMeters"
  }
}
