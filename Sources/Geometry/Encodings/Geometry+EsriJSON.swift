extension Geometry {
  /// Appends an Esri geometry object. Shells are clockwise, holes counter-clockwise. `hasZ` and
  /// `hasM` are written if they are true. An empty point is `"x": null`.
  /// - Parameters:
  /// - decimals: the number of decimals to round to; nil keeps every double as it is.
  /// - wkid: written as `spatialReference`, the last member, if given.
  package func appendEsriJSON(
    to output: inout [UInt8], decimals: Int? = nil, wkid: Int? = nil
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
      output.append(contentsOf: ",\"spatialReference\":{\"wkid\":\(wkid)}".utf8)
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
}
