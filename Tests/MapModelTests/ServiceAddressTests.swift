import MapModel
import Testing

@Suite struct ServiceAddressTests {
  @Test(
    arguments: [
      ("https://h/arcgis/rest/services/Trees/FeatureServer/0", 0, "Trees"),
      ("http://H/arcgis/rest/services/Trees/featureserver/0/", 0, "Trees"),
      ("//h/arcgis/rest/services/Trees/FeatureServer?token=a/b#x", nil, "Trees"),
      ("https://h/arcgis/rest/services/Folder/Trees/MapServer/12?f=json", 12, "Trees"),
      ("https://h/FeatureServer/rest/services/Trees/FeatureServer/3", 3, "Trees"),
    ] as [(String, Int?, String)])
  func `splits the URL of a service or layer`(url: String, id: Int?, name: String) throws {
    let address = try #require(ServiceAddress(parsing: url))
    #expect(address.layerID == id)
    #expect(address.serviceName == name)
  }

  @Test(arguments: [
    "", "https://h/x.csv", "{{a.layer0.url}}", "https://h/rest/services/T/FeatureServer/x",
    "https://h/rest/services/T/FeatureServer/-1", "https://h/rest/services/T/FeatureServer/0/1",
    "https://h/rest/services/T/ImageServer", "FeatureServer/0",
    "https://h/rest/services/T/FeatureServer/99999999999999999999",
  ])
  func `other texts are not service addresses`(url: String) {
    #expect(ServiceAddress(parsing: url) == nil)
  }

  @Test func `scheme, case and query do not distinguish services`() throws {
    let one = try #require(ServiceAddress(parsing: "https://h/A/FeatureServer/1?x"))
    let other = try #require(ServiceAddress(parsing: "http://H/a/featureServer/1/"))
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(one.isSameService(as: other.layer(2)) && one != other.layer(2))
    #expect(one.layer(2).description == "https://h/A/FeatureServer/2")
    #expect(one.layer(nil).description == "https://h/A/FeatureServer")
    let map = try #require(ServiceAddress(parsing: "https://h/A/MapServer/1"))
    #expect(!one.isSameService(as: map))
  }
}
