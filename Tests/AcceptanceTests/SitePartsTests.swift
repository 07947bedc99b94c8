import Foundation
import TestSupport
import Testing

/// The site of a map whose layers come from several places: one without any definition, two from a
/// service, and a table with a long list of related records.
@Suite(.needs(.python3), .needs(.fieldpack))
struct SitePartsTests {
  private static let service = "https://services.example.com/arcgis/rest/services"

  private static let map = """
    {"version": "2.31", "spatialReference": {"wkid": 102100}, "operationalLayers": [
      {"id": "a", "title": "Areas", "layerType": "ArcGISFeatureLayer",
       "url": "\(service)/Other/FeatureServer/0", "popupInfo": {"title": "Area", "fieldInfos": [
         {"fieldName": "Seen", "label": "Seen", "visible": true,
          "format": {"dateFormat": "longMonthDayYear"}}]}},
      {"id": "b", "title": "Lines", "layerType": "ArcGISFeatureLayer",
       "url": "\(service)/City/FeatureServer/1",
       "popupInfo": {"title": "Line", "fieldInfos": [{"fieldName": "OBJECTID", "visible": true}]}},
      {"id": "c", "title": "Points", "layerType": "ArcGISFeatureLayer",
       "url": "\(service)/City/FeatureServer/0", "popupInfo": {
         "title": "Point {OBJECTID}", "fieldInfos": [{"fieldName": "OBJECTID", "visible": true}],
         "popupElements": [{"type": "relationship", "relationshipId": 0, "title": "Kind"}]}}],
     "tables": [
      {"id": "d", "title": "Kinds", "layerType": "ArcGISFeatureLayer",
       "url": "\(service)/City/FeatureServer/2", "popupInfo": {
         "title": "{Name}", "fieldInfos": [{"fieldName": "Name", "visible": true}],
         "popupElements": [{"type": "relationship", "relationshipId": 0, "title": "Points",
           "displayCount": 3}]}}]}
    """

  private static let definitions = """
    {"url": "\(service)/City/FeatureServer", "layers": [
      {"id": 0, "name": "Points", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
       "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"},
         {"name": "Kind", "type": "esriFieldTypeInteger"}],
       "relationships": [{"id": 0, "name": "Kind", "relatedTableId": 2, "keyField": "Kind",
         "role": "esriRelRoleDestination", "cardinality": "esriRelCardinalityOneToMany",
         "composite": false}]},
      {"id": 1, "name": "Lines", "type": "Feature Layer", "geometryType": "esriGeometryPolyline",
       "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}]}],
     "tables": [{"id": 2, "name": "Kinds", "type": "Table",
       "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"},
         {"name": "Code", "type": "esriFieldTypeInteger"},
         {"name": "Name", "type": "esriFieldTypeString", "length": 20}],
       "relationships": [{"id": 0, "name": "Points", "relatedTableId": 0, "keyField": "Code",
         "role": "esriRelRoleOrigin", "cardinality": "esriRelCardinalityOneToMany",
         "composite": false}]}]}
    """

  private static func features(_ list: [String]) -> String {
    #"{"type": "FeatureCollection", "features": [\#(list.joined(separator: ","))]}"#
  }

  private static func feature(_ properties: String, _ geometry: String) -> String {
    #"{"type": "Feature", "properties": {\#(properties)}, "geometry": {\#(geometry)}}"#
  }

  /// 601 points, one in the middle of a line and an area; all but the last are of one kind.
  private static let site = Task {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "map.json")
    try folder.write(definitions, to: "data/service.json")
    try folder.write(
      features(
        (1...601).map { id in
          let place = id == 1 ? "[7, 45]" : "[7.\(100 + id), 45.\(100 + id % 97)]"
          return feature(
            #""OBJECTID": \#(id), "Kind": \#(id == 601 ? 2 : 1)"#,
            #""type": "Point", "coordinates": \#(place)"#)
        }), to: "data/Points.geojson")
    try folder.write(
      features([
        feature(
          #""OBJECTID": 1"#, #""type": "LineString", "coordinates": [[6.9, 45], [7.1, 45]]"#)
      ]), to: "data/Lines.geojson")
    try folder.write(
      features([
        feature(
          #""OBJECTID": 1, "Seen": "2026-11-03T00:00:00Z""#,
          #""type": "Polygon", "coordinates": [[[6.9, 44.9], [7.1, 44.9], [7.1, 45.1], [6.9, 44.9]]]"#
        )
      ]), to: "data/Areas.geojson")
    try folder.write("OBJECTID,Code,Name\n1,1,oak\n2,2,elm\n", to: "data/Kinds.csv")
    try await Acceptance.site(
      [folder.path("map.json"), "--data", folder.path("data")], to: folder.path("site"))
    return folder
  }

  @Test(
    .needs(.python("playwright")),
    arguments: ["chromium", "firefox", "webkit"])
  func `order, related records, dates and print are those of the map`(engine: String) async throws {
    let judge = try #require(Judge("parts", needing: "playwright"))
    let report: SiteReport = try await judge.verdict([
      try await Self.site.value.path("site"), engine,
    ])
    try report.expectNothing(of: engine)
  }
}
