/// The `geometryType` of a layer or feature set in ArcGIS REST.
package enum EsriGeometryType: String, Sendable, CaseIterable {
  /// One position for each feature.
  case point = "esriGeometryPoint"
  /// Any number of positions for each feature.
  case multipoint = "esriGeometryMultipoint"
  /// One or more paths for each feature.
  case polyline = "esriGeometryPolyline"
  /// Rings. Clockwise rings are shells.
  case polygon = "esriGeometryPolygon"
  /// A box. It occurs in queries, not in layers, and is read as a polygon.
  case envelope = "esriGeometryEnvelope"

  /// The type with this name, ignoring case because `esriGeometryMultiPoint` occurs in real data.
  package init?(name: String) {
    let lower = name.lowercased()
    guard let type = EsriGeometryType.allCases.first(where: { $0.rawValue.lowercased() == lower })
    else { return nil }
    self = type
  }

  /// The kind of a GeoPackage column for every geometry of such a layer.
  ///
  /// An Esri polyline or polygon may have many parts, so these become multiple kinds.
  package var kind: GeometryKind {
    switch self {
    case .point: .point
    case .multipoint: .multiPoint
    case .polyline: .multiLineString
    case .polygon, .envelope: .multiPolygon
    }
  }

  /// The layer type for features of this kind.
  package init(kind: GeometryKind) {
    switch kind {
    case .point: self = .point
    case .multiPoint: self = .multipoint
    case .lineString, .multiLineString: self = .polyline
    case .polygon, .multiPolygon: self = .polygon
    }
  }
}
