import Bytes
import MapModel
import Packages

/// Where many areas come from, as given on the command line.
enum AreasRequest: Sendable, Equatable {
  /// The map's bookmarks.
  case bookmarks
  /// Squares over the data.
  case grid(GridSize)
  /// A CSV file with names, areas and filters.
  case table(String)
  /// A GeoJSON file with polygons.
  case polygonFile(String)
  /// The polygons of a layer, of which a filter may take some.
  case layer(String, expression: String?)

  /// Reads the text of `--areas`.
  init(parsing text: String, map: WebMap, isFile: (String) -> Bool) throws {
    if text == "bookmarks" {
      self = .bookmarks
    } else if text.hasPrefix("grid:") {
      guard let size = GridSize(String(text.dropFirst(5))) else {
        throw PackagingError.areas(
          text: text, expected: "a size such as grid:2km, grid:500m or grid:8x6")
      }
      self = .grid(size)
    } else if isFile(text) {
      self = text.hasSuffix(".csv") ? .table(text) : .polygonFile(text)
    } else if map.allFeatureLayers().contains(where: { $0.title.isSameName(as: text) }) {
      self = .layer(text, expression: nil)
    } else if let (layer, expression) = AreaRequest.layerAndExpression(text, map) {
      self = .layer(layer, expression: expression)
    } else {
      throw PackagingError.areas(
        text: text,
        expected: "a polygon layer, Layer:FIELD='value', a GeoJSON or CSV file, bookmarks or "
          + "grid:SIZE")
    }
  }
}

/// The size of a grid's cells.
enum GridSize: Sendable, Equatable {
  /// The side of a square in meters.
  case meters(Double)
  /// The number of cells over the data.
  case cells(columns: Int, rows: Int)

  /// Reads `2km`, `500m` or `8x6`.
  init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    if parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]) {
      guard (1...1_000).contains(columns), (1...1_000).contains(rows) else { return nil }
      self = .cells(columns: columns, rows: rows)
    } else if text.hasSuffix("km"), let length = Double(text.dropLast(2)) {
      self.init(meters: length * 1_000)
    } else if text.hasSuffix("m"), let length = Double(text.dropLast()) {
      self.init(meters: length)
    } else {
      return nil
    }
  }

  private init?(meters: Double) {
    guard meters.isFinite, meters > 0 else { return nil }
    self = .meters(meters)
  }
}
