import Bytes
import FoundationEssentials
package import Geometry
import MapModel
import OrderedJSON
package import Packages

/// An area that is named without a map.
package enum MaplessArea {
  /// Finds a box, a GeoJSON file or some of its features, or what is within a distance of these.
  ///
  /// - Returns: the area in meters of Web Mercator, up to the latitude where its world ends.
  /// - Throws: `PackagingError.area` for other texts.
  package static func webMercator(_ text: String) async throws -> PreparedPolygon {
    guard let area = try await area(text) else { return PreparedPolygon(.empty) }
    return try area.webMercator()
  }

  /// Finds a box, a GeoJSON file or some of its features, or what is within a distance of these.
  ///
  /// - Throws: `PackagingError.area` for other texts.
  package static func area(_ text: String) async throws -> AreaOfInterest? {
    let map = try WebMap(json: ["version": "2.0", "operationalLayers": []])
    let margin = try AreaMargin.split(text)
    let rest = margin?.rest ?? text
    let request = try AreaRequest(parsing: rest, map: map) {
      FileManager.default.fileExists(atPath: $0)
    }
    return try await AreaOfInterest.resolve(
      request, within: margin?.margin, text: rest, map: map, tables: [], now: 0)
  }
}
