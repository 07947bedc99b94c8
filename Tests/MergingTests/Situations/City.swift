import GeoPackage
import Geometry
import MapModel
import Merging
import OrderedJSON
import Records
import SQLiteFile

/// The small city of the situations: trees with inspections, notes on inspections, and photos.
/// Branches refer to their tree by row id, limbs by object id. Species are look-ups of trees.
/// Parcels are read-only. Marks have no key at all, and tags are identified by number.
enum City {
  static let tables: [GeoPackageTable] = [
    table(
      "Trees",
      ["globalid:id", "oid:int", "name", "dbh:real", "cond", "kind:int", "sp", "ring"]
        + ["by", "at:date", "maker", "made:date"], isLayer: true),
    table("Inspections", ["globalid:id", "tree:id", "score:int", "note"]),
    table("Notes", ["globalid:id", "inspection:id", "note"]),
    table("Branches", ["globalid:id", "treefid:int", "note"]),
    table("Limbs", ["globalid:id", "treeoid:int", "note"]),
    table("Species", ["globalid:id", "code", "latin"]),
    table("Parcels", ["globalid:id", "owner"]),
    table("Marks", ["note", "size:int"]),
    table("Tags", ["tag:int", "note", "size:int"]),
    .attachments(of: "Trees", name: "Photos"),
  ]

  private static func table(
    _ name: String, _ columns: [String], isLayer: Bool = false
  ) -> GeoPackageTable {
    GeoPackageTable(
      name: name, geometry: isLayer ? .init(typeName: "POINT", srsID: 4_326) : nil,
      columns: columns.map { column in
        let parts = column.split(separator: ":").map(String.init)
        let type: GeoPackageType =
          switch parts.count > 1 ? parts[1] : "" {
          case "int": .integer
          case "real": .double
          case "date": .dateTime
          case "id": .text(length: 38)
          default: .text(length: nil)
          }
        return GeoPackageColumn(name: parts[0], type: type)
      })
  }

  /// Returns the schema of a map with rules.
  static func schema() throws -> MergeSchema { try made.get() }

  private static let made = Result { try makeSchema() }

  private static func makeSchema() throws -> MergeSchema {
    let layers = ["Trees": try treeLayer(), "Inspections": try inspectionLayer()]
    let merged = tables.map { table -> MergeTable in
      let isPhotos = table.name == "Photos"
      var fields = table.geometry.map { [field($0.name, .geometry, .geometry)] } ?? []
      fields += table.columns.map { column in
        field(column.name, meaning(of: column), role(of: column.name, in: table.name))
      }
      return MergeTable(
        name: table.name, title: table.name, fields: fields, isAttachments: isPhotos,
        isEditable: table.name != "Parcels", srsID: table.geometry?.srsID,
        geometryType: table.geometry?.typeName,
        layer: layers[table.name])
    }
    var schema = MergeSchema(tables: merged, links: [])
    try link(&schema, "Trees", "globalid", "Inspections", "tree", .parent)
    try link(&schema, "Inspections", "globalid", "Notes", "inspection", .parent)
    try link(&schema, "Trees", nil, "Branches", "treefid", .parent)
    try link(&schema, "Trees", "oid", "Limbs", "treeoid", .parent)
    try link(&schema, "Species", "code", "Trees", "sp", .lookUp)
    try link(&schema, "Trees", "globalid", "Photos", "parent_globalid", .parent)
    return schema
  }

  private static func field(
    _ name: String, _ meaning: FieldMeaning, _ role: MergeField.Role
  ) -> MergeField {
    MergeField(name: name, meaning: meaning, role: role)
  }

  private static func meaning(of column: GeoPackageColumn) -> FieldMeaning {
    switch column.type {
    case .integer, .double: .number
    case .dateTime: .dateTime
    case .blob: .bytes
    case .text(let length): length == 38 ? .identity : .text
    default: .text
    }
  }

  private static func role(of column: String, in table: String) -> MergeField.Role {
    switch (table, column) {
    case (_, "globalid"): .globalID
    case ("Tags", "tag"): .key
    case ("Photos", "data"): .content
    case ("Trees", "oid"): .objectID
    case ("Trees", "by"): .editor
    case ("Trees", "at"): .editDate
    case ("Trees", "maker"): .creator
    case ("Trees", "made"): .creationDate
    default: .attribute
    }
  }

  private static func link(
    _ schema: inout MergeSchema, _ origin: String, _ key: String?, _ destination: String,
    _ field: String, _ kind: MergeLink.Kind
  ) throws {
    guard let one = schema.table(named: origin), let many = schema.table(named: destination),
      let fieldIndex = schema.tables[many].fieldIndex(named: field)
    else { throw CityError.badLink(origin, destination) }
    let originKey: MergeLink.Key
    if let key {
      guard let keyIndex = schema.tables[one].fieldIndex(named: key) else {
        throw CityError.badLink(origin, destination)
      }
      originKey = .field(keyIndex)
    } else {
      originKey = .rowID
    }
    schema.links.append(
      MergeLink(
        name: "\(destination) of \(origin)", origin: one, originKey: originKey,
        destination: many, destinationField: fieldIndex, kind: kind))
  }

  /// The layer of trees. Names have at most 10 letters and DBH is 0 to 300. The condition is G or
  /// P, but only V for trees of kind 2. The ring is not editable.
  private static func treeLayer() throws -> EffectiveLayer {
    let codes =
      #"{"type":"codedValue","name":"c","codedValues":[{"name":"Good","code":"G"},"#
      + #"{"name":"Poor","code":"P"}]}"#
    let veteran = #"{"type":"codedValue","name":"v","codedValues":[{"name":"Veteran","code":"V"}]}"#
    let definition = """
      {"type":"Feature Layer","name":"Trees","geometryType":"esriGeometryPoint",
       "objectIdField":"oid","globalIdField":"globalid","typeIdField":"kind",
       "types":[{"id":2,"name":"Veteran","domains":{"cond":\(veteran)},"templates":[]}],
       "fields":[
        {"name":"globalid","type":"esriFieldTypeGlobalID"},
        {"name":"oid","type":"esriFieldTypeOID"},
        {"name":"name","type":"esriFieldTypeString","length":10,"nullable":false,
         "defaultValue":"tree"},
        {"name":"dbh","type":"esriFieldTypeDouble",
         "domain":{"type":"range","name":"d","range":[0,300]}},
        {"name":"cond","type":"esriFieldTypeString","domain":\(codes),"defaultValue":"G"},
        {"name":"kind","type":"esriFieldTypeSmallInteger"},
        {"name":"sp","type":"esriFieldTypeString"},
        {"name":"ring","type":"esriFieldTypeString","editable":false}]}
      """
    return try layer(definition)
  }

  /// Inspections: none without its tree.
  private static func inspectionLayer() throws -> EffectiveLayer {
    try layer(
      """
      {"type":"Table","name":"Inspections","fields":[],
       "relationships":[{"id":0,"name":"Trees","relatedTableId":0,"composite":true,
         "cardinality":"esriRelCardinalityOneToMany","role":"esriRelRoleDestination",
         "keyField":"tree"}]}
      """)
  }

  private static func layer(_ definition: String) throws -> EffectiveLayer {
    let map = try WebMap(
      json: try JSONParser.parse(
        Array(
          #"{"operationalLayers":[{"id":"t","title":"Layer","layerType":"ArcGISFeatureLayer"}]}"#
            .utf8)))
    var notices = MapNotices()
    let service = try LayerDefinition(
      json: try JSONParser.parse(Array(definition.utf8)), path: "t", notices: &notices)
    guard let operational = map.allFeatureLayers().first else {
      throw CityError.badLink("map", "layer")
    }
    return EffectiveLayer(service: service, item: nil, map: operational)
  }
}

enum CityError: Error {
  case badLink(String, String)
  case badLine(String)
}
