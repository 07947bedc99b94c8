/// What an operational layer is made of, from its `layerType`.
package enum LayerKind: Sendable, Equatable {
  /// Features of a feature service, a map service's layer or a feature collection.
  case features
  /// Texts of a feature service, each a row with its place.
  case annotation
  /// A table, without shapes.
  case table
  /// A map service drawn by the server; its `layers` may describe features.
  case mapService
  /// Layers in a group.
  case group
  /// Layers over one table, split by subtype.
  case subtypeGroup
  /// Features from a CSV file at a URL.
  case csv
  /// Features from a GeoJSON file at a URL.
  case geoJSON
  /// Pictures or tiles: nothing with rows.
  case tiles
  /// Anything else, such as `KML`, `WFS`, `WMS` or `Stream`.
  case other(String)

  /// Whether it has rows of its own.
  package var hasRows: Bool {
    switch self {
    case .features, .annotation, .table, .subtypeGroup, .csv, .geoJSON: true
    case .mapService, .group, .tiles, .other: false
    }
  }

  /// The kind a `layerType` names.
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
