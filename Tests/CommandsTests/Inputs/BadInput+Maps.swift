import TestSupport

extension BadInput {
  /// A file of areas.
  private static let crews = """
    {"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"crew": "North"}, "geometry": {"type": "Polygon",
     "coordinates": [[[-123, 45], [-122, 45], [-122, 46], [-123, 45]]]}}]}
    """

  /// Bad maps, command lines and targets.
  static let maps: [BadInput] = [
    BadInput(
      "map: missing", exit: 4, "FILE_NOT_FOUND", isFinding: false, text: ["map.json": String?.none]),
    BadInput(
      "map: empty file", exit: 3, "JSON_CUT_SHORT", isFinding: false, text: ["map.json": ""]),
    BadInput(
      "map: cut short", exit: 3, "JSON_CUT_SHORT", isFinding: false,
      text: ["map.json": String(SmallCity.map().prefix(200))]),
    BadInput(
      "map: a stray character", exit: 3, "JSON_INVALID", isFinding: false,
      text: ["map.json": SmallCity.map().replacing("\"title\": \"Trees\"", with: "title: Trees")]),
    BadInput(
      "map: a list", exit: 3, "MAP_NOT_A_WEB_MAP", isFinding: false, text: ["map.json": "[1, 2, 3]"]
    ),
    BadInput(
      "map: no web map", exit: 3, "MAP_NOT_A_WEB_MAP", isFinding: false,
      text: ["map.json": #"{"name": "fieldpack", "scripts": {}}"#]),
    BadInput(
      "map: a web scene", exit: 3, "MAP_NOT_A_WEB_MAP", isFinding: false,
      text: [
        "map.json": #"{"version": "1.33", "viewingMode": "global", "operationalLayers": []}"#
      ]),
    BadInput(
      "map: two layers with one title and no data", exit: 4, "LAYER_NOT_PACKABLE", isFinding: true,
      text: [
        "map.json": """
        {"version": "2.31", "operationalLayers": [
          {"id": "a", "title": "Level 1", "layerType": "GroupLayer", "layers": [
            {"id": "b", "title": "Rooms", "layerType": "ArcGISFeatureLayer"}]},
          {"id": "c", "title": "Level 2", "layerType": "GroupLayer", "layers": [
            {"id": "d", "title": "Rooms", "layerType": "ArcGISFeatureLayer"}]}]}
        """,
        "data/trees.geojson": nil, "data/visits.csv": nil,
      ]),
    BadInput(
      "map: a file for a map service", exit: 3, "DATA_NOT_BOUND", isFinding: true,
      text: [
        "map.json": SmallCity.map().replacing(
          #""operationalLayers": ["#,
          with: """
            "operationalLayers": [
            {"id": "r", "title": "Roads", "layerType": "ArcGISMapServiceLayer"},
            """), "data/Roads.csv": "lon,lat\n",
      ], words: ["--fail-on", "warning"]),
    BadInput(
      "map: a version to come", exit: 3, "MAP_VERSION_UNSUPPORTED", isFinding: false,
      text: ["map.json": SmallCity.map().replacing("2.31", with: "3.0")]),
    BadInput(
      "map: a service's error", exit: 3, "FILE_SERVICE_ERROR", isFinding: false,
      text: ["map.json": #"{"error": {"code": 498, "message": "Invalid token."}}"#]),
    BadInput(
      "map: deep nesting", exit: 3, "JSON_TOO_DEEP", isFinding: false,
      text: ["map.json": String(repeating: "[", count: 100_000)]),
    BadInput(
      "map: UTF-16", exit: 3, "FILE_NOT_UTF8", isFinding: false,
      bytes: ["map.json": [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]]),
    BadInput(
      "map: a folder", exit: 3, "FILE_IS_FOLDER", isFinding: false,
      command: ["data", "--data", "data"]),
    BadInput(
      "map: no layers", exit: 3, "MAP_NO_OPERATIONAL_LAYERS", isFinding: true,
      text: ["map.json": #"{"version": "2.31", "operationalLayers": []}"#]),
    BadInput(
      "map: nothing that can be packed", exit: 3, "MAP_NOTHING_PACKED", isFinding: true,
      text: [
        "map.json": """
        {"version": "2.31", "operationalLayers": [
          {"id": "r", "title": "Roads", "layerType": "ArcGISMapServiceLayer"},
          {"id": "a", "title": "Air", "layerType": "ArcGISTiledMapServiceLayer"}]}
        """
      ]),
    BadInput(
      "map: every layer left out on request", exit: 3, "MAP_NOTHING_PACKED", isFinding: true,
      words: ["--without", "Trees", "--without", "Visits"]),
    BadInput(
      "map: a filter that cannot be applied", exit: 3, "LAYER_FILTER_UNSUPPORTED",
      isFinding: true,
      text: [
        "map.json": SmallCity.map(
          treesDefinition: #"{"definitionExpression": "Name IN (SELECT Name FROM Oaks)"}"#)
      ]),
    BadInput(
      "map: a filter on a field that is gone", exit: 3, "LAYER_FILTER_UNSUPPORTED",
      isFinding: true,
      text: [
        "map.json": SmallCity.map(treesDefinition: #"{"definitionExpression": "Hight > 10"}"#)
      ]),
  ]

  /// Bad command lines.
  static let usage: [BadInput] = [
    BadInput(
      "usage: no --data", exit: 2, "USAGE_OPTION_MISSING", isFinding: nil, command: ["map.json"]),
    BadInput(
      "usage: unknown option", exit: 2, "USAGE_OPTION_UNKNOWN", isFinding: nil,
      words: ["--overwite"]),
    BadInput(
      "usage: area that is nothing", exit: 2, "USAGE_AREA_INVALID", isFinding: false,
      words: ["--area", "downtown"]),
    BadInput(
      "usage: an area's file that is missing", exit: 4, "FILE_NOT_FOUND", isFinding: false,
      words: ["--area", "crews/area99.geojson"]),
    BadInput(
      "usage: an area that crosses itself", exit: 3, "AREA_SHAPE_INVALID", isFinding: true,
      text: [
        "area.geojson": """
        {"type": "Polygon", "coordinates": [[[-123, 45], [-122, 46], [-122, 45], [-123, 46],
        [-123, 45]]]}
        """
      ], words: ["--area", "area.geojson", "--fail-on", "warning"]),
    BadInput(
      "usage: box the wrong way round", exit: 2, "USAGE_AREA_INVALID", isFinding: false,
      words: ["--area", "-122.5,45.5,-122.7,45.6"]),
    BadInput(
      "usage: view of a map without one", exit: 2, "USAGE_AREA_INVALID", isFinding: false,
      words: ["--area", "view"]),
    BadInput(
      "usage: area of no feature", exit: 2, "USAGE_AREA_INVALID", isFinding: false,
      words: ["--area", "Trees:Name='Ash'"]),
    BadInput(
      "usage: area of a file's value that no feature has", exit: 2, "USAGE_AREA_INVALID",
      isFinding: false, text: ["crews.geojson": crews],
      words: ["--area", "crews.geojson:crew='Nort'"]),
    BadInput(
      "usage: area of a file's property that there isn't", exit: 2, "USAGE_AREA_INVALID",
      isFinding: false, text: ["crews.geojson": crews],
      words: ["--area", "crews.geojson:team='North'"]),
    BadInput(
      "usage: area of Esri JSON without its place", exit: 2, "USAGE_AREA_INVALID",
      isFinding: false,
      text: ["area.json": #"{"rings": [[[-123, 45], [-123, 46], [-122, 46], [-123, 45]]]}"#],
      words: ["--area", "area.json"]),
    BadInput(
      "usage: GlobalIDs without a field", exit: 2, "USAGE_VALUE_INVALID", isFinding: false,
      words: ["--mint-globalids", "Visits"]),
    BadInput(
      "usage: GlobalIDs of a layer from two fields", exit: 2, "USAGE_VALUE_INVALID",
      isFinding: false,
      words: ["--mint-globalids", "Visits:NO", "--mint-globalids", "visits:Note"]),
    BadInput(
      "usage: GlobalIDs of a layer that there isn't", exit: 2, "LAYER_NOT_FOUND",
      isFinding: false, words: ["--mint-globalids", "Vists:NO"]),
    BadInput(
      "usage: area by points", exit: 2, "USAGE_AREA_INVALID", isFinding: false,
      words: ["--area", "Trees:Name='Oak'"]),
    BadInput(
      "usage: scales the wrong way round", exit: 2, "USAGE_VALUE_INVALID", isFinding: false,
      words: ["--scale", "500:50000"]),
    BadInput(
      "usage: --without an unknown layer", exit: 2, "LAYER_NOT_FOUND", isFinding: false,
      words: ["--without", "Visit"]),
    BadInput(
      "usage: an invalid time", exit: 2, "USAGE_VALUE_INVALID", isFinding: nil,
      command: ["map.json", "--data", "data", "-o", "out.mmpk", "--now", "yesterday"]),
    BadInput(
      "usage: an invalid level", exit: 2, "USAGE_VALUE_INVALID", isFinding: false,
      words: ["--fail-on", "warnings"]),
    BadInput(
      "usage: an output of another form", exit: 2, "USAGE_VALUE_INVALID", isFinding: nil,
      command: ["map.json", "--data", "data", "-o", "out.shp"]),
  ]

  /// Bad targets.
  static let targets: [BadInput] = [
    BadInput(
      "target: exists", exit: 5, "FILE_EXISTS", isFinding: nil, text: ["out.mmpk": "a week of work"]
    ),
    BadInput(
      "target: a folder", exit: 5, "FILE_OUTPUT_IS_FOLDER", isFinding: nil,
      text: ["out.mmpk/readme.txt": ""],
      words: ["--force"]),
    BadInput(
      "target: in no folder", exit: 5, "FILE_NOT_WRITABLE", isFinding: nil,
      command: ["map.json", "--data", "data", "-o", "crews/07/out.mmpk"]),
    BadInput(
      "target: below a file", exit: 5, "FILE_NOT_WRITABLE", isFinding: nil,
      command: ["map.json", "--data", "data", "-o", "map.json/out.mmpk"]),
  ]
}
