import Foundation
import TestSupport
import Testing

/// The downloads of layers with all kinds of shapes.
@Suite(.needs(.python3), .needs(.fieldpack), .needs(.chromium, .python("playwright")))
struct DownloadedShapesTests {
  private static let service = "https://services.example.com/arcgis/rest/services"

  /// A layer's title, and the coordinates of its records as GeoJSON.
  private static let layers: [(title: String, shapes: [String])] = [
    (
      "Points", [#""Point","coordinates":[7,45]"#, #""Point","coordinates":[-0.00000004,1e-7]"#]
    ),
    ("Heights", [#""Point","coordinates":[7,45,250.5]"#, #""Point","coordinates":[8,46]"#]),
    ("Spots", [#""MultiPoint","coordinates":[[7,45],[7.5,45.123456789]]"#]),
    (
      "Lines",
      [
        #""LineString","coordinates":[[7,45],[7.33333333,45.1]]"#,
        #""MultiLineString","coordinates":[[[7,45,1],[8,46,2]],[[9,47,3],[9.1,47,4]]]"#,
      ]
    ),
    (
      "Areas",
      [
        #""Polygon","coordinates":[[[7,45],[8,45],[8,46],[7,45]],"#
          + #"[[7.5,45.2],[7.6,45.3],[7.6,45.2],[7.5,45.2]]]"#,
        #""MultiPolygon","coordinates":[[[[7,45],[8,45],[8,46],[7,45]]],"#
          + #"[[[9,45],[9.5,45],[9.5,46],[9,45]]]]"#,
      ]
    ),
  ]

  private static let report = Task {
    let folder = try TemporaryFolder()
    let operational = layers.indices.map { number in
      #"{"id": "\#(number)", "title": "\#(layers[number].title)", "#
        + #""layerType": "ArcGISFeatureLayer", "url": "\#(service)/City/FeatureServer/\#(number)"}"#
    }
    try folder.write(
      #"{"version": "2.31", "operationalLayers": [\#(operational.joined(separator: ","))]}"#,
      to: "map.json")
    for layer in layers {
      // The last record has no shape.
      let shapes = layer.shapes.map { #"{"type":\#($0)}"# } + ["null"]
      let features = shapes.enumerated().map { number, shape in
        #"{"type":"Feature","properties":{"fid":\#(number),"Text":"\#(number) é"},"#
          + #""geometry":\#(shape)}"#
      }
      try folder.write(
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
        to: "data/\(layer.title).geojson")
    }
    try await Acceptance.site(
      [folder.path("map.json"), "--data", folder.path("data")], to: folder.path("site"))
    return try await SiteReport(of: folder.path("site"), only: ["downloads"])
  }

  @Test func `all files of a layer have the same shapes, made in the browser or not`()
    async throws
  {
    try await Self.report.value.expectNothing(of: "downloads")
  }
}
