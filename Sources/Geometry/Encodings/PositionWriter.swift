/// Writes positions and nested arrays of positions as JSON.
struct PositionWriter {
  /// How a missing height or measure is written.
  enum Dialect {
    /// RFC 7946: no measures. A height that is not a number is omitted.
    case geoJSON
    /// ArcGIS REST: heights and measures. A missing one is `null`.
    case esri
  }

  let dialect: Dialect
  /// The number of decimals to round to. Nil writes every digit that is needed to read the same
  /// double.
  let decimals: Int?

  func append(_ value: Double, to output: inout [UInt8]) {
    if let decimals, value.isFinite {
      CoordinateText.append(value, decimals: decimals, to: &output)
    } else {
      CoordinateText.append(value, to: &output)
    }
  }

  func appendPosition(_ vertex: Int, of geometry: Geometry, to output: inout [UInt8]) {
    let start = vertex * geometry.stride
    output.append(UInt8(ascii: "["))
    append(geometry.coordinates[start], to: &output)
    output.append(UInt8(ascii: ","))
    append(geometry.coordinates[start + 1], to: &output)
    for index in start + 2..<start + geometry.stride {
      let value = geometry.coordinates[index]
      if dialect == .geoJSON {
        if index > start + 2 || !geometry.hasZ || !value.isFinite { break }
      }
      output.append(UInt8(ascii: ","))
      append(value, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  func appendPositions(
    _ vertices: Range<Int>, reversed: Bool = false, of geometry: Geometry,
    to output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "["))
    for index in vertices {
      if index > vertices.lowerBound { output.append(UInt8(ascii: ",")) }
      let vertex = reversed ? vertices.upperBound - 1 - (index - vertices.lowerBound) : index
      appendPosition(vertex, of: geometry, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  func appendParts(_ parts: Range<Int>, of geometry: Geometry, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for part in parts {
      if part > parts.lowerBound { output.append(UInt8(ascii: ",")) }
      appendPositions(geometry.vertices(ofPart: part), of: geometry, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Writes the rings of one polygon, separated by commas, in the orientation of the dialect.
  func appendRings(ofPolygon polygon: Int, of geometry: Geometry, to output: inout [UInt8]) {
    let parts = geometry.parts(ofPolygon: polygon)
    for part in parts {
      if part > parts.lowerBound { output.append(UInt8(ascii: ",")) }
      let isShell = part == parts.lowerBound
      let wantsCounterClockwise = isShell == (dialect == .geoJSON)
      let area = geometry.doubleSignedArea(ofPart: part)
      appendPositions(
        geometry.vertices(ofPart: part), reversed: wantsCounterClockwise ? area < 0 : area > 0,
        of: geometry, to: &output)
    }
  }
}
