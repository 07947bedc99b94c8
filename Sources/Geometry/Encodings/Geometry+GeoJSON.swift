extension Geometry {
  /// Appends a GeoJSON geometry object. Shells are counter-clockwise, holes clockwise (RFC 7946
  /// §3.1.6). Heights are written, measures are not. Empty geometries have empty coordinates.
  /// - Parameter decimals: the number of decimals to round to; nil keeps every double as it is.
  package func appendGeoJSON(to output: inout [UInt8], decimals: Int? = nil) {
    output.append(contentsOf: "{\"type\":\"".utf8)
    output.append(contentsOf: kind.geoJSONName.utf8)
    output.append(contentsOf: "\",\"coordinates\":".utf8)
    appendGeoJSONCoordinates(PositionWriter(dialect: .geoJSON, decimals: decimals), to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private func appendGeoJSONCoordinates(_ writer: PositionWriter, to output: inout [UInt8]) {
    switch kind {
    case .point where !isEmpty:
      writer.appendPosition(0, of: self, to: &output)
    case .multiPoint:
      writer.appendPositions(0..<vertexCount, of: self, to: &output)
    case .lineString:
      writer.appendPositions(0..<vertexCount, of: self, to: &output)
    case .multiLineString:
      writer.appendParts(0..<partEnds.count, of: self, to: &output)
    case .polygon where !isEmpty:
      output.append(UInt8(ascii: "["))
      writer.appendRings(ofPolygon: 0, of: self, to: &output)
      output.append(UInt8(ascii: "]"))
    case .multiPolygon:
      output.append(UInt8(ascii: "["))
      for polygon in polygonEnds.indices {
        output.append(contentsOf: polygon > 0 ? ",[".utf8 : "[".utf8)
        writer.appendRings(ofPolygon: polygon, of: self, to: &output)
        output.append(UInt8(ascii: "]"))
      }
      output.append(UInt8(ascii: "]"))
    case .point, .polygon:
      output.append(contentsOf: "[]".utf8)
    }
  }
}
