import Foundation
import OrderedJSON
import Packaging
import Publishing
import TestSupport
import Testing

/// Values that would break a page if they were not escaped.
@Suite struct HostileValuesTests {
  private static let values = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'-alert(1)-'",
    "{{site.title}} {{{html}}} {$feature.A}", "javascript:alert(1)", "\u{202E}txt.exe",
    "\u{2028}\u{2029}", String(repeating: "long ", count: 2_048), "<!-- <![CDATA[", "\u{0}a\u{7}",
    "a\r\nb\tc", "=HYPERLINK(\"http://example.com\")", "\\u003cscript\\u003e", "",
  ]

  private static func site() async throws -> (folder: TemporaryFolder, files: [String: Data]) {
    let folder = try TemporaryFolder()
    let popup: JSON = [
      "title": "{A}", "description": "<p title='{A}'>{A} <a href='{A}'>x</a></p>",
      "fieldInfos": [["fieldName": "A", "label": "<b>A</b>", "visible": true]],
    ]
    let map: JSON = [
      "version": "2.31",
      "operationalLayers": [
        [
          "id": "l0", "title": "</title><script>alert(2)</script>",
          "layerType": "ArcGISFeatureLayer", "popupInfo": popup,
          "url": "https://services.example.com/arcgis/rest/services/C/FeatureServer/0",
        ]
      ],
    ]
    try folder.write(String(decoding: JSONWriter.write(map), as: UTF8.self), to: "map.json")
    let features: [JSON] = values.enumerated().map { index, value in
      [
        "type": "Feature", "properties": ["A": .string(value)],
        "geometry": [
          "type": "Point", "coordinates": [.number(Double(index) / 100), .number(1)],
        ],
      ]
    }
    let data: JSON = ["type": "FeatureCollection", "features": .array(features)]
    try folder.write(
      String(decoding: JSONWriter.write(data), as: UTF8.self), to: "data/things.geojson")
    try folder.write(
      "{\"layers\":{\"l0\":{\"source\":\"things.geojson\"}}}", to: "data/bindings.json")
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: DemoSiteTests.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    _ = try await DemoSiteTests.render(folder, "site")
    return (folder, try DemoSiteTests.files(folder, "site"))
  }

  @Test func `no value escapes its context in a page or script`() async throws {
    let (_, files) = try await Self.site()
    #expect(files.count > 20)
    for (path, data) in files where !path.hasPrefix("assets/") {
      let text = String(decoding: data, as: UTF8.self)
      if path.hasSuffix(".js") {
        #expect(!text.contains("<") && !text.contains("\u{2028}"), "\(path)")
        _ = try DemoSiteTests.object(data)
      }
      guard path.hasSuffix(".html") else { continue }
      let scripts = text.components(separatedBy: "<script").dropFirst()
      #expect(scripts.allSatisfy { $0.hasPrefix(" defer src=\"") }, "\(path)")
      #expect(!text.contains("<img src=x") && !text.contains("href=\"javascript:"), "\(path)")
      #expect(!text.contains("\u{0}"), "\(path)")
    }
  }
}
