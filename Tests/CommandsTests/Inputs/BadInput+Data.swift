import TestSupport

extension BadInput {
  private static func trees(
    _ name: String, exit: Int32 = 3, _ code: String, text: String, words: [String] = []
  ) -> BadInput {
    BadInput(
      name, exit: exit, code, isFinding: true, text: ["data/trees.geojson": text], words: words)
  }

  private static func visits(
    _ name: String, exit: Int32 = 3, _ code: String, text: String, words: [String] = []
  ) -> BadInput {
    BadInput(
      name, exit: exit, code, isFinding: true, text: ["data/visits.csv": text], words: words)
  }

  /// The definitions of the city with a date field for notes.
  private static let datedNotes = SmallCity.definitions.replacing(
    #"{"name": "Note", "type": "esriFieldTypeString", "length": 200}"#,
    with: #"{"name": "Note", "type": "esriFieldTypeDate"}"#)

  private static func visits(dates: [String]) -> String {
    "GlobalID,TreeID,Note\n"
      + dates.enumerated().map { "\(SmallCity.id(0x101 + $0)),\(SmallCity.id(1)),\($1)\n" }.joined()
  }

  private static func dates(_ name: String, _ dates: [String]) -> BadInput {
    BadInput(
      name, exit: 3, "VALUE_DATE_INVALID", isFinding: true,
      text: ["data/visits.csv": visits(dates: dates), "data/City.json": datedNotes])
  }

  private static func property(_ text: String) -> String {
    SmallCity.trees(properties: #""GlobalID": "\#(SmallCity.id(2))", \#(text)"#)
  }

  private static func esriTrees(_ head: String) -> [String: String?] {
    [
      "data/trees.geojson": nil,
      "data/trees.json": """
      {"geometryType": "esriGeometryPoint", \(head) "features": [{"attributes":
      {"GlobalID": "\(SmallCity.id(1))", "Name": "Oak"}, "geometry": {"x": 7652000, "y": 683000}}]}
      """,
    ]
  }

  /// Bad feature data.
  static let features: [BadInput] = [
    BadInput(
      "data: no folder", exit: 4, "FILE_NOT_FOUND", isFinding: false,
      command: ["map.json", "--data", "dta", "-o", "out.mmpk"]),
    BadInput(
      "data: a layer without a file", exit: 4, "LAYER_NOT_PACKABLE", isFinding: true,
      text: ["data/trees.geojson": String?.none]),
    BadInput(
      "data: a layer with two files", exit: 4, "LAYER_NOT_PACKABLE", isFinding: true,
      text: ["data/Trees.csv": "GlobalID\n"]),
    BadInput(
      "data: a bound file that is missing", exit: 4, "LAYER_NOT_PACKABLE", isFinding: true,
      text: ["data/bindings.json": #"{"layers": {"Trees": {"source": "export.geojson"}}}"#]),
    BadInput(
      "data: bindings without a source", exit: 3, "DATA_BINDINGS_INVALID", isFinding: false,
      text: ["data/bindings.json": #"{"layers": {"Trees": {"file": "export.geojson"}}}"#]),
    BadInput(
      "data: bindings that are not JSON", exit: 3, "JSON_INVALID", isFinding: false,
      text: ["data/bindings.json": "Trees = trees.geojson"]),
    trees("data: GeoJSON of nothing", "DATA_UNREADABLE", text: ""),
    trees(
      "data: GeoJSON cut short", "DATA_UNREADABLE",
      text: String(SmallCity.trees().prefix(300))),
    trees("data: GeoJSON that is a list", "DATA_UNREADABLE", text: "[1, 2, 3]"),
    trees("data: GeoJSON that is a text", "DATA_UNREADABLE", text: "Trees of the city"),
    trees(
      "data: GeoJSON without features", "DATA_UNREADABLE",
      text: #"{"type": "FeatureCollection", "name": "trees"}"#),
    trees(
      "data: a service's error instead of features", "DATA_UNREADABLE",
      text: #"{"error": {"code": 499, "message": "Token Required", "details": []}}"#),
    trees(
      "data: deep nesting in a property", "DATA_UNREADABLE",
      text: property("\"Name\": " + String(repeating: "[", count: 5_000))),
    trees(
      "data: deep nesting of coordinates", "DATA_UNREADABLE",
      text: SmallCity.trees(
        geometry: #"{"type": "Point", "coordinates": "# + String(repeating: "[", count: 5_000))),
    trees(
      "data: a huge coordinate", "GEOM_INVALID",
      text: SmallCity.trees(geometry: #"{"type": "Point", "coordinates": [-122.6, 1e999]}"#)),
    trees(
      "data: a huge integer", "VALUE_WRONG_TYPE",
      text: property(#""Height": 99999999999999999999999"#)),
    trees("data: a text for a number", "VALUE_WRONG_TYPE", text: property(#""Height": "tall""#)),
    trees(
      "data: one GlobalID twice", "GLOBALID_DUPLICATE",
      text: SmallCity.trees(properties: #""GlobalID": "\#(SmallCity.id(1))", "Name": "Ahorn""#)),
    trees(
      "data: no GlobalID", "GLOBALID_NULL",
      text: SmallCity.trees(properties: #""GlobalID": null, "Name": "Ahorn""#)),
    trees(
      "data: mixed geometry", "GEOM_MIXED",
      text: SmallCity.trees(
        geometry: #"{"type": "LineString", "coordinates": [[-122.6, 45.5], [-122.5, 45.5]]}"#)),
    trees(
      "data: a circle", "GEOM_INVALID",
      text: SmallCity.trees(
        geometry: #"{"type": "Circle", "coordinates": [-122.6, 45.5], "radius": 3}"#)),
    trees(
      "data: latitude before longitude", "CRS_AXES_SWAPPED",
      text: SmallCity.trees(geometry: #"{"type": "Point", "coordinates": [45.5, -122.6]}"#)
        .replacing("[-122.6, 45.5]", with: "[45.5, -122.6]")
        .replacing("[-122.62, 45.52]", with: "[45.52, -122.62]")),
    trees(
      "data: meters where degrees belong", "CRS_CONTRADICTED",
      text: SmallCity.trees().replacing("[-122.", with: "[-13648")),
    trees(
      "data: one coordinate of many out of range", "GEOM_OUT_OF_RANGE",
      text: SmallCity.trees(geometry: #"{"type": "Point", "coordinates": [-13648200, 5702000]}"#),
      words: ["--fail-on", "warning"]),
    trees(
      "data: a collection of several types", "GEOM_MIXED",
      text: SmallCity.trees(
        geometry: """
          {"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [-122.6, 45.5]},
          {"type": "LineString", "coordinates": [[-122.6, 45.5], [-122.5, 45.5]]}]}
          """), words: ["--fail-on", "warning"]),
    BadInput(
      "data: curves", exit: 3, "GEOM_INVALID", isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/trees.json": """
        {"geometryType": "esriGeometryPoint", "spatialReference": {"wkid": 4326}, "features": [
        {"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Oak", "Height": 20},
         "geometry": {"curveRings": [[[-122.6, 45.5], {"c": [[-122.5, 45.5], [-122.5, 45.6]]}]]}}]}
        """,
      ], words: ["--fail-on", "warning"]),
    BadInput(
      "data: a shapefile", exit: 3, "DATA_FORMAT_UNSUPPORTED", isFinding: true,
      text: ["data/trees.geojson": nil],
      bytes: ["data/Trees.shp": [0, 0, 0x27, 0x0A], "data/Trees.dbf": [3], "data/Trees.prj": [32]]),
    BadInput(
      "data: a workbook for a table", exit: 3, "DATA_FORMAT_UNSUPPORTED", isFinding: true,
      text: ["data/visits.csv": nil], bytes: ["data/visits.xlsx": Array("PK\u{3}\u{4}".utf8)]),
    BadInput(
      "data: a workbook that nothing uses", exit: 3, "DATA_FORMAT_UNSUPPORTED", isFinding: true,
      bytes: ["data/Species.xlsx": Array("PK\u{3}\u{4}".utf8)], words: ["--fail-on", "warning"]),
    BadInput(
      "data: a page to sign in instead of features", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/trees.json": "<!DOCTYPE html>\n<html><head><title>Sign In</title></head></html>",
      ]),
    BadInput(
      "data: a count instead of features", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: ["data/trees.geojson": nil, "data/trees.json": #"{"count": 218602}"#]),
    BadInput(
      "data: a definition instead of features", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/trees.json": #"{"id": 0, "name": "Trees", "type": "Feature Layer", "fields": []}"#,
      ]),
    BadInput(
      "data: a binding for no layer", exit: 3, "DATA_BINDING_UNMATCHED", isFinding: true,
      text: ["data/bindings.json": #"{"layers": {"Treez": {"source": "trees.geojson"}}}"#]),
    BadInput(
      "data: a file with nearly a layer's name", exit: 3, "DATA_NOT_BOUND", isFinding: true,
      text: ["data/vists.csv": "GlobalID\n"], words: ["--fail-on", "warning"]),
    BadInput(
      "data: coordinates in nothing", exit: 3, "CRS_UNKNOWN", isFinding: true, text: esriTrees("")),
    BadInput(
      "data: coordinates in an unknown system", exit: 3, "CRS_UNSUPPORTED", isFinding: true,
      text: esriTrees(#""spatialReference": {"wkid": 999999},"#),
      words: ["--fail-on", "warning"]),
    BadInput(
      "data: degrees where State Plane feet belong", exit: 3, "CRS_CONTRADICTED", isFinding: true,
      text: [
        "data/bindings.json":
          #"{"layers": {"Trees": {"source": "trees.geojson", "spatialReference": 2269}}}"#
      ]),
    BadInput(
      "data: a datum without a way to WGS 84, with an area", exit: 3, "CRS_UNSUPPORTED",
      isFinding: true,
      text: esriTrees(#""spatialReference": {"wkid": 32210},"#),
      words: ["--area", "-123,45,-122,46"]),
    BadInput(
      "data: more rows to come", exit: 3, "DATA_INCOMPLETE", isFinding: true,
      text: esriTrees(#""spatialReference": {"wkid": 2913}, "exceededTransferLimit": true,"#)),
    BadInput(
      "data: coordinates in degrees and minutes", exit: 3, "GEOM_INVALID", isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/trees.csv": """
        GlobalID,Name,Longitude,Latitude
        \(SmallCity.id(1)),Oak,122° 36' W,45° 30' N
        \(SmallCity.id(3)),Elm,122° 37' W,45° 31' N

        """,
      ]),
    BadInput(
      "data: decimal commas between commas", exit: 3, "GEOM_INVALID", isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/trees.csv": """
        GlobalID,Name,Longitude,Latitude
        \(SmallCity.id(1)),Oak,"-122,6","45,5"

        """,
      ]),
    trees(
      "data: polygons without any area", "GEOM_INVALID",
      text: SmallCity.trees().replacing(
        #"{"type": "Point", "coordinates": "#,
        with: #"{"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]]], "was": "#)),
    BadInput(
      "data: damaged gzip", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: ["data/trees.geojson": nil],
      bytes: ["data/trees.geojson.gz": [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 1, 2]]),
    BadInput(
      "data: a text named .gpkg", exit: 3, "DATA_UNREADABLE", isFinding: true,
      text: ["data/trees.geojson": nil, "data/trees.gpkg": "not a database"]),
  ]

  /// Bad tables and attachments.
  static let tables: [BadInput] = [
    visits("table: an empty file", "DATA_UNREADABLE", text: ""),
    BadInput(
      "table: Latin-1", exit: 3, "FILE_NOT_UTF8", isFinding: true,
      bytes: [
        "data/visits.csv": Array("GlobalID,TreeID,Note\n\(SmallCity.id(0x101)),,Gr".utf8) + [0xFC]
          + Array("n\n".utf8)
      ]),
    visits(
      "table: a NUL", "FILE_NOT_UTF8",
      text: "GlobalID,TreeID,Note\n\(SmallCity.id(0x101)),,a\0b\n"),
    visits(
      "table: a quote that never ends", "DATA_UNREADABLE",
      text: "GlobalID,TreeID,Note\n\(SmallCity.id(0x101)),,\"see photo\n"),
    visits(
      "table: more cells than columns", "DATA_UNREADABLE",
      text: "GlobalID,TreeID,Note\n\(SmallCity.id(0x101)),,dead wood, see photo\n"),
    visits(
      "table: one column twice", "DATA_UNREADABLE",
      text: "GlobalID,TreeID,Note,Note\n\(SmallCity.id(0x101)),,a,b\n"),
    visits(
      "table: a child without a parent", "REL_ORPHAN_CHILD",
      text: SmallCity.visits.replacing(SmallCity.id(3), with: SmallCity.id(4)),
      words: ["--fail-on", "warning"]),
    visits(
      "table: the key column is missing", "REL_KEY_MISSING",
      text: "GlobalID,Note\n\(SmallCity.id(0x101)),fine\n"),
    BadInput(
      "table: a layer's CSV without coordinates", exit: 3, "DATA_UNREADABLE",
      isFinding: true,
      text: [
        "data/trees.geojson": nil, "data/trees.csv": "GlobalID,Name\n\(SmallCity.id(1)),Oak\n",
      ]
    ),
    visits(
      "table: GlobalIDs from a field that there isn't", "TABLE_KEY_UNUSABLE",
      text: "VISIT_NO,TreeID,Note\n1,,fine\n", words: ["--mint-globalids", "Visits:VISITNO"]),
    visits(
      "table: GlobalIDs from numbers that occur twice", "TABLE_KEY_UNUSABLE",
      text: "VISIT_NO,TreeID,Note\n7,,fine\n8,,dead wood\n7,,again\n9,,\n8,,\n7,,\n",
      words: ["--mint-globalids", "Visits:VISIT_NO"]),
    visits(
      "table: GlobalIDs from numbers of which one is missing", "GLOBALID_NULL",
      text: "VISIT_NO,TreeID,Note\n7,,fine\n,,dead wood\n",
      words: ["--mint-globalids", "Visits:VISIT_NO"]),
    trees(
      "data: GlobalIDs of zeros", "GLOBALID_NULL",
      text: SmallCity.trees(
        properties: #""GlobalID": "{00000000-0000-0000-0000-000000000000}", "Name": "Ahorn""#)),
    BadInput(
      "table: a header in Latin-1", exit: 3, "FILE_NOT_UTF8", isFinding: true,
      bytes: [
        "data/visits.csv": Array("GlobalID,TreeID,Note,Stra".utf8) + [0xDF]
          + Array("e\n\(SmallCity.id(0x101)),,fine,A\n".utf8)
      ]),
    BadInput(
      "table: UTF-16 without a byte order mark", exit: 3, "FILE_NOT_UTF8", isFinding: true,
      bytes: ["data/visits.csv": SmallCity.visits.utf8.flatMap { [$0, 0] }]),
    BadInput(
      "table: an encoding without a name here", exit: 3, "DATA_BINDINGS_INVALID", isFinding: false,
      text: [
        "data/bindings.json":
          #"{"layers": {"Visits": {"source": "visits.csv", "encoding": "Shift_JIS"}}}"#
      ]),
    dates("table: a date that doesn't exist", ["2/30/2026"]),
    dates("table: dates with the day and with the month first", ["13/5/2026", "5/13/2026"]),
    dates("table: a year of two digits", ["5/13/26"]),
    BadInput(
      "table: a number grouped by mistake", exit: 3, "VALUE_WRONG_TYPE", isFinding: true,
      text: [
        "data/trees.geojson": nil,
        "data/trees.csv": """
        GlobalID,Name,Height,Longitude,Latitude
        \(SmallCity.id(1)),Oak,"1,23",-122.6,45.5
        \(SmallCity.id(3)),Elm,"1,234",-122.6,45.5

        """,
      ]),
    BadInput(
      "photos: of no record", exit: 3, "ATT_ORPHAN", isFinding: true,
      bytes: [
        "data/attachments/Trees/00000000-0000-4000-8000-000000000009/a.jpg": [0xFF, 0xD8, 0xFF]
      ], words: ["--fail-on", "warning"]),
    BadInput(
      "photos: of no layer", exit: 3, "ATT_ORPHAN", isFinding: true,
      bytes: ["data/attachments/Benches/x/a.jpg": [0xFF, 0xD8, 0xFF]],
      words: ["--fail-on", "warning"]),
    BadInput(
      "photos: a folder that is no GlobalID", exit: 3, "ATT_ORPHAN", isFinding: true,
      bytes: ["data/attachments/Trees/Oak/a.jpg": [0xFF, 0xD8, 0xFF]],
      words: ["--fail-on", "warning"]),
    BadInput(
      "photos: a text named .jpg", exit: 3, "ATT_CORRUPT", isFinding: true,
      text: ["data/attachments/Trees/00000000-0000-4000-8000-000000000001/a.jpg": "not found"],
      words: ["--fail-on", "warning"]),
  ]
}
