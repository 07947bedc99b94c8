import Bytes

extension Geometry {
  /// The type code in ISO well-known binary: kind + 1000 for heights + 2000 for measures.
  package var wkbType: UInt32 { wkbType(of: kind) }

  private func wkbType(of kind: GeometryKind) -> UInt32 {
    UInt32(kind.rawValue) + (hasZ ? 1000 : 0) + (hasM ? 2000 : 0)
  }

  /// Appends little-endian ISO well-known binary. An empty point has NaN coordinates.
  package func appendWKB(to output: inout [UInt8]) {
    appendHead(of: kind, to: &output)
    switch kind {
    case .point:
      if isEmpty {
        for _ in 0..<stride { output.append(littleEndian: Geometry.emptyCoordinate) }
      } else {
        appendVertices(0..<1, to: &output)
      }
    case .lineString:
      appendCounted(0..<vertexCount, to: &output)
    case .polygon:
      appendRings(0..<partEnds.count, to: &output)
    case .multiPoint:
      output.append(littleEndian: UInt32(truncatingIfNeeded: vertexCount))
      for vertex in 0..<vertexCount {
        appendHead(of: .point, to: &output)
        appendVertices(vertex..<vertex + 1, to: &output)
      }
    case .multiLineString:
      output.append(littleEndian: UInt32(truncatingIfNeeded: partEnds.count))
      for part in partEnds.indices {
        appendHead(of: .lineString, to: &output)
        appendCounted(vertices(ofPart: part), to: &output)
      }
    case .multiPolygon:
      output.append(littleEndian: UInt32(truncatingIfNeeded: polygonEnds.count))
      for polygon in polygonEnds.indices {
        appendHead(of: .polygon, to: &output)
        appendRings(parts(ofPolygon: polygon), to: &output)
      }
    }
  }

  /// The quiet NaN of an empty point (GeoPackage 1.3 requirement 152).
  static let emptyCoordinate = UInt64(0x7FF8_0000_0000_0000)

  private func appendHead(of kind: GeometryKind, to output: inout [UInt8]) {
    output.append(1)
    output.append(littleEndian: wkbType(of: kind))
  }

  private func appendRings(_ parts: Range<Int>, to output: inout [UInt8]) {
    output.append(littleEndian: UInt32(truncatingIfNeeded: parts.count))
    for part in parts { appendCounted(vertices(ofPart: part), to: &output) }
  }

  private func appendCounted(_ vertices: Range<Int>, to output: inout [UInt8]) {
    output.append(littleEndian: UInt32(truncatingIfNeeded: vertices.count))
    appendVertices(vertices, to: &output)
  }

  private func appendVertices(_ vertices: Range<Int>, to output: inout [UInt8]) {
    let stride = stride
    for index in vertices.lowerBound * stride..<vertices.upperBound * stride {
      output.append(littleEndian: coordinates[index].bitPattern)
    }
  }
}
