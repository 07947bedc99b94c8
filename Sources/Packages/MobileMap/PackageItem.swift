import Bytes
import FeatureData
package import Geometry
import Markup
import OrderedJSON

/// The portal item of a mobile map package: `package.info` and the files under `esriinfo`.
package struct PackageItem: Sendable {
  /// 32 hexadecimal digits.
  var id: String
  var title: String
  var summary: String
  var tags: [String]
  var credits: String
  /// In WGS 84; empty if the package has no geometry.
  var extent: Envelope
  /// Milliseconds since 1970 UTC.
  var created: Int64
  var minimumScale: Double
  var maximumScale: Double
  /// The name of the mobile map's spatial reference; nil for a package without a mobile map.
  var mapReference: String?

  /// Describes a package.
  package init(
    id: String, title: String, summary: String, tags: [String], credits: String, extent: Envelope,
    created: Int64, minimumScale: Double, maximumScale: Double, mapReference: String?
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.tags = tags
    self.credits = credits
    self.extent = extent
    self.created = created
    self.minimumScale = minimumScale
    self.maximumScale = maximumScale
    self.mapReference = mapReference
  }

  private static let keywords = [
    "Mobile Map Package", "Map", "2D", "ArcGIS Runtime", "Mobile", "mmpk", "Fieldpack",
  ]

  /// `package.info` version 3.2, which offline map tasks write. Without a `.mmap` the list of maps
  /// is empty.
  private func info() -> [UInt8] {
    var members = JSONObject()
    members.append("created", .number(Int(created)))
    members.append("description", .string(summary))
    members.append("extent", extentJSON)
    members.append("guid", .string(id))
    members.append("maps", mapReference == nil ? [] : [.string(MobileMapDocument.name)])
    members.append("maxScale", .number(maximumScale))
    members.append("minScale", .number(minimumScale))
    members.append("modified", .number(Int(created)))
    members.append("name", .string(mapReference == nil ? title : MobileMapDocument.name))
    members.append("snippet", .string(summary))
    if let mapReference { members.append("spatialReference", .string(mapReference)) }
    members.append("tags", .array(tags.map { .string($0) }))
    members.append("title", .string(title))
    members.append("type", "Mobile Map Package")
    members.append("typeKeywords", .array(Self.keywords.map { .string($0) }))
    members.append("accessInformation", .string(credits))
    members.append("version", "3.2")
    return JSONWriter.write(.object(members), style: .compact)
  }

  /// The item of the map in a mobile map document.
  ///
  /// - Parameter original: the portal item that the map came from.
  func mobileMap(of original: String?) -> JSON {
    let own = SHA256.hex(SHA256.of(Array("\(id) map".utf8).span)).prefix(32)
    var members = JSONObject()
    members.append("created", .number(Int(created)))
    members.append("extent", extentJSON)
    members.append("guid", .string(String(own)))
    members.append("id", .string(String(own)))
    members.append("modified", .number(Int(created)))
    members.append("name", .string(MobileMapDocument.name))
    if let original { members.append("originalPortalItemId", .string(original)) }
    members.append("snippet", .string(summary))
    members.append("spatialReference", .string(mapReference ?? ""))
    members.append("tags", .array(tags.map { .string($0) }))
    members.append("title", .string(title))
    members.append("type", "Mobile Map")
    members.append(
      "typeKeywords", ["Map", "Mobile Map", "2D", "ArcGIS Runtime", "Mobile", "Offline"])
    return .object(members)
  }

  /// `[[minX, minY], [maxX, maxY]]` in degrees, whatever the layers' spatial references are.
  private var extentJSON: JSON {
    guard !extent.isEmpty else { return .array([]) }
    return .array([
      .array([.number(extent.minX), .number(extent.minY)]),
      .array([.number(extent.maxX), .number(extent.maxY)]),
    ])
  }

  /// The files of the item with their paths, in package order, without the picture.
  package func files() -> [PackageFile] {
    [
      PackageFile(path: "package.info", content: info()),
      PackageFile(path: "esriinfo/item.pkinfo", content: packageInfo()),
      PackageFile(path: "esriinfo/iteminfo.xml", content: itemInfo()),
    ]
  }

  /// `esriinfo/item.pkinfo`, as ArcGIS Pro writes it.
  private func packageInfo() -> [UInt8] {
    let guid = GlobalID(id)?.text.filter { $0 != "{" && $0 != "}" } ?? id
    return XMLNode(
      "pkinfo", ["Culture": "en-US"],
      [
        XMLNode("ID", text: guid), XMLNode("name", text: title),
        XMLNode("version", text: "11.2"), XMLNode("size", text: "-1"), XMLNode("created"),
        XMLNode("type", text: "Mobile Map Package"), XMLNode("servable", text: "false"),
        XMLNode("packagelocation"), XMLNode("pkinfolocation"),
      ]
    ).document()
  }

  /// `esriinfo/iteminfo.xml`.
  private func itemInfo() -> [UInt8] {
    var parts = [
      XMLNode("name", text: title), XMLNode("guid", text: id), XMLNode("version", text: "3.2"),
      XMLNode("type", text: "Mobile Map Package"),
      XMLNode("typekeywords", [:], Self.keywords.map { XMLNode("typekeyword", text: $0) }),
      XMLNode("title", text: title), XMLNode("snippet", text: summary),
      XMLNode("description", text: summary), XMLNode("summary", text: summary),
      XMLNode("tags", [:], tags.map { XMLNode("tag", text: $0) }),
      XMLNode("thumbnail", text: "thumbnail/thumbnail.png"),
      XMLNode("accessinformation", text: credits),
    ]
    if let mapReference { parts.append(XMLNode("spatialreference", text: mapReference)) }
    if !extent.isEmpty {
      let sides = [
        ("xmin", extent.minX), ("ymin", extent.minY), ("xmax", extent.maxX), ("ymax", extent.maxY),
      ]
      parts.append(XMLNode("extent", [:], sides.map { XMLNode($0.0, text: "\($0.1)") }))
    }
    parts.append(XMLNode("minScale", text: "\(minimumScale)"))
    parts.append(XMLNode("maxScale", text: "\(maximumScale)"))
    return XMLNode("ESRI_ItemInformation", ["Culture": "en-US"], parts).document()
  }
}
