import Geometry
import OrderedJSON

/// Reads the geometries of a source in its dialect.
enum GeometryTextReader: Sendable {
  case geoJSON(GeoJSONGeometryReader)
  case esri(EsriGeometryReader)

  init(_ dialect: JSONDialect, _ declaration: SourceDeclaration, quantization: EsriQuantization?) {
    switch dialect {
    case .geoJSON: self = .geoJSON(GeoJSONGeometryReader())
    case .esri:
      self = .esri(
        EsriGeometryReader(
          hasZ: declaration.hasZ, hasM: declaration.hasM, quantization: quantization))
    }
  }

  /// Reads the geometry or null at the scanner's position. Returns `false` for null.
  mutating func read(
    _ bytes: Span<UInt8>, scanner: inout JSONScanner, into geometry: inout Geometry
  ) throws(GeometryError) -> Bool {
    switch self {
    case .geoJSON(var reader):
      let found = try reader.read(bytes, scanner: &scanner, into: &geometry)
      self = .geoJSON(reader)
      return found
    case .esri(var reader):
      let found = try reader.read(bytes, scanner: &scanner, into: &geometry)
      self = .esri(reader)
      return found
    }
  }

  /// Returns a text about repairs since the last call, or `nil` if there were none.
  mutating func takeRepairs() -> String? {
    switch self {
    case .geoJSON(let reader):
      guard !reader.repairs.isEmpty else { return nil }
      defer { self = .geoJSON(GeoJSONGeometryReader()) }
      return reader.repairs.words
    case .esri(var reader):
      guard !reader.repairs.isEmpty else { return nil }
      let words = reader.repairs.words
      reader.repairs = GeometryRepairs()
      self = .esri(reader)
      return words
    }
  }
}

extension GeometryRepairs {
  /// A text with each repair and its count.
  fileprivate var words: String {
    [
      (droppedRings, "rings with fewer than four vertices dropped"),
      (closedRings, "open rings closed"),
      (holesMadeShells, "holes outside any shell changed to shells"),
      (shellsMadeHoles, "shells inside shells changed to holes"),
      (missingHeights, "missing heights set to 0"),
      (declaredHeightsAbsent, "declared heights missing"),
    ].filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }.joined(separator: ", ")
  }
}
