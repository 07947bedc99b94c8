extension Geometry {
  /// Gives every vertex heights or measures it has not had: height 0, measure NaN.
  ///
  /// Dimensions that are there stay, whatever is asked.
  package mutating func addDimensions(hasZ wantsZ: Bool, hasM wantsM: Bool) {
    setDimensions(hasZ: hasZ || wantsZ, hasM: hasM || wantsM)
  }

  /// Makes the vertices have exactly these dimensions: what is missing becomes height 0 or
  /// measure NaN, what is too much is dropped.
  package mutating func setDimensions(hasZ wantsZ: Bool, hasM wantsM: Bool) {
    guard wantsZ != hasZ || wantsM != hasM else { return }
    var result: [Double] = []
    result.reserveCapacity(vertexCount * ((wantsZ ? 3 : 2) + (wantsM ? 1 : 0)))
    for vertex in 0..<vertexCount {
      let start = vertex * stride
      result.append(coordinates[start])
      result.append(coordinates[start + 1])
      if wantsZ { result.append(hasZ ? coordinates[start + 2] : 0) }
      if wantsM { result.append(hasM ? coordinates[start + stride - 1] : .nan) }
    }
    coordinates = result
    hasZ = wantsZ
    hasM = wantsM
  }

  /// Makes a single kind its multiple, as a column of a multiple kind wants it; costs nothing.
  package mutating func makeMultiple() {
    kind = kind.multiple
  }

  /// Makes a multiple kind single where it has at most one member; true when it is single then.
  package mutating func makeSingle() -> Bool {
    switch kind {
    case .point, .lineString, .polygon: return true
    case .multiPoint:
      guard vertexCount <= 1 else { return false }
      kind = .point
    case .multiLineString:
      guard partEnds.count <= 1 else { return false }
      kind = .lineString
    case .multiPolygon:
      guard polygonEnds.count <= 1 else { return false }
      kind = .polygon
    }
    return true
  }
}
