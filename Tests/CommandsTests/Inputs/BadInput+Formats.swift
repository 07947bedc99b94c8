import TestSupport

extension BadInput {
  private static func trees(_ name: String, _ file: String, _ bytes: [UInt8]) -> BadInput {
    var input = BadInput(
      "format: \(name)", exit: 3, "DATA_FORMAT_UNSUPPORTED", isFinding: true,
      text: ["data/trees.geojson": nil])
    input.files["data/\(file)"] = bytes
    return input
  }

  private static func trees(_ name: String, _ file: String, _ text: String) -> BadInput {
    trees(name, file, Array(text.utf8))
  }

  private static func grids(
    _ name: String, exit: Int32, _ code: String, text: [String: String?] = [:]
  ) -> BadInput {
    BadInput(
      "grids: \(name)", exit: exit, code, isFinding: false, text: text,
      words: ["--grids", "grids"])
  }

  /// Files of other programs in the place of a layer or table.
  static let formats: [BadInput] = [
    trees(
      "KML", "Trees.kml", #"<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"/>"#),
    trees("KML in a ZIP", "Trees.kmz", [0x50, 0x4B, 3, 4] + Array(repeating: 0, count: 40)),
    trees("GML", "Trees.gml", #"<c:FeatureCollection xmlns:gml="http://www.opengis.net/gml"/>"#),
    trees("GPX", "Trees.gpx", #"<?xml version="1.0"?><gpx version="1.1" creator="x"/>"#),
    trees("FlatGeobuf", "Trees.fgb", Array("fgb\u{3}fgb\u{0}".utf8) + [0, 0, 0, 0]),
    trees("Parquet", "Trees.parquet", "PAR1\u{0}\u{0}\u{0}\u{0}PAR1"),
    trees("a drawing", "Trees.dxf", "  0\nSECTION\n  2\nHEADER\n"),
    trees("TopoJSON", "Trees.json", #"{"type": "Topology", "objects": {}, "arcs": []}"#),
    trees("a file geodatabase", "Trees.gdb/gdb", [5, 0, 0, 0]),
    BadInput(
      "format: dBASE for a table", exit: 3, "DATA_FORMAT_UNSUPPORTED", isFinding: true,
      text: ["data/visits.csv": nil],
      bytes: ["data/Visits.dbf": [3, 0x7A, 1, 1] + Array(repeating: 0, count: 60)]),
    BadInput(
      "format: object IDs without records", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/Trees.json": #"{"objectIdFieldName": "OBJECTID", "objectIds": [1, 2, 3]}"#,
      ]),
    BadInput(
      "format: a web map instead of features", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: ["data/trees.geojson": nil, "data/Trees.json": SmallCity.map()]),
    BadInput(
      "format: lines of GeoJSON, of which the last is cut", exit: 3, "DATA_UNREADABLE",
      isFinding: true,
      text: [
        "data/trees.geojson":
          #"{"type": "Feature", "properties": {}, "geometry": null}"# + "\n"
          + #"{"type": "Feature", "properties": {"GlobalID":"# + "\n"
      ]),
    BadInput(
      "format: coordinates as texts", exit: 3, "GEOM_INVALID", isFinding: true,
      text: [
        "data/trees.geojson": SmallCity.trees(
          geometry: #"{"type": "Point", "coordinates": ["-122.6", "45.5"]}"#)
      ]),
    BadInput(
      "format: GlobalIDs that are names", exit: 3, "GLOBALID_FORMAT", isFinding: true,
      text: ["data/trees.geojson": SmallCity.trees(properties: #""GlobalID": "tree-2""#)]),
    BadInput(
      "format: a binding to a folder without pages", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: [
        "data/bindings.json": #"{"layers": {"Trees": {"source": "photos"}}}"#,
        "data/photos/readme.txt": "none yet",
      ]),
    BadInput(
      "format: a binding to a column that there isn't", exit: 3, "DATA_UNREADABLE",
      isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/t.csv": "GlobalID,longitude,lat\n\(SmallCity.id(1)),-122.6,45.5\n",
        "data/bindings.json":
          #"{"layers": {"Trees": {"source": "t.csv", "x": "lng", "y": "lat"}}}"#,
      ]),
    BadInput(
      "format: a binding to a well-known text that ends too soon", exit: 3, "DATA_BINDINGS_INVALID",
      isFinding: false,
      text: [
        "data/bindings.json":
          #"{"layers": {"Trees": {"source": "trees.geojson", "spatialReference": {"wkt": "PROJCS["}}}}"#
      ]),
    BadInput(
      "format: a page of an answer that is a web page", exit: 3, "DATA_UNREADABLE",
      isFinding: true,
      text: [
        "data/trees.geojson": nil, "data/Trees/1.json": #"{"features": []}"#,
        "data/Trees/2.json": "<html><title>Sign in</title></html>",
      ]),
    grids("a folder that there isn't", exit: 4, "FILE_NOT_FOUND"),
    grids("none in the folder", exit: 4, "CRS_GRIDS_MISSING", text: ["grids/readme.txt": "none"]),
    grids(
      "a file that is none", exit: 3, "CRS_GRID_DAMAGED", text: ["grids/a.gsb": "NUM_OREC, no more"]
    ),
    grids("an empty file", exit: 3, "CRS_GRID_DAMAGED", text: ["grids/a.gsb": ""]),
    grids(
      "a damaged header", exit: 3, "CRS_GRID_DAMAGED",
      text: ["grids/a.gsb": "NUM_OREC" + String(repeating: "\u{0}", count: 400)]),
  ]
}
