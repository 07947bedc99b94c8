/// The `geometryType` of a layer or feature set in ArcGIS REST.
package enum EsriGeometryType: String, Sendable, CaseIterable {
  /// One position a feature.
  case point = "esriGeometryPoint"
  /// Many positions a feature.
  case multipoint = "esriGeometryMultipoint"
  /// One or more paths a feature.
  case polyline = "esriGeometryPolyline"
  /// Rings; clockwise ones are shells.
  case polygon = "esriGeometryPolygon"
  /// A box, in queries rather than layers; read as a polygon.
  case envelope = "esriGeometryEnvelope"

  /// The type by its name; `esriGeometryMultiPoint` occurs in the wild, so letter case is ignored.
  package init?(name: String) {
    let lower = name.lowercased()
    guard let type = EsriGeometryType.allCases.first(where: { $0.rawValue.lowercased() == lower })
    else { return nil }
    self = type
  }

  /// The kind of a GeoPackage column that holds every geometry of such a layer.
  ///
  /// An Esri polyline or polygon may have many parts, so these become the multiple kinds.
  package var kind: GeometryKind {
    switch self {
    case .point: .point
    case .multipoint: .multiPoint
    case .polyline: .multiLineString
    case .polygon, .envelope: .multiPolygon
    }
  }

  /// The layer type that can hold features of this kind.
  package init(kind: GeometryKind) {
    switch kind {
    case .point: self = .point
    case .multiPoint: self = .multipoint
    case .lineString, .multiLineString: self = .polyline
    case .polygon, .multiPolygon: self = .polygon
    }
  }
}
