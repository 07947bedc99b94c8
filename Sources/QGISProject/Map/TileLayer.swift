import Geometry
import MapModel
import Markup

/// Tiles of a base map, below or above all other layers.
struct TileLayer {
  let node: XMLNode

  /// Its ID in the project.
  static func id(of file: BaseMapFile) -> String {
    file.isReference ? "fieldpack_basemap_reference" : "fieldpack_basemap"
  }

  init(_ file: BaseMapFile) {
    var node = XMLNode("maplayer", ["type": "raster", "hasScaleBasedVisibilityFlag": "0"])
    node.append(XMLNode("id", text: Self.id(of: file)))
    node.append(XMLNode("datasource", text: Self.datasource(of: file)))
    node.append(XMLNode("layername", text: file.title))
    node.append(XMLNode("srs", [:], [SpatialReference.webMercator.qgisNode]))
    if let attribution = file.attribution {
      node.append(XMLNode("attribution", text: attribution))
      node.append(
        XMLNode(
          "resourceMetadata", [:],
          [XMLNode("title", text: file.title), XMLNode("rights", text: attribution)]))
    }
    node.append(
      QGISOption.map([
        ("QFieldSync/action", .string("copy")), ("QFieldSync/cloud_action", .string("copy")),
      ]).customProperties)
    // The provider wms draws tiles more sharply, but fewer programs have it for files.
    node.append(XMLNode("provider", text: "gdal"))
    self.node = node
  }

  /// Localized files are looked for in the folders for data that projects share: `basemaps` of
  /// QField, and those in the options of QGIS.
  private static func datasource(of file: BaseMapFile) -> String {
    file.isOnDevices ? "localized:\(file.name)" : "./\(file.name)"
  }
}
