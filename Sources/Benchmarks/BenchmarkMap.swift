/// The web maps and the service definition that the jobs build from: no more than what binds the
/// four tables by name, their fields and their relationships.
enum BenchmarkMap {
  /// A map of the trees alone, for the jobs that write one table.
  static let trees = map(layers: [layer("Trees")], tables: [])

  /// The whole city.
  static let city = map(
    layers: [layer("Neighborhoods"), layer("Trees")],
    tables: [layer("Species"), layer("Inspections")])

  /// Fields, domains and relationships of the whole city.
  static let service = """
    {"capabilities": "Create,Delete,Query,Update,Editing,Sync",
    "spatialReference": {"wkid": 102100, "latestWkid": 3857},
    "layers": [
    \(definition(0, "Trees", geometry: "Point", fields: treeFields, relationships: [
      relationship(0, "Species", other: 2, role: "Destination", key: "SpeciesCode"),
      relationship(1, "Inspections", other: 3, role: "Origin", key: "GlobalID", composite: true),
    ])),
    \(definition(1, "Neighborhoods", geometry: "Polygon", fields: [field("NAME", "String", 60)]))
    ], "tables": [
    \(definition(2, "Species", fields: speciesFields, relationships: [
      relationship(0, "Trees", other: 0, role: "Origin", key: "SpeciesCode")
    ])),
    \(definition(3, "Inspections", fields: inspectionFields, relationships: [
      relationship(
        1, "Tree", other: 0, role: "Destination", key: "TreeGlobalID", composite: true)
    ]))
    ]}

    """

  private static let treeFields = [
    field("Address", "String", 120), field("Neighborhood", "String", 60),
    field("Condition", "String", 20), field("DBH", "Double"),
    field("SpeciesCode", "String", 8), field("SiteType", "String", 20),
    field("SiteWidth", "Double"), field("Wires", "String", 20),
    field("SiteDevelopment", "String", 20), field("SiteSize", "String", 20),
    field("CollectedBy", "String", 60), field("Notes", "String", 4000),
  ]

  private static let speciesFields = [
    "SpeciesCode", "CommonName", "ScientificName", "FunctionalType", "Family", "Genus", "Edible",
    "MatureSize",
  ].map { field($0, "String", 80) }

  private static let inspectionFields = [
    field("TreeGlobalID", "GUID", 38), field("CollectedDate", "Date"),
    field("Condition", "String", 20), field("DBH", "Double"), field("CollectedBy", "String", 60),
    field("Notes", "String", 4000),
  ]

  private static func map(layers: [String], tables: [String]) -> String {
    """
    {"version": "2.31", "authoringApp": "Fieldpack", "authoringAppVersion": "1.0",
    "operationalLayers": [\(layers.joined(separator: ", "))],
    "tables": [\(tables.joined(separator: ", "))],
    "baseMap": {"title": "None", "baseMapLayers": []},
    "spatialReference": {"wkid": 102100, "latestWkid": 3857}}

    """
  }

  private static func layer(_ name: String) -> String {
    """
    {"id": "\(name)", "title": "\(name)", "layerType": "ArcGISFeatureLayer", "visibility": true, \
    "popupInfo": {"title": "\(name)", "fieldInfos": []}}
    """
  }

  private static func definition(
    _ id: Int, _ name: String, geometry: String? = nil, fields: [String],
    relationships: [String] = []
  ) -> String {
    let all = [field("OBJECTID", "OID"), field("GlobalID", "GlobalID", 38)] + fields
    let shape = geometry.map { ", \"geometryType\": \"esriGeometry\($0)\"" } ?? ""
    return """
      {"id": \(id), "name": "\(name)", "type": "\(geometry == nil ? "Table" : "Feature Layer")"\(shape),
      "objectIdField": "OBJECTID", "globalIdField": "GlobalID",
      "capabilities": "Create,Delete,Query,Update,Editing,Sync",
      "relationships": [\(relationships.joined(separator: ", "))],
      "fields": [\(all.joined(separator: ",\n"))]}
      """
  }

  private static func relationship(
    _ id: Int, _ name: String, other: Int, role: String, key: String, composite: Bool = false
  ) -> String {
    """
    {"id": \(id), "name": "\(name)", "relatedTableId": \(other), \
    "cardinality": "esriRelCardinalityOneToMany", "role": "esriRelRole\(role)", \
    "keyField": "\(key)", "composite": \(composite)}
    """
  }

  private static func field(_ name: String, _ type: String, _ length: Int? = nil) -> String {
    let size = length.map { ", \"length\": \($0)" } ?? ""
    return """
      {"name": "\(name)", "alias": "\(name)", "type": "esriFieldType\(type)"\(size), \
      "nullable": true, "editable": true}
      """
  }
}
