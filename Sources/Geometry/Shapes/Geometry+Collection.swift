extension Geometry {
  /// Adds the parts of another geometry. The kind becomes the multiple kind of the other one, unless
  /// this geometry has parts of another kind.
  ///
  /// - Returns: false if the kinds differ. Then nothing is added.
  mutating func append(_ other: Geometry) -> Bool {
    guard !other.isEmpty else { return true }
    if isEmpty { removeAll(kind: other.kind.multiple, hasZ: other.hasZ, hasM: other.hasM) }
    guard kind == other.kind.multiple else { return false }
    var added = other
    added.addDimensions(hasZ: hasZ, hasM: hasM)
    addDimensions(hasZ: added.hasZ, hasM: added.hasM)
    let (vertices, parts) = (vertexCount, partEnds.count)
    coordinates += added.coordinates
    partEnds += added.partEnds.map { $0 + vertices }
    polygonEnds += added.polygonEnds.map { $0 + parts }
    return true
  }
}
