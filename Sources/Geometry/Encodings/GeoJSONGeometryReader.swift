import Bytes
package import OrderedJSON

// A GeoJSON geometry (RFC 7946 §3.1).
//
//   {"type": "Point", "coordinates": [x, y, z?]}
//   LineString, MultiPoint      [position, …]
//   Polygon, MultiLineString    [[position, …], …]
//   MultiPolygon                [[[position, …], …], …]
//   {"type": "GeometryCollection", "geometries": [geometry, …]}
//
// Members can be in any order. Others (bbox, crs) are ignored.

/// Reads GeoJSON geometries directly from text into a reused buffer, without a tree.
package struct GeoJSONGeometryReader: Sendable {
  /// Repairs so far.
  package var repairs = GeometryRepairs()

  /// Creates a reader without repairs.
  package init() {}

  /// The deepest nesting of collections.
  private static let deepestCollection = 8

  /// Reads the geometry object or `null` at the scanner's position, and moves past it.
  ///
  /// A third number is a height, and a fourth a measure. Open rings are closed, and rings with
  /// fewer than four vertices are dropped. Both are counted in `repairs`. A collection of shapes of
  /// one kind becomes the multiple kind.
  /// - Returns: false for `null`. The buffer is then empty.
  package mutating func read(
    _ bytes: Span<UInt8>, scanner: inout JSONScanner, into geometry: inout Geometry
  ) throws(GeometryError) -> Bool {
    try read(bytes, scanner: &scanner, depth: 0, into: &geometry)
  }

  private mutating func read(
    _ bytes: Span<UInt8>, scanner: inout JSONScanner, depth: Int, into geometry: inout Geometry
  ) throws(GeometryError) -> Bool {
    geometry.removeAll()
    guard try scanner.beginGeometry(bytes) else { return false }
    let start = scanner.position
    var kind: GeometryKind?
    // The offset of the coordinates if they were before the type.
    var early: Int?
    var hasCoordinates = false
    // The offset of the members of a collection.
    var collected: Int?
    while let key = try scanner.nextGeometryMember(bytes) {
      if bytes.spells("type", in: key) {
        kind = try readKind(bytes, scanner: &scanner)
      } else if bytes.spells("coordinates", in: key) {
        if let kind {
          scanner.position = try readCoordinates(
            bytes, at: scanner.position, of: kind, into: &geometry)
          hasCoordinates = true
        } else {
          early = scanner.position
          try scanner.skipGeometryValue(bytes)
        }
      } else {
        if bytes.spells("geometries", in: key) { collected = scanner.position }
        try scanner.skipGeometryValue(bytes)
      }
    }
    if kind == nil, let collected {
      try readCollection(bytes, at: collected, depth: depth, into: &geometry)
      return true
    }
    guard let kind else { throw .unexpected(offset: start, expected: "a member \"type\"") }
    if hasCoordinates { return true }
    guard let early else { throw .unexpected(offset: start, expected: "a member \"coordinates\"") }
    _ = try readCoordinates(bytes, at: early, of: kind, into: &geometry)
    return true
  }

  /// Reads the members of a collection as one shape.
  ///
  /// - Throws: `mixedCollection` for members of several kinds.
  private mutating func readCollection(
    _ bytes: Span<UInt8>, at position: Int, depth: Int, into geometry: inout Geometry
  ) throws(GeometryError) {
    guard depth < Self.deepestCollection else {
      throw .tooDeep(offset: position, limit: Self.deepestCollection)
    }
    geometry.removeAll()
    var scanner = JSONScanner()
    scanner.position = position
    try scanner.beginGeometryArray(bytes)
    var member = Geometry()
    while try scanner.nextGeometryElement(bytes) {
      guard try read(bytes, scanner: &scanner, depth: depth + 1, into: &member) else { continue }
      guard geometry.append(member) else { throw .mixedCollection(offset: position) }
    }
  }

  /// Reads the kind; nil for a collection.
  private func readKind(
    _ bytes: Span<UInt8>, scanner: inout JSONScanner
  ) throws(GeometryError) -> GeometryKind? {
    let name = try scanner.readGeometryText(bytes)
    if bytes.spells("Point", in: name) { return .point }
    if bytes.spells("Polygon", in: name) { return .polygon }
    if bytes.spells("MultiPolygon", in: name) { return .multiPolygon }
    if bytes.spells("LineString", in: name) { return .lineString }
    if bytes.spells("MultiLineString", in: name) { return .multiLineString }
    if bytes.spells("MultiPoint", in: name) { return .multiPoint }
    if bytes.spells("GeometryCollection", in: name) { return nil }
    throw .unsupportedKind(
      offset: name.lowerBound,
      name: bytes.extracting(name.lowerBound..<min(name.upperBound, name.lowerBound + 60))
        .repairedString())
  }

  /// Reads the value of `coordinates` and returns the offset after it.
  private mutating func readCoordinates(
    _ bytes: Span<UInt8>, at position: Int, of kind: GeometryKind, into geometry: inout Geometry
  ) throws(GeometryError) -> Int {
    geometry.removeAll(kind: kind)
    var reader = CoordinateReader(position: position)
    switch kind {
    case .point: _ = try reader.readPosition(bytes, into: &geometry)
    case .multiPoint: try reader.readPositions(bytes, into: &geometry)
    case .lineString:
      try reader.readPositions(bytes, into: &geometry)
      if !geometry.isEmpty { geometry.partEnds.append(geometry.vertexCount) }
    case .multiLineString: try reader.readParts(bytes, into: &geometry)
    case .polygon:
      try reader.readParts(bytes, into: &geometry)
      if !geometry.partEnds.isEmpty { geometry.polygonEnds.append(geometry.partEnds.count) }
      RingCloser.closeRings(of: &geometry, repairs: &repairs)
    case .multiPolygon:
      try reader.readPolygons(bytes, into: &geometry)
      RingCloser.closeRings(of: &geometry, repairs: &repairs)
    }
    repairs.missingHeights += reader.missing
    return reader.position
  }
}
