/// The six kinds of simple feature geometry, with their WKB codes (OGC 06-103r4 §8.2.3).
///
/// Curves, surfaces and collections are not kinds of ArcGIS feature layers. Readers reject them
/// with their name.
package enum GeometryKind: UInt8, Sendable, CaseIterable {
  /// One position, or an empty point.
  case point = 1
  /// One line.
  case lineString = 2
  /// One shell with its holes.
  case polygon = 3
  /// Any number of positions.
  case multiPoint = 4
  /// Any number of lines.
  case multiLineString = 5
  /// Any number of polygons.
  case multiPolygon = 6

  /// The name in GeoJSON (RFC 7946 §1.4).
  package var geoJSONName: String {
    switch self {
    case .point: "Point"
    case .lineString: "LineString"
    case .polygon: "Polygon"
    case .multiPoint: "MultiPoint"
    case .multiLineString: "MultiLineString"
    case .multiPolygon: "MultiPolygon"
    }
  }

  /// The name in `gpkg_geometry_columns` and WKT (GeoPackage 1.3 annex G).
  package var geoPackageName: String {
    switch self {
    case .point: "POINT"
    case .lineString: "LINESTRING"
    case .polygon: "POLYGON"
    case .multiPoint: "MULTIPOINT"
    case .multiLineString: "MULTILINESTRING"
    case .multiPolygon: "MULTIPOLYGON"
    }
  }

  /// The kind of a layer that contains both this kind and its single or multiple counterpart.
  package var multiple: GeometryKind {
    switch self {
    case .point, .multiPoint: .multiPoint
    case .lineString, .multiLineString: .multiLineString
    case .polygon, .multiPolygon: .multiPolygon
    }
  }

  /// The kind with a GeoJSON `type`, with exact spelling.
  package init?(geoJSONName: String) {
    guard let kind = GeometryKind.allCases.first(where: { $0.geoJSONName == geoJSONName }) else {
      return nil
    }
    self = kind
  }

  /// The kind with a name from `gpkg_geometry_columns.geometry_type_name`, ignoring case.
  package init?(geoPackageName: String) {
    let upper = geoPackageName.uppercased()
    guard let kind = GeometryKind.allCases.first(where: { $0.geoPackageName == upper }) else {
      return nil
    }
    self = kind
  }
}
