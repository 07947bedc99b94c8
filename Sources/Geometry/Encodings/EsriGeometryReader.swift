import Bytes
package import OrderedJSON

// Geometries of ArcGIS REST (f=json).
//
//   point       {x, y, z?, m?}           x null or "NaN": empty
//   multipoint  {points: [[x, y, …], …]}
//   polyline    {paths: [[[x, y, …], …], …]}
//   polygon     {rings: [[[x, y, …], …], …]}    shells clockwise, holes counter-clockwise
//   envelope    {xmin, ymin, xmax, ymax}        read as a polygon
//
// A third number is a height, unless only hasM is set, on the feature set or on the geometry. The
// members can be in any order. Curves (curvePaths, curveRings) are rejected with their name.

/// Reads Esri geometries directly from text into a reused buffer, without a tree.
///
/// Polylines and polygons become multiple kinds, because features of such a layer may have many
/// parts.
package struct EsriGeometryReader: Sendable {
  /// The `geometryType` of the feature set. It decides the kind of `{}`.
  package var type: EsriGeometryType?
  /// The feature set's `hasZ`. A geometry's own `hasZ` has precedence.
  package var hasZ: Bool
  /// The feature set's `hasM`. A geometry's own `hasM` has precedence.
  package var hasM: Bool
  /// The feature set's `transform` if its coordinates are quantized.
  package var quantization: EsriQuantization?
  /// Repairs so far.
  package var repairs = GeometryRepairs()

  /// Creates a reader for the geometries of one feature set.
  package init(
    type: EsriGeometryType? = nil, hasZ: Bool = false, hasM: Bool = false,
    quantization: EsriQuantization? = nil
  ) {
    self.type = type
    self.hasZ = hasZ
    self.hasM = hasM
    self.quantization = quantization
  }

  /// The members of one geometry that were read so far.
  private struct Members {
    var hasZ: Bool
    var hasM: Bool
    /// x, y, z, m.
    var x: Double?
    var y: Double?
    var z: Double?
    var m: Double?
    /// xmin, ymin, xmax, ymax.
    var box: (Double, Double, Double, Double) = (.nan, .nan, .nan, .nan)
    var hasBox = false
    /// The kind of the array member, and the offset of its value.
    var array: (kind: GeometryKind, position: Int)?
    /// How third numbers in the array were interpreted.
    var third: CoordinateReader.ThirdNumber = .height
    /// The number of positions in the array that lack a height although others have one.
    var missingHeights = 0

    var wantedThird: CoordinateReader.ThirdNumber { hasM && !hasZ ? .measure : .height }
  }

  /// Reads the geometry object or `null` at the scanner's position, and moves past it.
  /// - Returns: false for `null`. The buffer is then empty.
  package mutating func read(
    _ bytes: Span<UInt8>, scanner: inout JSONScanner, into geometry: inout Geometry
  ) throws(GeometryError) -> Bool {
    geometry.removeAll(kind: type?.kind ?? .point)
    guard try scanner.beginGeometry(bytes) else { return false }
    let start = scanner.position
    var members = Members(hasZ: hasZ, hasM: hasM)
    while let key = try scanner.nextGeometryMember(bytes) {
      try readMember(key, bytes, scanner: &scanner, members: &members, into: &geometry)
    }
    if let array = members.array {
      if members.third != members.wantedThird {
        _ = try readArray(bytes, at: array.position, members: &members, into: &geometry)
      }
      try finishArray(offset: array.position, members, &geometry)
    } else if members.hasBox {
      try finishBox(members.box, offset: start, &geometry)
    } else if members.x != nil || members.y != nil {
      try finishPoint(members, offset: start, &geometry)
    } else if type == nil {
      throw .unexpected(offset: start, expected: "x, points, paths, rings or xmin")
    }
    return true
  }

  private func readMember(
    _ key: Range<Int>, _ bytes: Span<UInt8>, scanner: inout JSONScanner,
    members: inout Members, into geometry: inout Geometry
  ) throws(GeometryError) {
    if key.count == 1 {
      switch bytes[key.lowerBound] {
      case UInt8(ascii: "x"): return members.x = try number(bytes, scanner: &scanner)
      case UInt8(ascii: "y"): return members.y = try number(bytes, scanner: &scanner)
      case UInt8(ascii: "z"): return members.z = try number(bytes, scanner: &scanner)
      case UInt8(ascii: "m"): return members.m = try number(bytes, scanner: &scanner)
      default: return try scanner.skipGeometryValue(bytes)
      }
    }
    if let kind = arrayKind(key, bytes) {
      members.array = (kind, scanner.position)
      scanner.position = try readArray(
        bytes, at: scanner.position, members: &members, into: &geometry)
      return
    }
    try readRareMember(key, bytes, scanner: &scanner, members: &members)
  }

  private func arrayKind(_ key: Range<Int>, _ bytes: Span<UInt8>) -> GeometryKind? {
    if bytes.spells("rings", in: key) { return .multiPolygon }
    if bytes.spells("paths", in: key) { return .multiLineString }
    if bytes.spells("points", in: key) { return .multiPoint }
    return nil
  }

  private func readRareMember(
    _ key: Range<Int>, _ bytes: Span<UInt8>, scanner: inout JSONScanner, members: inout Members
  ) throws(GeometryError) {
    if bytes.spells("hasZ", in: key) {
      members.hasZ = try scanner.readGeometryFlag(bytes)
    } else if bytes.spells("hasM", in: key) {
      members.hasM = try scanner.readGeometryFlag(bytes)
    } else if bytes.spells("curveRings", in: key) {
      throw .curve(offset: key.lowerBound, name: "curveRings")
    } else if bytes.spells("curvePaths", in: key) {
      throw .curve(offset: key.lowerBound, name: "curvePaths")
    } else if bytes.spells("xmin", in: key) {
      members.box.0 = try number(bytes, scanner: &scanner)
      members.hasBox = true
    } else if bytes.spells("ymin", in: key) {
      members.box.1 = try number(bytes, scanner: &scanner)
    } else if bytes.spells("xmax", in: key) {
      members.box.2 = try number(bytes, scanner: &scanner)
    } else if bytes.spells("ymax", in: key) {
      members.box.3 = try number(bytes, scanner: &scanner)
    } else {
      try scanner.skipGeometryValue(bytes)
    }
  }

  private func number(
    _ bytes: Span<UInt8>, scanner: inout JSONScanner
  ) throws(GeometryError) -> Double {
    var reader = CoordinateReader(position: scanner.position)
    let value = try reader.readNumber(bytes)
    scanner.position = reader.position
    return value
  }

  /// Reads `points`, `paths` or `rings` and returns the offset after the value.
  private func readArray(
    _ bytes: Span<UInt8>, at position: Int, members: inout Members, into geometry: inout Geometry
  ) throws(GeometryError) -> Int {
    guard let kind = members.array?.kind else { return position }
    geometry.removeAll(kind: kind)
    members.third = members.wantedThird
    var reader = CoordinateReader(position: position, third: members.third)
    if kind == .multiPoint {
      try reader.readPositions(bytes, into: &geometry)
    } else {
      try reader.readParts(bytes, into: &geometry)
    }
    members.missingHeights = reader.missing
    return reader.position
  }
}

extension EsriGeometryReader {
  private mutating func finishPoint(
    _ members: Members, offset: Int, _ geometry: inout Geometry
  ) throws(GeometryError) {
    geometry.removeAll(
      kind: .point, hasZ: members.z.map(\.isFinite) ?? false, hasM: members.m != nil)
    let x = members.x ?? .nan
    let y = members.y ?? .nan
    // If either coordinate is missing, the point is empty: "x": null, "x": "NaN".
    if x.isNaN || y.isNaN { return }
    guard x.isFinite, y.isFinite else { throw .notFinite(offset: offset) }
    if members.hasZ && !geometry.hasZ { repairs.declaredHeightsAbsent += 1 }
    geometry.coordinates.append(x)
    geometry.coordinates.append(y)
    if geometry.hasZ, let z = members.z { geometry.coordinates.append(z) }
    if let m = members.m { geometry.coordinates.append(m.isFinite ? m : .nan) }
    quantization?.decode(&geometry)
  }

  private mutating func finishArray(
    offset: Int, _ members: Members, _ geometry: inout Geometry
  ) throws(GeometryError) {
    if members.hasZ && !geometry.hasZ && !geometry.isEmpty { repairs.declaredHeightsAbsent += 1 }
    repairs.missingHeights += members.missingHeights
    quantization?.decode(&geometry)
    if geometry.kind == .multiLineString { geometry.dropEmptyParts() }
    guard geometry.kind == .multiPolygon else { return }
    RingCloser.closeRings(of: &geometry, repairs: &repairs)
    try RingAssembler.assemble(&geometry, offset: offset, repairs: &repairs)
  }

  private func finishBox(
    _ box: (Double, Double, Double, Double), offset: Int, _ geometry: inout Geometry
  ) throws(GeometryError) {
    geometry.removeAll(kind: .multiPolygon)
    // An empty envelope has NaN or null sides.
    if box.0.isNaN { return }
    guard box.0.isFinite, box.1.isFinite, box.2.isFinite, box.3.isFinite else {
      throw .notFinite(offset: offset)
    }
    geometry = Geometry(Envelope(minX: box.0, minY: box.1, maxX: box.2, maxY: box.3))
    geometry.kind = .multiPolygon
  }
}
