// The shape of a feature in a mobile geodatabase: a header around a stream of packed integers
// (ArcSDE compressed binary). Numbers in the header are little-endian.
//
//    0  64
//    1  srid, 3 bytes: an EPSG code, or from 300,000 a row of st_aux_spatial_reference_systems
//    4  number of points, separators included, 4 bytes
//    8  kind: 04 point, 08 multipoint, 14 line, 18 polygon; +02 with heights, +01 with measures
//    9  form: 00 empty, 01 point, 02 line that crosses itself at a vertex, 04 line, 08 area;
//       +40 several parts
//   10  only with more than 10 points:
//         packed  smallest x, smallest y, largest x, largest y
//         packed  for lines and polygons with several parts: the number of separators, then for
// each
//                 part except the last its number of points and its separator
//       packed  number of bytes of the body; then padding to 4 bytes
//       4 bytes flags: 01 · 01 with heights · 00 · 00; polygons since 10.5.1: 01 10 00 04
//       body    packed dx, dy of each point (the first from 0), then all dz, then all dm
//
// The point (-1, 0) separates parts. The rings of a part follow each other and are closed: first
// the counter-clockwise shell, then its clockwise holes. A coordinate is integer / units + origin.
//
// The layout of heights is known from real files with single parts. That measures follow them, and
// that separators have heights and measures, comes from the older binary format. Both are read with
// and without values for separators.

import Bytes
package import Geometry

/// A shape in the integers that a geodatabase stores.
package struct StoredShape: Equatable, Sendable {
  /// The geometry type.
  package enum Kind: UInt8, Sendable {
    case point = 0x04
    case multipoint = 0x08
    case line = 0x14
    case polygon = 0x18
  }

  /// The point between two parts.
  static let separator = (x: Int64(-1), y: Int64(0))
  /// A shape with more points than this has a box.
  static let mostWithoutBox = 10

  /// The spatial reference ID.
  package var srid: UInt32 = 0
  package var kind = Kind.point
  package var hasZ = false
  package var hasM = false
  /// The byte with the form.
  package var form: UInt8 = 0
  /// The flags, as stored.
  package var flags: UInt32 = 1
  /// The x coordinates, including separators.
  package var x: [Int64] = []
  package var y: [Int64] = []
  /// A height for each point, with or without those of separators.
  package var z: [Int64] = []
  /// A measure for each point, with or without those of separators.
  package var m: [Int64] = []

  /// An empty point.
  package init() {}

  /// Whether its form has several parts.
  var hasParts: Bool { form & 0x40 != 0 }

  /// Whether a point is a separator.
  @inline(__always) func isSeparator(_ point: Int) -> Bool {
    x[point] == Self.separator.x && y[point] == Self.separator.y
  }

  /// The number of separators.
  var separatorCount: Int {
    kind.rawValue & 0x10 == 0 ? 0 : x.indices.count { isSeparator($0) }
  }

  /// Decodes a blob, and reuses the buffers.
  ///
  /// - Throws: ``GeometryError``; the shape is then invalid.
  package mutating func decode(_ bytes: Span<UInt8>) throws(GeometryError) {
    guard bytes.count >= 18 else {
      throw .truncated(offset: 0, needed: 18, available: bytes.count)
    }
    guard bytes[0] == 0x64 else { throw .unexpected(offset: 0, expected: "100") }
    srid = bytes.littleEndianUInt32(at: 0) >> 8
    let count = Int(bytes.littleEndianUInt32(at: 4))
    guard let kind = Kind(rawValue: bytes[8] & ~0x03) else {
      throw .unsupportedKind(offset: 8, name: "\(bytes[8])")
    }
    self.kind = kind
    hasZ = bytes[8] & 0x02 != 0
    hasM = bytes[8] & 0x01 != 0
    form = bytes[9]
    var reader = PackedIntegerReader(position: 10)
    if count > Self.mostWithoutBox { try skipBox(bytes, &reader, pointCount: count) }
    let lengthOffset = reader.position
    let length = try reader.next(bytes)
    guard reader.position - lengthOffset <= 4, bytes.count - lengthOffset >= 8 else {
      throw .unexpected(offset: lengthOffset, expected: "the length of the body in 4 bytes")
    }
    flags = bytes.littleEndianUInt32(at: lengthOffset + 4)
    let start = lengthOffset + 8
    let rest = bytes.count - start
    guard length == rest else {
      if length > rest {
        throw .truncated(offset: start, needed: Int(length), available: rest)
      }
      throw .trailingBytes(offset: start + max(0, Int(length)), count: rest - max(0, Int(length)))
    }
    // A point takes at least two bytes.
    guard count <= rest / 2 else {
      throw .countTooLarge(offset: 4, count: count, limit: rest / 2)
    }
    try decodeBody(bytes, from: start, pointCount: count)
  }

  /// Skips the box and the sizes of parts, because the points define both.
  private func skipBox(
    _ bytes: Span<UInt8>, _ reader: inout PackedIntegerReader, pointCount: Int
  ) throws(GeometryError) {
    for _ in 0..<4 { _ = try reader.next(bytes) }
    guard hasParts, kind.rawValue & 0x10 != 0 else { return }
    let start = reader.position
    let separators = try reader.next(bytes)
    guard separators >= 0, separators < pointCount else {
      throw .countTooLarge(
        offset: start, count: Int(clamping: separators), limit: max(0, pointCount - 1))
    }
    for _ in 0..<separators { _ = try reader.next(bytes) }
  }

  private mutating func decodeBody(
    _ bytes: Span<UInt8>, from start: Int, pointCount: Int
  ) throws(GeometryError) {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    z.removeAll(keepingCapacity: true)
    m.removeAll(keepingCapacity: true)
    var reader = PackedIntegerReader(position: start)
    var lastX: Int64 = 0
    var lastY: Int64 = 0
    for _ in 0..<pointCount {
      lastX = try reader.next(bytes, after: lastX)
      lastY = try reader.next(bytes, after: lastY)
      x.append(lastX)
      y.append(lastY)
    }
    let behind = reader.position
    guard hasZ || hasM else {
      guard behind == bytes.count else {
        throw .trailingBytes(offset: behind, count: bytes.count - behind)
      }
      return
    }
    let count = try ordinateCount(bytes, from: behind)
    if hasZ { try decode(count, of: bytes, &reader, into: &z) }
    if hasM { try decode(count, of: bytes, &reader, into: &m) }
  }

  /// The number of heights or of measures: one for each point, with or without separators.
  private func ordinateCount(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(GeometryError) -> Int {
    var stored = 0
    for index in start..<bytes.count where bytes[index] & 0x80 == 0 { stored += 1 }
    let rows = hasZ && hasM ? 2 : 1
    for count in [x.count, x.count - separatorCount] where stored == rows * count { return count }
    throw .unexpected(
      offset: start, expected: "\(rows * x.count) heights and measures, not \(stored)")
  }

  private func decode(
    _ count: Int, of bytes: Span<UInt8>, _ reader: inout PackedIntegerReader,
    into values: inout [Int64]
  ) throws(GeometryError) {
    var last: Int64 = 0
    for _ in 0..<count {
      last = try reader.next(bytes, after: last)
      values.append(last)
    }
  }
}
