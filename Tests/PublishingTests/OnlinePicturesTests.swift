import Foundation
import OrderedJSON
import Packages
import Packaging
import Publishing
import TestSupport
import Testing

/// Pictures on the web, in a site that loads nothing from the web.
@Suite struct OnlinePicturesTests {
  private static func site() async throws -> (files: [String: Data], report: SiteReport) {
    let folder = try TemporaryFolder()
    func layer(_ id: String, description: String) -> JSON {
      [
        "id": .string(id), "title": .string(id), "layerType": "ArcGISFeatureLayer",
        "url": .string("https://services.example.com/arcgis/rest/services/C/FeatureServer/\(id)"),
        "popupInfo": [
          "title": "{Name}", "description": .string(description),
          "mediaInfos": [
            [
              "type": "image", "title": "Front", "caption": "Seen from the street",
              "value": ["sourceURL": "{Photo}", "linkURL": "https://e.org/about"],
            ]
          ],
        ],
      ]
    }
    let map: JSON = [
      "version": "2.31",
      "operationalLayers": [
        layer(
          "web",
          description: "<p>{Name}: <img src='{Photo}'></p><a href='{Photo}'><img src='{Photo}'></a>"
        ),
        layer("own", description: "{Name}"),
      ],
    ]
    try folder.write(JSONWriter.write(map), to: "map.json")
    for (id, photo) in [
      ("web", "https://e.org/photos/oak%20tree.jpg"), ("own", "data:image/png;base64,iVBORw0KGgo="),
    ] {
      let data: JSON = [
        "type": "FeatureCollection",
        "features": [
          [
            "type": "Feature", "geometry": ["type": "Point", "coordinates": [1, 1]],
            "properties": ["Name": "Oak", "Photo": .string(photo)],
          ]
        ],
      ]
      try folder.write(JSONWriter.write(data), to: "data/\(id).geojson")
    }
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: DemoSiteTests.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    let report = try await DemoSiteTests.render(folder, "site")
    return (try DemoSiteTests.files(folder, "site"), report)
  }

  @Test func `pages link to online pictures and report them once per layer`() async throws {
    let (files, report) = try await Self.site()
    func list(_ layer: String) -> String {
      String(decoding: files["list/\(layer)-0001.html"] ?? Data(), as: UTF8.self)
    }
    let page = list("web")
    let address = "https://e.org/photos/oak%20tree.jpg"
    #expect(!page.contains("<img"))
    #expect(
      page.contains(
        "<p>Oak: <a href=\"\(address)\" target=\"_blank\" rel=\"noopener noreferrer\">"
          + "oak tree.jpg</a></p>"))
    #expect(
      page.contains(
        "<p class=\"online\"><a href=\"\(address)\" rel=\"noreferrer\">Seen from the street</a> · "
          + "<a href=\"https://e.org/about\" rel=\"noreferrer\">Open link</a></p>"))
    #expect(page.contains("<figcaption><strong>Front</strong></figcaption>"))
    #expect(list("own").contains("<img src=\"data:image/png;base64,iVBORw0KGgo=\""))
    let findings = report.findings.filter { $0.id == .popupMediaOnline }
    #expect(findings.map(\.subject) == ["web"])
    #expect(findings.first?.count == 3)
    let about = String(decoding: files["about.html"] ?? Data(), as: UTF8.self)
    #expect(about.contains("3 pictures or recordings from the web can't be shown offline"))
  }
}
