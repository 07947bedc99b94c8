/// The web maps and the service definition of the jobs. They have only what is needed to bind the
/// four tables by name, with their fields and relationships.
enum BenchmarkMap {
  /// A map with only the trees, for the jobs that write one table.
  static let trees = map(layers: [layer("Trees")], tables: [])

  /// The whole city.
  static let city = map(
    layers: [layer("Neighborhoods"), layer("Trees")],
    tables: [layer("Species"), layer("Inspections")])

  /// The whole city. The pop-up of the trees has a text and a table. With `isComputed`, Arcade
  /// expressions give its subtitle, a color and the display of the text, and a row of the table.
  static func popups(isComputed: Bool) -> String {
    let style =
      isComputed ? "color:{expression/color};display:{expression/shown}" : "color:#2e7d32"
    let girth = isComputed ? "expression/girth" : "SiteWidth"
    let popup = """
      {"title": "{Address}", "expressionInfos": [\(isComputed ? expressions : "")],
      "popupElements": [
      {"type": "text", "text": "<p style='\(style)'><b>{Condition}</b>, {Neighborhood}</p>"},
      {"type": "fields", "fieldInfos": [
      {"fieldName": "Address", "visible": true}, {"fieldName": "SpeciesCode", "visible": true},
      {"fieldName": "DBH", "visible": true, "format": {"places": 1, "digitSeparator": true}},
      {"fieldName": "\(girth)", "visible": true, "format": {"places": 1}}]}]}
      """
    return map(
      layers: [layer("Neighborhoods"), layer("Trees", popup: popup)],
      tables: [layer("Species"), layer("Inspections")])
  }

  /// The trees, with an expression in each pop-up.
  static func asking(_ expression: String) -> String {
    map(
      layers: [
        layer(
          "Trees",
          popup: """
            {"title": "Trees", "fieldInfos": [{"fieldName": "expression/e", "visible": true}], \
            "expressionInfos": [{"name": "e", "title": "e", "expression": "\(expression)"}]}
            """)
      ], tables: [])
  }

  private static let expressions = """
    {"name": "subtitle", "title": "subtitle", "expression": "var size = IIf(IsEmpty($feature.DBH), \
    'not measured', $feature.DBH + ' inches'); $feature.Neighborhood + '; Diameter: ' + size"},
    {"name": "color", "title": "Color", "expression": "Decode($feature.Condition, 'Good', \
    '#2e7d32', 'Fair', '#7cb342', 'Poor', '#f57c00', '#c62828')"},
    {"name": "shown", "title": "Shown", "expression": "if (IsEmpty($feature.Condition)) { \
    return 'none' } return 'block'"},
    {"name": "girth", "title": "Girth", "expression": "Round($feature.DBH * PI / 12, 1)"}
    """

  /// Fields, domains and relationships of the whole city.
  static let service = """
    {"capabilities": "Create,Delete,Query,Update,Editing,Sync",
    "spatialReference": {"wkid": 102100, "latestWkid": 3857},
    "layers": [
    \(definition(0, "Trees", geometry: "Point", fields: treeFields, relationships: [
      relationship(0, "Species", other: 2, role: "Destination", key: "SpeciesCode"),
      relationship(1, "Inspections", other: 3, role: "Origin", key: "GlobalID", composite: true),
    ])),
    \(definition(1, "Neighborhoods", geometry: "Polygon", fields: [field("NAME", "String", length: 60)]))
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
    field("Address", "String", length: 120), field("Neighborhood", "String", length: 60),
    field("Condition", "String", length: 20), field("DBH", "Double"),
    field("SpeciesCode", "String", length: 8), field("SiteType", "String", length: 20),
    field("SiteWidth", "Double"), field("Wires", "String", length: 20),
    field("SiteDevelopment", "String", length: 20), field("SiteSize", "String", length: 20),
    field("CollectedBy", "String", length: 60), field("Notes", "String", length: 4000),
  ]

  private static let speciesFields = [
    "SpeciesCode", "CommonName", "ScientificName", "FunctionalType", "Family", "Genus", "Edible",
    "MatureSize",
  ].map { field($0, "String", length: 80) }

  private static let inspectionFields = [
    field("TreeGlobalID", "GUID", length: 38), field("CollectedDate", "Date"),
    field("Condition", "String", length: 20), field("DBH", "Double"),
    field("CollectedBy", "String", length: 60),
    field("Notes", "String", length: 4000),
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

  private static func layer(_ name: String, popup: String? = nil) -> String {
    """
    {"id": "\(name)", "title": "\(name)", "layerType": "ArcGISFeatureLayer", "visibility": true, \
    "popupInfo": \(popup ?? "{\"title\": \"\(name)\", \"fieldInfos\": []}")}
    """
  }

  private static func definition(
    _ id: Int, _ name: String, geometry: String? = nil, fields: [String],
    relationships: [String] = []
  ) -> String {
    let all = [field("OBJECTID", "OID"), field("GlobalID", "GlobalID", length: 38)] + fields
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

  private static func field(_ name: String, _ type: String, length: Int? = nil) -> String {
    let size = length.map { ", \"length\": \($0)" } ?? ""
    return """
      {"name": "\(name)", "alias": "\(name)", "type": "esriFieldType\(type)"\(size), \
      "nullable": true, "editable": true}
      """
  }
}
