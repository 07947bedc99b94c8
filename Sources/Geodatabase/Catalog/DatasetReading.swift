import Geometry
import MapModel
import OrderedJSON
import SQLiteFile

/// Combines what a geodatabase says about a dataset: its definition, its table and its service item.
struct DatasetReading {
  let serviceItems: [ServiceItem]
  let delta: Delta?
  /// The domains by name, in the form of services.
  let domains: [String: JSON]
  let grids: SpatialGrids

  /// The dataset of a definition and its table.
  func dataset(
    _ definition: DatasetDefinition, table: StoredTable
  ) throws -> GeodatabaseDataset {
    let name = definition.name
    let shape = try shapeColumn(definition, table: table)
    let service = serviceItems.first { !$0.isService && $0.dataset.isSameName(as: name) }
    var members = layer(definition, table: table, shape: shape)
    if let service { members.overlay(service.info) }
    members["id"] = service.flatMap { Int32(exactly: $0.id) }.map { .number(Int($0)) }
    var notices = MapNotices()
    guard
      let layer = try? LayerDefinition(json: .object(members), path: name, notices: &notices)
    else { throw GeodatabaseError.serviceItem(dataset: name, itemID: service?.id ?? 0) }
    let objectID = try definition.objectIDField.map { field in
      guard let column = table.column(named: field) else {
        throw GeodatabaseError.missingColumn(table: name, column: field)
      }
      return column
    }
    var history: GeodatabaseDataset.History?
    let times = GeodatabaseDataset.History.names.dropFirst().compactMap { table.column(named: $0) }
    if times.count == 2 { history = .init(from: times[0], to: times[1]) }
    return GeodatabaseDataset(
      name: table.name, title: title(definition, service),
      definition: layer, table: table,
      columns: layer.fields.compactMap { table.column(named: $0.name) }, shape: shape,
      history: history, objectIDColumn: objectID == table.rowidColumn ? nil : objectID)
  }

  /// The title in Esri's apps: the layer's name in its service, or the alias of the class.
  private func title(_ definition: DatasetDefinition, _ service: ServiceItem?) -> String {
    if let change = delta?.change(in: definition.name) { return change.title }
    let served = service?.info["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    return served ?? definition.alias ?? definition.name
  }

  private func shapeColumn(
    _ definition: DatasetDefinition, table: StoredTable
  ) throws -> GeodatabaseDataset.ShapeColumn? {
    guard let field = definition.shapeField else { return nil }
    guard let column = table.column(named: field) else {
      throw GeodatabaseError.missingColumn(table: definition.name, column: field)
    }
    let srid = grids.srid(of: definition.name) ?? 0
    guard let grid = definition.grid ?? grids.grid(srid: srid) else {
      throw GeodatabaseError.gridUnknown(dataset: definition.name, srid: srid)
    }
    return .init(
      column: column, srid: srid,
      spatialReference: definition.spatialReference ?? grids.json(srid: srid), grid: grid,
      extent: grids.extent(of: definition.name))
  }

  /// The dataset in the form of a service.
  private func layer(
    _ definition: DatasetDefinition, table: StoredTable,
    shape: GeodatabaseDataset.ShapeColumn?
  ) -> JSONObject {
    var members: JSONObject = [
      "name": .string(definition.name), "type": .string(definition.layerType),
      "fields": .array(definition.fields(of: table, domains: domains)),
    ]
    func append(_ key: String, _ value: JSON?) { if let value { members.append(key, value) } }
    func append(_ key: String, field: String?) { append(key, field.map { .string($0) }) }
    append("objectIdField", field: definition.objectIDField)
    append("globalIdField", field: definition.globalIDField)
    append("editFieldsInfo", definition.editorTracking)
    if let field = definition.typeField {
      append("typeIdField", field: field)
      append("types", .array(definition.types(domains: domains)))
    }
    guard let shape else { return members }
    append("geometryType", definition.shapeType.map { .string($0.rawValue) })
    append("hasZ", .bool(definition.hasZ))
    append("hasM", .bool(definition.hasM))
    append("spatialReference", shape.spatialReference)
    if let box = shape.extent {
      append(
        "extent",
        [
          "xmin": .number(box.minX), "ymin": .number(box.minY), "xmax": .number(box.maxX),
          "ymax": .number(box.maxY), "spatialReference": shape.spatialReference ?? .null,
        ])
    }
    return members
  }
}

extension JSONObject {
  /// The members that the table itself defines; the service's are ignored.
  private static let ownMembers: Set<String> = [
    "type", "geometryType", "hasZ", "hasM", "objectIdField", "globalIdField", "spatialReference",
    "extent",
  ]

  /// Replaces members with those of the service. Ignores null, empty lists, fields that the table
  /// lacks, and the filter, because the rows have already passed it.
  fileprivate mutating func overlay(_ service: JSONObject) {
    for member in service.members {
      switch member.value {
      case .null: continue
      case _ where member.key == "definitionExpression": continue
      case .array(let elements) where elements.isEmpty: continue
      case .array(let fields) where member.key == "fields": overlay(fields: fields)
      default:
        guard !Self.ownMembers.contains(member.key) || self[member.key] == nil else { continue }
        self[member.key] = member.value
      }
    }
  }

  private mutating func overlay(fields: [JSON]) {
    let own = self["fields"]?.array ?? []
    self["fields"] = .array(
      own.map { field in
        guard var members = field.object, let name = members["name"]?.string,
          let other = fields.first(where: { $0["name"]?.string?.isSameName(as: name) == true })
        else { return field }
        for change in other.object?.members ?? []
        where !change.value.isNull && change.key != "name" && change.key != "type" {
          members[change.key] = change.value
        }
        return .object(members)
      })
  }
}
