import Bytes
package import OrderedJSON

extension Geometry {
  // MARK: Well-known binary

  /// Reads well-known binary that fills the span.
  /// - Throws: `GeometryError` for invalid WKB, unsupported kinds and left-over bytes.
  package init(wkb bytes: Span<UInt8>) throws(GeometryError) {
    self.init()
    var reader = WKBReader()
    try reader.read(bytes, into: &self)
    guard reader.position == bytes.count else {
      throw .trailingBytes(offset: reader.position, count: bytes.count - reader.position)
    }
  }

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

  // MARK: Esri JSON

  /// Reads an Esri geometry value. `type` decides the kind of `{}`. `hasZ` and `hasM` are those of
  /// the feature set.
  package init(
    esriJSON: JSON, type: EsriGeometryType? = nil, hasZ: Bool = false, hasM: Bool = false
  ) throws(GeometryError) {
    self.init()
    let text = JSONWriter.write(esriJSON)
    var scanner = JSONScanner()
    var reader = EsriGeometryReader(type: type, hasZ: hasZ, hasM: hasM)
    guard try reader.read(text.span, scanner: &scanner, into: &self) else {
      throw .badJSON(path: "geometry", expected: "an object")
    }
  }

  /// Appends an Esri geometry object. Shells are clockwise, holes counter-clockwise. `hasZ` and
  /// `hasM` are written if they are true. An empty point is `"x": null`.
  /// - Parameters:
  /// - decimals: the number of decimals to round to; nil keeps every double as it is.
  /// - wkid: written as `spatialReference`, the last member, if given.
  package func appendEsriJSON(
    to output: inout [UInt8], decimals: Int? = nil, wkid: Int? = nil, latestWkid: Int? = nil
  ) {
    let writer = PositionWriter(dialect: .esri, decimals: decimals)
    output.append(UInt8(ascii: "{"))
    if kind == .point {
      appendEsriPoint(writer, to: &output)
    } else {
      if hasZ { output.append(contentsOf: "\"hasZ\":true,".utf8) }
      if hasM { output.append(contentsOf: "\"hasM\":true,".utf8) }
      appendEsriArray(writer, to: &output)
    }
    if let wkid {
      let latest = latestWkid.map { "\"latestWkid\":\($0)," } ?? ""
      output.append(contentsOf: ",\"spatialReference\":{\(latest)\"wkid\":\(wkid)}".utf8)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func appendEsriPoint(_ writer: PositionWriter, to output: inout [UInt8]) {
    let names: [StaticString] = hasZ ? ["x", "y", "z", "m"] : ["x", "y", "m"]
    for (index, name) in names.prefix(stride).enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(contentsOf: "\"\(name)\":".utf8)
      writer.append(isEmpty ? .nan : coordinates[index], to: &output)
    }
  }

  private func appendEsriArray(_ writer: PositionWriter, to output: inout [UInt8]) {
    switch kind {
    case .point: break
    case .multiPoint:
      output.append(contentsOf: "\"points\":".utf8)
      writer.appendPositions(0..<vertexCount, of: self, to: &output)
    case .lineString, .multiLineString:
      output.append(contentsOf: "\"paths\":".utf8)
      writer.appendParts(0..<partEnds.count, of: self, to: &output)
    case .polygon, .multiPolygon:
      output.append(contentsOf: "\"rings\":[".utf8)
      for polygon in polygonEnds.indices {
        if polygon > 0 { output.append(UInt8(ascii: ",")) }
        writer.appendRings(ofPolygon: polygon, of: self, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  // MARK: GeoJSON

  /// Reads a GeoJSON geometry value. `null` is a `badJSON` error, because it is not a geometry.
  package init(geoJSON: JSON) throws(GeometryError) {
    self.init()
    let text = JSONWriter.write(geoJSON)
    var scanner = JSONScanner()
    var reader = GeoJSONGeometryReader()
    guard try reader.read(text.span, scanner: &scanner, into: &self) else {
      throw .badJSON(path: "geometry", expected: "an object")
    }
  }

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
