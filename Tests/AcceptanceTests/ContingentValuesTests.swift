import TestSupport
import Testing

/// Contingent values, checked by QGIS's own form.
@Suite(
  .needs(.python("qgis.core")),
  .needs(.fieldpack))
struct ContingentValuesTests {
  /// Rows as `genus, state, height`, with the fields that QGIS refuses.
  private static let rows: [(values: String, refused: [String])] = [
    (#""genus":"acer","state":1,"height":12"#, []),
    (#""genus":"acer","state":1,"height":31"#, ["genus", "state", "height"]),
    (#""genus":"acer","state":2,"height":12"#, ["genus", "state", "height"]),
    (#""genus":"quercus","state":2,"height":null"#, []),
    (#""genus":"quercus","state":2,"height":3"#, ["genus", "state", "height"]),
    // Not filled in yet.
    (#""genus":"acer","state":null,"height":null"#, []),
    (#""genus":null,"state":null,"height":null"#, []),
  ]

  @Test func `combinations that aren't allowed are refused, field by field`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [
        {"id": "t", "title": "Trees", "layerType": "ArcGISFeatureLayer"}]}
      """, to: "map.json")
    let features = Self.rows.enumerated().map { number, row in
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[\(number),1]},"properties":{
        "number":\(number),"GlobalID":"{00000000-0000-4000-8000-00000000000\(number)}",\(row.values)}}
      """
    }
    try folder.write(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
      to: "data/trees.geojson")
    try folder.write(
      """
      {"id": 0, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
       "capabilities": "Create,Query,Update,Editing", "hasContingentValuesDefinition": true,
       "fields": [{"name": "number", "type": "esriFieldTypeInteger"},
         {"name": "GlobalID", "type": "esriFieldTypeGlobalID"},
         {"name": "genus", "type": "esriFieldTypeString", "domain": {"type": "codedValue",
           "name": "Genus", "codedValues": [{"name": "Maple", "code": "acer"},
             {"name": "Oak", "code": "quercus"}]}},
         {"name": "state", "type": "esriFieldTypeInteger", "domain": {"type": "codedValue",
           "name": "State", "codedValues": [{"name": "Good", "code": 1},
             {"name": "Poor", "code": 2}]}},
         {"name": "height", "type": "esriFieldTypeDouble"}]}
      """, to: "data/trees.layer.json")
    try folder.write(
      """
      {"typeCodes": ["Unknown", "Any", "Null", "Code", "Range"],
       "stringDicts": [{"domain": "Genus", "entries": ["acer", "quercus"]}],
       "contingentValuesDefinition": {"fieldGroups": [{"name": "Growth", "restrictive": true,
         "fields": [{"name": "genus"}, {"name": "state"}, {"name": "height"}],
         "contingentValues": [
           {"id": 1, "types": [3, 3, 4], "values": [0, 1, {"range": [1, 30]}]},
           {"id": 2, "types": [3, 1, 2], "values": [1]}]}]}}
      """, to: "data/trees.contingentValues.json")
    let package = folder.path("trees.mmpk")
    try await Acceptance.build(
      map: folder.path("map.json"), data: folder.path("data"), to: package, ["--title", "Trees"])
    try await OpenedProject.unpack(package, to: folder.path("unpacked"))
    let refused: [String: [String]] = try await #require(Judge.conditions).verdict([
      folder.path("unpacked/Trees.qgs"), "Trees", "number",
    ])
    for (number, row) in Self.rows.enumerated() {
      #expect(refused["\(number)"] == row.refused, "\(row.values)")
    }
  }
}
