import Foundation
import TestSupport
import Testing

extension Need {
  /// The real street trees of Portland.
  static let portland = sharedData("portland/make_inputs.py")
}

/// The street trees of Portland as data folders in four formats, and packages of them.
final class Portland: Sendable {
  /// The name of a format's file in its folder.
  enum Form: String, CaseIterable, Sendable {
    case csv = "trees.csv"
    case geoJSON = "trees.geojson"
    case geoJSONLines = "trees.geojsonl"
    case esriJSON = "trees"
  }

  static let script = SharedData.path("portland/make_inputs.py")

  /// All 218,602 trees, or the first of them.
  static let shared = Task {
    try await Portland(
      rows: Acceptance.isExhaustive ? nil : 5_000, forms: "csv,geojson,geojsonl,esri")
  }

  /// The package of the CSV in `shared`.
  static let package = Task {
    let city = try await shared.value
    let package = city.folder.path("city.mmpk")
    try await Acceptance.build(map: city.map, data: try city.data(.csv), to: package)
    return package
  }

  let folder: TemporaryFolder
  let map: String
  /// The files that `make_inputs.py` wrote.
  let inputs: String

  init(rows: Int?, forms: String) async throws {
    guard let script = Self.script, let python = Tool.python3 else {
      throw AcceptanceError.noProgram
    }
    folder = try TemporaryFolder()
    inputs = folder.path("inputs")
    let limit = rows.map { ["--rows", "\($0)"] } ?? []
    let result = try await python.run([script, inputs, "--formats", forms] + limit)
    guard result.status == 0 else {
      throw AcceptanceError.stopped(status: result.status, words: result.errorText)
    }
    map = try folder.write(Self.mapText, to: "map.json")
  }

  /// The data folder of a format: links to the inputs, and the relationships.
  func data(_ form: Form) throws -> String {
    let name = "data-\(form)"
    guard !folder.exists(name) else { return folder.path(name) }
    try folder.write(Self.bindingsText, to: name + "/bindings.json")
    for file in [form.rawValue, "inspections.csv", "species.csv", "neighborhoods.geojson"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name + "/" + file), withDestinationPath: inputs + "/" + file)
    }
    return folder.path(name)
  }

  /// The tables beside the trees, with their sources.
  var others: [(table: String, source: String)] {
    [
      ("Inspections", inputs + "/inspections.csv"), ("Species", inputs + "/species.csv"),
      ("Neighborhoods", inputs + "/neighborhoods.geojson"),
    ]
  }

  private static let mapText = """
    {"version": "2.31", "baseMap": {"title": "none", "baseMapLayers": []},
     "spatialReference": {"wkid": 102100, "latestWkid": 3857},
     "operationalLayers": [
      {"id": "n", "title": "Neighborhoods", "layerType": "ArcGISFeatureLayer"},
      {"id": "t", "title": "Trees", "layerType": "ArcGISFeatureLayer"}],
     "tables": [{"id": "s", "title": "Species"}, {"id": "i", "title": "Inspections"}]}
    """

  private static let bindingsText = """
    {"relationships": [
      {"name": "Inspections", "origin": "Trees", "originKey": "GlobalID",
       "destination": "Inspections", "destinationKey": "TreeGlobalID", "composite": true},
      {"name": "Species", "origin": "Species", "originKey": "SpeciesCode",
       "destination": "Trees", "destinationKey": "SpeciesCode"}]}
    """
}
