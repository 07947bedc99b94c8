/// The kind of an operational layer, from its `layerType`.
package enum LayerKind: Sendable, Equatable {
  /// Features from a feature service, a layer of a map service, or a feature collection.
  case features
  /// Texts of a feature service. Each row is a text with its shape.
  case annotation
  /// A table, without geometry.
  case table
  /// A map service drawn by the server. Its `layers` may describe features.
  case mapService
  /// A group of layers.
  case group
  /// Layers that show one table, split by subtype.
  case subtypeGroup
  /// Features from a CSV file at a URL.
  case csv
  /// Features from a GeoJSON file at a URL.
  case geoJSON
  /// Images or tiles, without rows.
  case tiles
  /// Anything else, such as `KML`, `WFS`, `WMS` or `Stream`.
  case other(String)

  /// Whether it has its own rows.
  package var hasRows: Bool {
    switch self {
    case .features, .annotation, .table, .subtypeGroup, .csv, .geoJSON: true
    case .mapService, .group, .tiles, .other: false
    }
  }

  /// The kind for a `layerType`.
  init(layerType: String) {
    switch layerType {
    case "ArcGISFeatureLayer": self = .features
    case "ArcGISAnnotationLayer": self = .annotation
    case "ArcGISMapServiceLayer": self = .mapService
    case "GroupLayer": self = .group
    case "SubtypeGroupLayer": self = .subtypeGroup
    case "CSV": self = .csv
    case "GeoJSON": self = .geoJSON
    case "ArcGISTiledMapServiceLayer", "VectorTileLayer", "ArcGISImageServiceLayer",
      "ArcGISImageServiceVectorLayer", "ArcGISTiledImageServiceLayer", "WebTiledLayer",
      "OpenStreetMap":
      self = .tiles
    default: self = layerType.hasPrefix("BingMaps") ? .tiles : .other(layerType)
    }
  }
}
