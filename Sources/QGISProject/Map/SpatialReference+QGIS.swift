import Geometry
import Markup

extension SpatialReference {
  /// The element that names it. QGIS uses the authority's code only if there is also a positive
  /// srsid.
  var qgisNode: XMLNode {
    var parts: [XMLNode] = []
    let definition = wkt1()
    if definition != "undefined" { parts.append(XMLNode("wkt", text: definition)) }
    if let wkid {
      parts.append(XMLNode("srsid", text: String(wkid)))
      parts.append(XMLNode("srid", text: String(wkid)))
      parts.append(XMLNode("authid", text: "\(organization):\(wkid)"))
    }
    parts.append(XMLNode("description", text: name))
    parts.append(XMLNode("geographicflag", text: isGeographic ? "true" : "false"))
    return XMLNode("spatialrefsys", ["nativeFormat": "Wkt"], parts)
  }
}
