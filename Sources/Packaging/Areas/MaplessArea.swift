import Bytes
package import Geometry
package import MapModel
import OrderedJSON
package import Packages

/// An area that is named without the data of a map.
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
    try await area(text, in: WebMap(json: ["version": "2.0", "operationalLayers": []]))
  }

  /// Whether a text names such an area. Others need a map.
  package static func isArea(_ text: String) -> Bool {
    guard let map = try? WebMap(json: ["version": "2.0", "operationalLayers": []]),
      let margin = try? AreaMargin.split(text)?.rest ?? text
    else { return true }
    do {
      return try AreaRequest(parsing: margin, map: map, isFile: isFile) != .view
    } catch PackagingError.area {
      return false
    } catch {
      return true
    }
  }

  /// Finds an area that a map names, too: a bookmark, the view, or features of a layer.
  ///
  /// - Parameter shapes: reads the shapes of the features of a layer that pass a filter, and their
  ///   coordinate system.
  /// - Throws: `PackagingError.area` for other texts.
  package static func area(
    _ text: String, in map: WebMap,
    shapes: (_ layer: String, _ filter: String) async throws -> ([Geometry], SpatialReference) = {
      _, _ in ([], SpatialReference(epsg: 4326))
    }
  ) async throws -> AreaOfInterest? {
    let margin = try AreaMargin.split(text)
    let rest = margin?.rest ?? text
    let request = try AreaRequest(parsing: rest, map: map, isFile: isFile)
    if case .feature(let layer, let filter) = request {
      let (found, reference) = try await shapes(layer, filter)
      guard found.contains(where: { !$0.isEmpty }) else {
        throw PackagingError.area(
          text: rest, expected: "a feature of \(layer) with \(filter), but there is none")
      }
      return try AreaShapes(shapes: found, spatialReference: reference)
        .area(within: margin?.margin, text: rest)
    }
    return try await AreaOfInterest.resolve(
      request, within: margin?.margin, text: rest, map: map, tables: [], now: 0)
  }

  private static func isFile(_ path: String) throws(BytesError) -> Bool {
    try PathKind(of: path) != nil
  }
}
