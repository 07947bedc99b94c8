import Bytes

// Well-known binary (OGC 06-103r4 §8.2, ISO 13249-3), and PostGIS's extension of it.
//
//   1  byte order: 0 big-endian, 1 little-endian; each nested geometry has its own
//   4  type: kind + 1000 Z + 2000 M (ISO), or kind | 0x80000000 Z | 0x40000000 M (EWKB)
//  [4  srid, only with EWKB flag 0x20000000]
//      point: x y [z] [m], all NaN when empty
//      lineString: u32 count, vertices        polygon: u32 rings, each u32 count, vertices
//      multi kinds: u32 count, then complete geometries of the single kind
//      collection: u32 count, then complete geometries of any kind

/// Reads well-known binary from a span.
///
/// Counts are compared with the remaining bytes before anything is stored. Heights and measures may
/// be NaN, but x and y may not. A collection of shapes of one kind becomes the multiple kind.
package struct WKBReader: Sendable {
  /// The offset of the next byte to read.
  package var position: Int
  private var isLittleEndian = true

  /// Creates a reader that starts at an offset in the span.
  package init(position: Int = 0) {
    self.position = position
  }

  /// The deepest nesting of collections.
  private static let deepestCollection = 8

  /// Reads one geometry into a reused buffer and moves `position` past it.
  package mutating func read(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) {
    try read(bytes, depth: 0, into: &geometry)
  }

  private mutating func read(
    _ bytes: Span<UInt8>, depth: Int, into geometry: inout Geometry
  ) throws(GeometryError) {
    let start = position
    guard let head = try readHead(bytes) else {
      return try readCollection(bytes, at: start, depth: depth, into: &geometry)
    }
    geometry.removeAll(kind: head.kind, hasZ: head.hasZ, hasM: head.hasM)
    switch head.kind {
    case .point: try readPoint(bytes, into: &geometry)
    case .lineString: try readLine(bytes, into: &geometry)
    case .polygon: try readPolygon(bytes, into: &geometry)
    case .multiPoint, .multiLineString, .multiPolygon:
      try readMembers(bytes, of: head, into: &geometry)
    }
  }

  /// Reads the members of a collection as one shape.
  ///
  /// - Throws: `mixedCollection` for members of several kinds.
  private mutating func readCollection(
    _ bytes: Span<UInt8>, at start: Int, depth: Int, into geometry: inout Geometry
  ) throws(GeometryError) {
    guard depth < Self.deepestCollection else {
      throw .tooDeep(offset: start, limit: Self.deepestCollection)
    }
    let count = try readCount(bytes, leastBytes: 9)
    geometry.removeAll()
    var member = Geometry()
    for _ in 0..<count {
      try read(bytes, depth: depth + 1, into: &member)
      guard geometry.append(member) else { throw .mixedCollection(offset: start) }
    }
  }

  /// Reads the members of a multiple kind. Each has its own header, which must agree.
  private mutating func readMembers(
    _ bytes: Span<UInt8>, of head: Head, into geometry: inout Geometry
  ) throws(GeometryError) {
    // The smallest member is an empty line or polygon: order, type, count.
    let count = try readCount(bytes, leastBytes: 9)
    for _ in 0..<count {
      let start = position
      guard let member = try readHead(bytes), member.kind.rawValue == head.kind.rawValue - 3 else {
        throw .unexpected(offset: start, expected: "a member of \(head.kind.geoPackageName)")
      }
      guard member.hasZ == head.hasZ, member.hasM == head.hasM else {
        throw .unexpected(offset: start, expected: "a member with the dimensions of its parent")
      }
      switch member.kind {
      case .point: try readPoint(bytes, into: &geometry)
      case .lineString: try readLine(bytes, into: &geometry)
      // The kind of the whole is one above those of its members, so that members are single.
      case .polygon, .multiPoint, .multiLineString, .multiPolygon:
        try readPolygon(bytes, into: &geometry)
      }
    }
  }

  private mutating func readPoint(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) {
    let size = geometry.stride * 8
    guard bytes.count - position >= size else {
      throw .truncated(offset: position, needed: size, available: bytes.count - position)
    }
    if double(bytes, at: position).isNaN && double(bytes, at: position + 8).isNaN {
      position += size
      return
    }
    try readVertices(bytes, count: 1, into: &geometry)
  }

  private mutating func readLine(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) {
    let count = try readCount(bytes, leastBytes: geometry.stride * 8)
    try readVertices(bytes, count: count, into: &geometry)
    if count > 0 || geometry.kind == .multiLineString {
      geometry.partEnds.append(geometry.vertexCount)
    }
  }

  private mutating func readPolygon(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) {
    let rings = try readCount(bytes, leastBytes: 4)
    for _ in 0..<rings {
      let count = try readCount(bytes, leastBytes: geometry.stride * 8)
      try readVertices(bytes, count: count, into: &geometry)
      geometry.partEnds.append(geometry.vertexCount)
    }
    if rings > 0 || geometry.kind == .multiPolygon {
      geometry.polygonEnds.append(geometry.partEnds.count)
    }
  }

  /// Reads vertices. The caller has checked that there are enough bytes.
  private mutating func readVertices(
    _ bytes: Span<UInt8>, count: Int, into geometry: inout Geometry
  ) throws(GeometryError) {
    let stride = geometry.stride
    let numbers = count * stride
    geometry.coordinates.reserveCapacity(geometry.coordinates.count + numbers)
    var axis = 0
    for _ in 0..<numbers {
      let value = double(bytes, at: position)
      guard axis > 1 || value.isFinite else { throw .notFinite(offset: position) }
      geometry.coordinates.append(value)
      position += 8
      axis = axis + 1 == stride ? 0 : axis + 1
    }
  }

  private func double(_ bytes: Span<UInt8>, at offset: Int) -> Double {
    isLittleEndian ? bytes.littleEndianDouble(at: offset) : bytes.bigEndianDouble(at: offset)
  }

  /// Reads a count of items that take at least `leastBytes` bytes each.
  private mutating func readCount(
    _ bytes: Span<UInt8>, leastBytes: Int
  ) throws(GeometryError) -> Int {
    let start = position
    let count = Int(try readWord(bytes))
    let limit = (bytes.count - position) / leastBytes
    guard count <= limit else { throw .countTooLarge(offset: start, count: count, limit: limit) }
    return count
  }

  private mutating func readWord(_ bytes: Span<UInt8>) throws(GeometryError) -> UInt32 {
    guard bytes.count - position >= 4 else {
      throw .truncated(offset: position, needed: 4, available: bytes.count - position)
    }
    defer { position += 4 }
    return isLittleEndian
      ? bytes.littleEndianUInt32(at: position) : bytes.bigEndianUInt32(at: position)
  }
}

extension WKBReader {
  /// The byte order and type of one geometry.
  private struct Head {
    var kind: GeometryKind
    var hasZ: Bool
    var hasM: Bool
  }

  private static let measureFlag: UInt32 = 0x4000_0000
  private static let heightFlag: UInt32 = 0x8000_0000
  private static let sridFlag: UInt32 = 0x2000_0000

  /// Reads a head; nil for that of a collection.
  private mutating func readHead(_ bytes: Span<UInt8>) throws(GeometryError) -> Head? {
    guard position < bytes.count else {
      throw .truncated(offset: position, needed: 1, available: 0)
    }
    guard bytes[position] <= 1 else {
      throw .unexpected(offset: position, expected: "byte order 0 or 1")
    }
    isLittleEndian = bytes[position] == 1
    position += 1
    let typeOffset = position
    let type = try readWord(bytes)
    let flags = type & 0xE000_0000
    let code = type & 0x1FFF_FFFF
    if flags & Self.sridFlag != 0 { _ = try readWord(bytes) }
    if code < 4000, code % 1000 == 7 { return nil }
    guard code < 4000, let kind = GeometryKind(rawValue: UInt8(truncatingIfNeeded: code % 1000)),
      code % 1000 <= 6
    else {
      let name = Self.name(ofCode: code)
      throw code < 4000 && (8...12).contains(code % 1000)
        ? .curve(offset: typeOffset, name: name) : .unsupportedKind(offset: typeOffset, name: name)
    }
    let dimensions = code / 1000
    return Head(
      kind: kind, hasZ: dimensions & 1 != 0 || flags & Self.heightFlag != 0,
      hasM: dimensions & 2 != 0 || flags & Self.measureFlag != 0)
  }

  /// Returns the name of a rejected type code (ISO 13249-3, OGC 06-103r4 table 7).
  private static func name(ofCode code: UInt32) -> String {
    let names = [
      "Geometry", "", "", "", "", "", "", "GeometryCollection", "CircularString",
      "CompoundCurve", "CurvePolygon", "MultiCurve", "MultiSurface", "Curve", "Surface",
      "PolyhedralSurface", "TIN", "Triangle",
    ]
    let index = Int(code % 1000)
    guard code < 4000, index < names.count, !names[index].isEmpty else {
      return "of WKB type \(code)"
    }
    return names[index]
  }
}
