import Bytes
import Foundation
import GeoPackage
import TestSupport

/// A small map of layers and a table with its data. Tests change its files.
struct SmallCity {
  let folder: TemporaryFolder

  static let service = "https://services.example.com/arcgis/rest/services/City/FeatureServer"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.map(), to: "map.json")
    try folder.write(Self.trees(), to: "data/trees.geojson")
    try folder.write(Self.visits, to: "data/visits.csv")
    try folder.write(Self.definitions, to: "data/City.json")
  }

  /// The web map. `treesDefinition` is the map's definition of the layer Trees.
  static func map(treesDefinition: String = "{}") -> String {
    """
    {"version": "2.31", "operationalLayers": [
      {"id": "trees", "title": "Trees", "layerType": "ArcGISFeatureLayer",
       "url": "\(service)/0", "layerDefinition": \(treesDefinition)}],
     "tables": [
      {"id": "visits", "title": "Visits", "layerType": "ArcGISFeatureLayer",
       "url": "\(service)/1"}],
     "baseMap": {"title": "Streets", "baseMapLayers": []}}
    """
  }

  /// The GlobalID of a tree, numbered from 1.
  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "{00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
      + digits + "}"
  }

  /// Three trees. The geometry and properties of the second one can be given as text.
  static func trees(
    geometry: String = #"{"type": "Point", "coordinates": [-122.61, 45.51]}"#,
    properties: String? = nil
  ) -> String {
    let second = properties ?? #""GlobalID": "\#(id(2))", "Name": "Ahorn", "Height": 12"#
    return """
      {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"GlobalID": "\(id(1))", "Name": "Oak", "Height": 20},
       "geometry": {"type": "Point", "coordinates": [-122.6, 45.5]}},
      {"type": "Feature", "properties": {\(second)},
       "geometry": \(geometry)},
      {"type": "Feature", "properties": {"GlobalID": "\(id(3))", "Name": "Elm", "Height": 9},
       "geometry": {"type": "Point", "coordinates": [-122.62, 45.52]}}]}
      """
  }

  static let visits = """
    GlobalID,TreeID,Note
    \(id(0x101)),\(id(1)),fine
    \(id(0x102)),\(id(1)),"dead wood, see photo"
    \(id(0x103)),\(id(3)),

    """

  /// The service's definitions of the layer and the table.
  static let definitions = """
    {"serviceDescription": "", "url": "\(service)", "layers": [
      {"id": 0, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
       "hasAttachments": false, "capabilities": "Query,Editing,Create,Update,Delete,Sync", "globalIdField": "GlobalID",
       "relationships": [{"id": 0, "name": "Visits of the tree", "relatedTableId": 1,
         "cardinality": "esriRelCardinalityOneToMany", "role": "esriRelRoleOrigin",
         "keyField": "GlobalID", "composite": true}],
       "fields": [
        {"name": "GlobalID", "type": "esriFieldTypeGlobalID", "nullable": false},
        {"name": "Name", "type": "esriFieldTypeString", "length": 40},
        {"name": "Height", "type": "esriFieldTypeInteger"}]}],
     "tables": [
      {"id": 1, "name": "Visits", "type": "Table", "globalIdField": "GlobalID",
       "hasAttachments": false,
       "capabilities": "Query,Editing,Create,Update,Delete,Sync",
       "relationships": [{"id": 0, "name": "Tree", "relatedTableId": 0,
         "cardinality": "esriRelCardinalityOneToMany", "role": "esriRelRoleDestination",
         "keyField": "TreeID", "composite": true}],
       "fields": [
        {"name": "GlobalID", "type": "esriFieldTypeGlobalID", "nullable": false},
        {"name": "TreeID", "type": "esriFieldTypeGUID"},
        {"name": "Note", "type": "esriFieldTypeString", "length": 200}]}]}
    """

  /// The command line that builds the map.
  static let build = ["build", "map.json", "--data", "data", "-o", "out.mmpk"] + time
  static let check = ["check", "map.json", "--data", "data"] + time
  private static let time = ["--now", "2026-05-01T12:00:00Z"]
}

extension Tool {
  /// Runs the program in the city's folder.
  func run(_ arguments: [String], in city: SmallCity) async throws -> ToolResult {
    try await run(arguments, environment: ["NO_COLOR": "1"], folder: city.folder.path)
  }
}

extension SmallCity {
  /// Turns a store of changed data into a returned one: gives it the package id of the issued store.
  func reissue(_ built: String, as issued: String, to name: String) async throws {
    let office = try GeoPackageReader(path: folder.path(issued))
    var rewriter = GeoPackageRewriter(try GeoPackageReader(path: folder.path(built)))
    rewriter.metadata = try office.metadata().filter { $0.standard == "urn:fieldpack:package:1" }
    var file = try OutputFile(path: folder.path(name))
    _ = try await rewriter.write(into: &file)
    try file.close()
  }
}
