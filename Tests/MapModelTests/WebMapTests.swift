import Geometry
import MapModel
import OrderedJSON
import Testing

@Suite struct WebMapTests {
  static let text = """
    {"operationalLayers": [
      {"id": "hoods", "layerType": "ArcGISFeatureLayer", "title": "Neighborhoods",
       "url": "https://h.example/rest/services/Trees/FeatureServer/1", "opacity": 0.5,
       "minScale": 100000, "maxScale": 0, "popupInfo": {"title": "{NAME}", "odd": [1]}},
      {"id": "g", "layerType": "GroupLayer", "title": "Green", "visibility": false,
       "minScale": 50000, "layers": [
        {"id": "g2", "layerType": "GroupLayer", "title": "Street", "layers": [
          {"id": "trees", "layerType": "ArcGISFeatureLayer", "title": "Trees",
           "url": "https://h.example/rest/services/Trees/FeatureServer/0", "minScale": 80000}]},
        {"id": "tiles", "layerType": "VectorTileLayer", "title": "Tiles", "styleUrl": "x"}]},
      {"id": "server", "layerType": "ArcGISMapServiceLayer", "title": "Server",
       "url": "http://h.example/rest/services/S/MapServer/", "visibleLayers": [3],
       "layers": [{"id": 3, "name": "Roads", "popupInfo": {"title": "r"}},
                  {"id": 4, "layerDefinition": {"definitionExpression": "A=1"}}]},
      {"id": "notes", "layerType": "ArcGISFeatureLayer", "title": "Notes",
       "featureCollection": {"layers": [
         {"layerDefinition": {"name": "Points", "geometryType": "esriGeometryPoint"},
          "featureSet": {"features": []}, "popupInfo": {"title": "p"}},
         {"layerDefinition": {"name": "", "geometryType": "esriGeometryPolygon"}}]}}
     ],
     "tables": [{"id": "insp", "title": "Inspections",
       "url": "https://h.example/rest/services/Trees/FeatureServer/3"}],
     "baseMap": {"title": "Gray", "baseMapLayers": [
       {"id": "b", "layerType": "WebTiledLayer", "templateUrl": "t", "isReference": true}]},
     "bookmarks": [
       {"name": "A", "extent": {"xmin": 0, "ymin": 1, "xmax": 2, "ymax": 3,
         "spatialReference": {"wkid": 102100}}},
       {"name": "B", "extent": {"xmin": 0, "ymin": 0, "xmax": 9, "ymax": 9}, "viewpoint":
         {"rotation": 30, "scale": 2500, "targetGeometry": {"x": 5, "y": 6}}},
       {"viewpoint": {"targetGeometry": {"rings": [[[0, 0], [4, 0], [4, 7], [0, 0]]]}}},
       {"name": "nowhere"}],
     "initialState": {"viewpoint": {"targetGeometry":
       {"xmin": -1, "ymin": -2, "xmax": 3, "ymax": 4}}},
     "spatialReference": {"wkid": 102100, "latestWkid": 3857}, "version": "2.30",
     "minScale": 250000, "maxScale": 500, "timeZone": "America/Los_Angeles",
     "applicationProperties": {"offline": {
       "editableLayers": {"download": "features", "sync": "x"},
       "readonlyLayers": {"downloadAttachments": false},
       "offlinebasemap": {"referenceBasemapName": "b.tpkx"},
       "connectedOnlineLayers": [{"id": "tiles"}], "tables": [{"includeRows": false}]}},
     "unheardOf": {"kept": [true, null, 1.0]}}
    """

  @Test func `lists layers in groups, sublayers and feature collections, bottom first`() throws {
    let map = try WebMap(json: Documents.json(Self.text))
    let layers = map.allFeatureLayers()
    #expect(
      layers.map(\.id)
        == ["hoods", "trees", "server/3", "server/4", "notes/0", "notes/1", "insp"])
    #expect(
      layers.map(\.title) == [
        "Neighborhoods", "Trees", "Roads", "Server 4", "Points", "Notes 2", "Inspections",
      ])
    #expect(layers.map(\.path.count) == [0, 2, 1, 1, 1, 1, 0])
    #expect(layers[1].path == ["Green", "Street"])
    #expect(map.allLayers().map(\.id).contains("tiles"))
    #expect(map.layers.map(\.kind) == [.features, .group, .mapService, .features])
  }

  @Test func `a layer whose names are blank gets another title`() throws {
    let map = try WebMap(
      json: Documents.json(
        """
        {"operationalLayers": [
          {"id": "alone", "layerType": "ArcGISFeatureLayer", "title": " ",
           "layerDefinition": {"name": "{{x||Trees}}"},
           "url": "https://h.example/rest/services/City/FeatureServer/1"},
          {"id": "unnamed", "layerType": "ArcGISFeatureLayer", "title": "{{x|| }}",
           "layerDefinition": {"name": " "},
           "url": "https://h.example/rest/services/City/FeatureServer/2"},
          {"id": "server", "layerType": "ArcGISMapServiceLayer", "title": "Server",
           "url": "https://h.example/rest/services/S/MapServer", "layers": [
             {"id": 3, "layerDefinition": {"name": ""}},
             {"id": 4, "name": "", "layerDefinition": {"name": "Roads"}}]},
          {"id": "notes", "layerType": "ArcGISFeatureLayer", "title": "Notes",
           "featureCollection": {"layers": [
             {"title": "", "layerDefinition": {"name": "Points"}},
             {"title": " ", "layerDefinition": {"name": " "}}]}}]}
        """))
    #expect(
      map.allFeatureLayers().map(\.title) == [
        "Trees", "City", "Server 3", "Roads", "Points", "Notes 2",
      ])
  }

  @Test func `layers inherit visibility and scales from their groups`() throws {
    let layers = try WebMap(json: Documents.json(Self.text)).allFeatureLayers()
    #expect(layers.map(\.visibility) == [true, false, true, false, true, true, true])
    #expect(layers[0].scaleRange == ScaleRange(minimum: 100_000, maximum: 0))
    #expect(layers[1].scaleRange == ScaleRange(minimum: 50_000, maximum: 0))
    #expect(layers[0].opacity == 0.5)
  }

  @Test func `a sublayer's address is its service's with its own number`() throws {
    let layers = try WebMap(json: Documents.json(Self.text)).allFeatureLayers()
    #expect(layers[2].address?.description == "http://h.example/rest/services/S/MapServer/3")
    #expect(layers[6].address?.layerID == 3)
    #expect(layers[6].isTable && layers[6].kind == .table)
    #expect(layers[4].address == nil)
    #expect(layers[4].featureSet?["features"]?.array?.isEmpty == true)
    #expect(layers[4].popupInfo?["title"] == "p")
    #expect(layers[5].featureSet == nil)
  }

  @Test func `reads views, limits, base map and offline settings`() throws {
    let map = try WebMap(json: Documents.json(Self.text))
    #expect(map.bookmarks.map(\.name) == ["A", "B", "Untitled", "nowhere"])
    let a = try #require(map.bookmark(named: "a")?.viewpoint)
    #expect(a.extent == Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3))
    #expect(a.spatialReference?["wkid"]?.int == 102_100)
    let b = try #require(map.bookmark(named: "B")?.viewpoint)
    #expect(b.extent == Envelope(minX: 5, minY: 6, maxX: 5, maxY: 6))
    #expect(b.scale == 2_500 && b.rotation == 30)
    #expect(map.bookmarks[2].viewpoint?.extent == Envelope(minX: 0, minY: 0, maxX: 4, maxY: 7))
    #expect(map.bookmarks[3].viewpoint == nil)
    #expect(map.initialViewpoint?.extent.minX == -1)
    #expect(map.scaleRange.minimum == 250_000 && map.scaleRange.maximum == 500)
    #expect(map.baseMap?.layers.first?.isReference == true)
    #expect(map.timeZone == "America/Los_Angeles")
    #expect(map.offline.editableLayers == .features)
    #expect(!map.offline.downloadsReadOnlyAttachments)
    #expect(!map.offline.includesUnrelatedRows)
    #expect(map.offline.connectedOnlineLayers == ["tiles"])
    #expect(map.notices.map(\.path) == ["bookmarks[3].extent"])
  }

  @Test func `keeps the whole document`() throws {
    let json = try Documents.json(Self.text)
    let map = try WebMap(json: json)
    #expect(map.source == json)
    #expect(map.layers[0].popupInfo?["odd"] == [1])
  }

  @Test(arguments: [
    (#""version": "2.37","#, 0), (#""version": "2.38","#, 1), (#""version": "1.9.1","#, 0),
    (#""version": "0.5","#, 1), (#""version": 2.1,"#, 0), (#""version": "new","#, 1),
    (#""version": null,"#, 0), ("", 0), (#""version": [],"#, 1),
  ])
  func `accepts versions 1 and 2, and notes unknown ones`(version: String, notices: Int) throws {
    let map = try WebMap(json: Documents.json("{\(version) \"operationalLayers\": []}"))
    #expect(map.notices.count == notices)
  }

  @Test(arguments: ["3.0", "3", "12.1"])
  func `rejects a newer major version`(version: String) {
    #expect(throws: MapModelError.unsupportedVersion(version)) {
      try WebMap(json: Documents.json(#"{"version": "\#(version)", "operationalLayers": []}"#))
    }
  }

  @Test func `finds the map inside its item`() throws {
    let json = try Documents.json(
      #"{"item": {"id": "abc", "title": "My map"}, "data": {"operationalLayers": []}}"#)
    let map = try WebMap(json: json)
    #expect(map.title == "My map" && map.itemID == "abc")
    #expect(map.notices == [MapNotice(path: "", problem: .wrapped(member: "data"))])
    #expect(map.source == ["operationalLayers": []])
  }

  @Test func `rejects documents that aren't maps`() throws {
    #expect(throws: MapModelError.notAnObject(path: "", found: .array)) {
      try WebMap(json: [])
    }
    #expect(throws: MapModelError.notAWebMap(members: ["type", "features"])) {
      try WebMap(json: ["type": "FeatureCollection", "features": []])
    }
    #expect(throws: MapModelError.serviceError(code: 499, message: "Token Required; x")) {
      try WebMap(
        json: ["error": ["code": 499, "message": "Token Required", "details": ["x", ""]]])
    }
  }

  @Test func `wrong kinds, nulls and missing names are noted, never fatal`() throws {
    let map = try WebMap(
      json: Documents.json(
        """
        {"operationalLayers": [null, 5, {"title": 7, "url": "{{x.url}}", "visibility": "false",
          "popupInfo": null, "layerDefinition": "none", "opacity": "0.25", "layerType": null},
          {"id": "a", "title": " ", "url": "https://h/rest/services/Parks/MapServer/2"},
          {"id": "a", "title": "{{q.name||Ponds}}", "layerType": "KML"}],
         "tables": {}, "bookmarks": "x", "baseMap": [], "spatialReference": 4326,
         "initialState": {"viewpoint": {"targetGeometry": {"xmin": "NaN"}}}, "minScale": "9"}
        """))
    #expect(map.layers.map(\.title) == ["7", "Parks", "Ponds"])
    #expect(map.layers.map(\.id) == ["operationalLayers[2]", "a", "a-2"])
    #expect(map.layers[0].visibility == false && map.layers[0].opacity == 0.25)
    #expect(map.layers[1].kind == .features)
    #expect(map.layers[2].kind == .other("KML"))
    #expect(map.scaleRange.minimum == 9)
    #expect(map.initialViewpoint == nil)
    #expect(
      map.notices.contains { $0.path == "Ponds" && $0.problem == .duplicateID("a", used: "a-2") })
    #expect(map.notices.contains { $0.path == "operationalLayers[2].url" })
    #expect(map.notices.contains { $0.description == "tables: expected an array, found an object" })
  }

  @Test func `groups beyond the limit are omitted and noted`() throws {
    let open = #"{"id": "x", "title": "t", "layerType": "GroupLayer", "layers": ["#
    let text = String(repeating: open, count: 60) + String(repeating: "]}", count: 60)
    let map = try WebMap(json: Documents.json(#"{"operationalLayers": [\#(text)]}"#))
    #expect(
      map.notices.contains {
        if case .tooDeep(let limit) = $0.problem { limit == 32 } else { false }
      })
    #expect(map.allFeatureLayers().isEmpty)
  }
}
