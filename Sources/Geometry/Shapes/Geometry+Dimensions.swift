extension Geometry {
  /// Adds missing heights or measures to every vertex: height 0, measure NaN.
  ///
  /// Existing dimensions stay, whatever the arguments are.
  package mutating func addDimensions(hasZ wantsZ: Bool, hasM wantsM: Bool) {
    setDimensions(hasZ: hasZ || wantsZ, hasM: hasM || wantsM)
  }

  /// Gives the vertices exactly these dimensions. Missing ones become height 0 or measure NaN,
  /// others are dropped.
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

  /// Changes a single kind to its multiple, for a column of a multiple kind. This costs no time.
  package mutating func makeMultiple() {
    kind = kind.multiple
  }
}
