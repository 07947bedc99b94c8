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
  /// A GeoJSON or Esri JSON file whose features make areas.
  case file(String, AreaMargin?)
  /// The features of a layer, of which a filter may take some.
  case layer(String, expression: String?, AreaMargin?)

  /// Reads the text of `--areas`.
  init(parsing text: String, map: WebMap, isFile: (String) throws -> Bool) throws {
    let (margin, rest) = try AreaMargin.split(text) ?? (nil, text)
    if rest == "bookmarks", margin == nil {
      self = .bookmarks
    } else if rest.hasPrefix("grid:"), margin == nil {
      guard let size = GridSize(String(rest.dropFirst(5))) else {
        throw PackagingError.areas(
          text: text, expected: "a size such as grid:2km, grid:500m or grid:8x6")
      }
      self = .grid(size)
    } else if rest.hasSuffix(".csv"), margin == nil, try isFile(rest) {
      self = .table(rest)
    } else if try isFile(rest) {
      self = .file(rest, margin)
    } else if map.allFeatureLayers().contains(where: { $0.title.isSameName(as: rest) }) {
      self = .layer(rest, expression: nil, margin)
    } else if let (layer, expression) = AreaRequest.layerAndExpression(rest, map) {
      self = .layer(layer, expression: expression, margin)
    } else {
      if let path = AreaRequest.missingFile(rest) { throw BytesError.fileNotFound(path: path) }
      throw PackagingError.areas(
        text: text,
        expected:
          "a polygon layer, Layer:FIELD='value', a GeoJSON, Esri JSON or CSV file, bookmarks, "
          + "grid:SIZE, or \(AreaMargin.form)")
    }
  }
}

/// The size of a grid's cells.
enum GridSize: Sendable, Equatable {
  /// The side of a square in meters.
  case meters(Double)
  /// The number of cells over the data.
  case cells(columns: Int, rows: Int)

  /// Reads a distance, or `8x6`.
  init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    if parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]) {
      guard (1...1_000).contains(columns), (1...1_000).contains(rows) else { return nil }
      self = .cells(columns: columns, rows: rows)
    } else if let distance = GroundDistance(text) {
      self = .meters(distance.meters)
    } else {
      return nil
    }
  }
}
