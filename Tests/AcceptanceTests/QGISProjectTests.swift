import Foundation
import TestSupport
import Testing

/// Checks that a package's project opens in QGIS like the web map: layers, drawing, forms, rights.
@Suite(
  .needs(.python("qgis.core")),
  .needs(.fieldpack))
struct QGISProjectTests {
  private static let demo = Fixture.treesOfPortland

  /// The demo's project, made once.
  private static let made = Task { () throws -> OpenedProject in
    try await OpenedProject.build(map: demo + "/map.json", data: demo, in: try TemporaryFolder())
      .project
  }

  private static func trees() async throws -> OpenedProject.Layer {
    try #require(try await made.value.layers["Trees"])
  }

  @Test func `every layer is valid and complete, and QGIS's log is empty`() async throws {
    let project = try await Self.made.value
    #expect(project.read && project.log.isEmpty, "\(project.log)")
    #expect(project.crs == "EPSG:3857")
    for (name, layer) in project.layers {
      #expect(layer.valid && layer.problems.isEmpty, "\(name): \(layer.problems)")
    }
    #expect(
      project.layers.mapValues(\.rows) == [
        "Trees": 303, "Poor and dead trees": 42, "Neighborhoods": 3, "Species": 25,
        "Inspections": 420,
        "Photos of Trees": 6, "Photos of Inspections": 2,
      ])
    #expect(
      project.tree.map(\.name) == [
        "Poor and dead trees", "Trees", "Neighborhoods", "Inspections", "Species", "Photos",
      ])
    #expect(project.bookmarks.count == 4 && project.bookmarks[3] == "Irvington neighborhood")
  }

  /// Green tiles of levels 10 to 14 around the demo's trees, made by others.
  private static let greenTiles = """
    import math, sqlite3, struct, sys, zlib
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(
            ">I", zlib.crc32(kind + body))
    png = (b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">2I5B", 256, 256, 8, 2, 0, 0, 0))
           + chunk(b"IDAT", zlib.compress((b"\\0" + bytes([10, 200, 30]) * 256) * 256))
           + chunk(b"IEND", b""))
    file = sqlite3.connect(sys.argv[1])
    file.execute("CREATE TABLE metadata (name text, value text)")
    file.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
    file.executemany("INSERT INTO metadata VALUES (?, ?)", [
        ("name", "Green"), ("format", "png"), ("attribution", "© City")])
    for level in range(10, 15):
        n = 2 ** level
        for column in range(int((180 - 122.8) / 360 * n), int((180 - 122.5) / 360 * n) + 1):
            rows = [int((1 - math.asinh(math.tan(math.radians(y))) / math.pi) / 2 * n)
                    for y in (45.4, 45.65)]
            for row in range(rows[1], rows[0] + 1):
                file.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (level, column, n - 1 - row, png))
    file.commit()
    """

  @Test func `tiles of a base map are drawn below all layers, with their attribution`()
    async throws
  {
    let folder = try TemporaryFolder()
    let tiles = folder.path("green.mbtiles")
    _ = try await #require(Tool.python3).output(["-c", Self.greenTiles, tiles])
    let project = try await OpenedProject.build(
      map: Self.demo + "/map.json", data: Self.demo, in: folder,
      ["--for", "qgis", "--base-map", tiles]
    ).project
    #expect(project.log.isEmpty, "\(project.log)")
    #expect(
      project.tiles == [
        OpenedProject.Tiles(
          name: "Green", valid: true, crs: "EPSG:3857", attribution: "© City", provider: "gdal",
          bands: 4)
      ])
    #expect(project.tree.last?.name == "Green")
    // The printed map has the tiles' color.
    #expect(project.sheets.first?.commonest == "#0ac81e")
  }

  @Test func `lengths are measured on the ellipsoid, and the map can be printed`() async throws {
    let project = try await Self.made.value
    #expect(project.ellipsoid == "EPSG:7030")
    let sheet = try #require(project.sheets.first)
    #expect(project.sheets.count == 1 && sheet.name == "Map")
    #expect(sheet.size == [277, 170] && sheet.colors > 3, "\(sheet)")
    // Crews only add points.
    #expect(project.snapping.isEmpty && project.layers.values.allSatisfy { $0.checks.isEmpty })
  }

  @Test func `drawn shapes snap, and a polygon that crosses itself is not saved`() async throws {
    let folder = try TemporaryFolder()
    let service = try String(contentsOfFile: Self.demo + "/service.json", encoding: .utf8)
    let editable = service.replacing(
      /"capabilities": *"Query[^"]*"/, with: "\"capabilities\": \"Create,Query,Update,Editing\"")
    try folder.write(Array(editable.utf8), to: "data/service.json")
    for name in ["neighborhoods.geojson", "trees.geojson"] {
      try FileManager.default.copyItem(
        atPath: Self.demo + "/" + name, toPath: folder.path("data/" + name))
    }
    let project = try await OpenedProject.build(
      map: Self.demo + "/map.json", data: folder.path("data"), in: folder,
      ["--without", "Species", "--without", "Inspections"]
    ).project
    #expect(project.snapping == [2, 3, 15])
    #expect(project.layers["Neighborhoods"]?.checks == ["QgsIsValidCheck"])
    #expect(project.layers["Trees"]?.checks == [])
  }

  @Test func `classes, scales and labels are those of the map`() async throws {
    let trees = try await Self.trees()
    #expect(trees.renderer == "categorizedSymbol")
    #expect(
      trees.classes == [
        ["Good", "Good", "#1a7837"], ["Fair", "Fair", "#8cc85a"], ["Poor", "Poor", "#f09628"],
        ["Dead", "Dead", "#c82828"], ["Not assessed", "", "#141414"],
      ])
    #expect(trees.scales == [80_000, 0])
    let neighborhoods = try #require(try await Self.made.value.layers["Neighborhoods"])
    #expect(neighborhoods.labels && neighborhoods.scales == [400_000, 4_000])
    #expect(neighborhoods.title == "UNIVERSITY PARK")
  }

  @Test func `the form has the pop-up's fields in its order, under its names`() async throws {
    let trees = try await Self.trees()
    #expect(
      trees.form.leaves == [
        "SpeciesCode", "Neighborhood", "Address", "Condition", "DBH", "PlantedBy", "PlantedDate",
        "SiteWidth", "SiteType", "Wires", "Notes", "fieldpack_relation_0", "fieldpack_photos_1",
      ])
    #expect(trees.form.parts.map(\.name) == ["Trees"])
    #expect(trees.form.parts[0].parts[1].name == "This tree")
    #expect(trees.fields["PlantedDate"]?.alias == "Planted Date")
    #expect(trees.fields["SpeciesCode"]?.alias == "Species")
  }

  @Test func `domains, dates, look-ups and GlobalIDs get their widgets`() async throws {
    let fields = try await Self.trees().fields
    #expect(
      fields.mapValues(\.widget).filter { $0.value != "TextEdit" } == [
        "fid": "Hidden", "OBJECTID": "Hidden", "GlobalID": "UuidGenerator",
        "SpeciesCode": "RelationReference", "Condition": "ValueMap", "DBH": "Range",
        "PlantedDate": "DateTime", "SiteType": "ValueMap", "Wires": "ValueMap",
        "CreationDate": "DateTime", "EditDate": "DateTime",
      ])
    #expect(
      fields["Condition"]?.choices.dropFirst() == [
        ["Good", "Good"], ["Fair", "Fair"], ["Poor", "Poor"], ["Dead", "Dead"],
      ])
    #expect(fields["DBH"]?.limits == [0, 200])
    #expect(fields["SpeciesCode"]?.relation == "fieldpack_relation_1")
    let photos = try #require(try await Self.made.value.layers["Photos of Trees"])
    #expect(photos.fields["path"]?.widget == "ExternalResource")
    #expect(photos.naming.contains("uuid(") && photos.naming.contains("DCIM/"))
  }

  @Test func `new rows get the values of templates and rules, a GlobalID and the editor`()
    async throws
  {
    let fields = try await Self.trees().fields
    #expect(fields["Condition"]?.default == "'Good'" && fields["SiteType"]?.default == "'strip'")
    #expect(fields["Neighborhood"]?.default.contains("overlay_within") == true)
    // Outside the polygons of the package, it would overwrite the old value with null.
    #expect(fields["Neighborhood"]?.follows == false)
    #expect(fields["GlobalID"]?.default.contains("uuid") == true)
    #expect(fields["GlobalID"]?.constraints == ["unique"])
    #expect(fields["CreationDate"]?.default == "now()" && fields["CreationDate"]?.follows == false)
    #expect(fields["EditDate"]?.default == "now()" && fields["EditDate"]?.follows == true)
  }

  @Test func `layers and fields are locked as in the map`() async throws {
    let project = try await Self.made.value
    let trees = try #require(project.layers["Trees"])
    #expect(!trees.readOnly && trees.locks.allSatisfy { !$0.value })
    // In the map, condition and diameter come from inspections.
    for name in ["Condition", "DBH", "GlobalID", "Creator", "EditDate", "fid"] {
      #expect(trees.fields[name]?.editable == false, "\(name)")
    }
    #expect(trees.fields["Address"]?.editable == true)
    let species = try #require(project.layers["Species"])
    #expect(species.readOnly && species.locks.allSatisfy { $0.value })
  }

  @Test func `relationships use GlobalIDs, and composite ones delete children`() async throws {
    let relations = try await Self.made.value.relations
    #expect(relations.allSatisfy { $0.valid })
    #expect(
      relations.map { [$0.origin, $0.destination, $0.composite ? "owns" : "names"] } == [
        ["Trees", "Photos of Trees", "owns"], ["Poor and dead trees", "Photos of Trees", "owns"],
        ["Inspections", "Photos of Inspections", "owns"], ["Trees", "Inspections", "owns"],
        ["Poor and dead trees", "Inspections", "owns"], ["Species", "Trees", "names"],
        ["Species", "Poor and dead trees", "names"],
      ])
  }

  @Test func `every field, class, scale and right is that of the map and its service`() async throws
  {
    let folder = try TemporaryFolder()
    let made = try await OpenedProject.build(
      map: Self.demo + "/map.json", data: Self.demo, in: folder)
    let report = try await #require(Judge.qgisProject).run([made.folder + "/" + made.name])
    let text = String(decoding: report.output, as: UTF8.self)
    let agrees = try #require(Judge("project_agrees", needing: "json"))
    let documents = ["/map.json", "/service.json"].map { Self.demo + $0 }
    func verdict(_ text: String) async throws -> String {
      try await agrees.run(documents + [try folder.write(text, to: "report.json")]).text
    }
    let found = try await verdict(text)
    #expect(found == "255 compared", "\(found)")
    // The judge must find errors.
    let wrong = text.replacingOccurrences(of: "Planted Date", with: "Date of planting")
    #expect(try await verdict(wrong).contains("not 'Planted Date'"))
  }

  @Test func `an area is a layer outside which QField warns`() async throws {
    let made = try await OpenedProject.build(
      map: Self.demo + "/map.json", data: Self.demo, in: try TemporaryFolder(),
      ["--area", "Neighborhoods:NAME='IRVINGTON'"])
    #expect(made.project.geofence == "fieldpack_area" && made.project.log.isEmpty)
    let area = try #require(made.project.layers["Area"])
    #expect(area.valid && area.rows == 1 && area.readOnly && area.crs == "EPSG:4326")
  }

  @Test func `a project in the GeoPackage opens`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("crew.gpkg")
    try await Acceptance.build(
      map: Self.demo + "/map.json", data: Self.demo, to: store,
      ["--project", "embedded", "--title", "Crew 07"])
    let project = try await OpenedProject.open("geopackage:\(store)?projectName=Crew 07")
    #expect(project.read && project.title == "Crew 07" && project.log.isEmpty)
    #expect(project.layers["Trees"]?.rows == 303)
    #expect(project.layers.values.allSatisfy { $0.valid })
  }
}

/// Real web maps, with generated rows for their layers.
@Suite(
  .needs(.python("qgis.core")),
  .needs(.sharedData("webmaps")))
struct RealProjectTests {
  private static let maps: [(map: String, service: String?, layers: Int)] = [
    ("esri-solution--adopt-a-stop.webmap", "AdoptAStops.featureservice", 1),
    (
      "esri-solutionjs--row-permits-public-comment.webmap",
      "solutionjs-rowpermits.featureservice-mocks", 2
    ),
    ("esri-solutionjs--wabappmap.webmap", nil, 17), ("wsdot-layer-list-demo.webmap", nil, 1),
    ("storymap-tour--featurecollection-layer-template", nil, 1),
  ]

  @Test(arguments: maps)
  func `the project of a real map loads without a warning`(
    map: String, service: String?, layers: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let paths = try ([map] + [service].compactMap(\.self)).map {
      try #require(SharedData.path("webmaps/\($0).json"))
    }
    let data = try #require(Judge.mapData)
    let result = try await data.run([paths[0], folder.path("made")] + paths.dropFirst())
    try #require(result.status == 0, "\(result.errorText)")
    let project = try await OpenedProject.build(
      map: folder.path("made/map.json"), data: folder.path("made/data"), in: folder
    ).project
    #expect(project.read && project.log.isEmpty, "\(project.log)")
    #expect(project.layers.count == layers)
    for (name, layer) in project.layers {
      #expect(layer.valid && layer.rows == 3 && layer.problems.isEmpty, "\(name) \(layer.problems)")
    }
    #expect(project.relations.allSatisfy { $0.valid })
  }
}

/// The street trees of Portland.
@Suite(
  .needs(.python("qgis.core")),
  .needs(.portland))
struct PortlandProjectTests {
  @Test func `the project of a city loads, with every row`() async throws {
    let city = try await Portland.shared.value
    let made = try await OpenedProject.build(
      map: city.map, data: try city.data(.geoJSON), in: try TemporaryFolder())
    #expect(made.project.read && made.project.log.isEmpty, "\(made.project.log)")
    let trees = try #require(made.project.layers["Trees"])
    #expect(trees.rows == (Acceptance.isExhaustive ? 218_602 : 5_000))
    for (name, layer) in made.project.layers {
      #expect(layer.valid && layer.rows > 0 && layer.problems.isEmpty, "\(name) \(layer.problems)")
    }
    #expect(!made.project.relations.isEmpty && made.project.relations.allSatisfy { $0.valid })
  }
}
