import MapModel
import Services
import Testing

/// How people name what to fetch.
@Suite struct FetchSourceTests {
  static let id = "2c1f3d0a4b5e6f708192a3b4c5d6e7f8"

  static let items: [(String, String?, portal: String)] = [
    (id, nil, "https://www.arcgis.com/"),
    (id.uppercased(), "https://gis.example.gov/portal/", "https://gis.example.gov/portal"),
    (
      "https://city.maps.arcgis.com/apps/mapviewer/index.html?webmap=\(id)", nil,
      "https://city.maps.arcgis.com/"
    ),
    (
      "https://gis.example.gov/portal/home/item.html?id=\(id)#overview", nil,
      "https://gis.example.gov/portal"
    ),
    ("https://www.arcgis.com/home/webmap/viewer.html?webmap=\(id)", nil, "https://www.arcgis.com/"),
    (
      "https://www.arcgis.com/sharing/rest/content/items/\(id)/data?f=json", nil,
      "https://www.arcgis.com/"
    ),
  ]

  @Test(arguments: items)
  func `an item is named by its ID or a page`(
    text: String, portal: String?, expected: String
  ) throws {
    guard case .item(let item, let found) = try FetchSource(text, portal: portal) else {
      Issue.record("not an item")
      return
    }
    #expect(item == Self.id)
    #expect(found.server + (found.path) == expected)
  }

  @Test(arguments: ["", "?token=secret", "/0", "/0/query?where=1=1"])
  func `a service is named by its address`(rest: String) throws {
    let root = "https://gis.example.gov/rest/services/Trees/FeatureServer"
    guard !rest.contains("query") else {
      #expect(throws: ServicesError.self) { try FetchSource(root + rest, portal: nil) }
      return
    }
    guard case .service(let service) = try FetchSource(root + rest, portal: nil) else {
      Issue.record("not a service")
      return
    }
    #expect(service.root == root)
    #expect(!service.description.contains("secret"))
  }

  @Test(arguments: [
    "", "trees", "map.json", "https://", "ftp://a/FeatureServer", "https://a b/FeatureServer",
    "https://user:word@gis.example.gov/FeatureServer", "https://gis.example.gov/page?id=12",
    "https://gis.example.gov:99999/FeatureServer/0", "file:///etc/passwd",
    "https://a\\b/FeatureServer", "https://a/FeatureServer\"\nurl = \"b",
  ])
  func `nothing else is a source`(text: String) {
    #expect(throws: ServicesError.sourceUnknown(text)) { try FetchSource(text, portal: nil) }
  }
}
