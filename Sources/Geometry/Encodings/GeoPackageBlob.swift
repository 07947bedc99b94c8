import Bytes

// The geometry blob of a GeoPackage (GeoPackage 1.3 §2.1.3).
//
//   2  "GP"
//   1  version 0
//   1  flags: bit 0 little-endian header; bits 1-3 envelope (0 none, 1 xy, 2 xyz, 3 xym, 4 xyzm);
//      bit 4 empty; bit 5 extended type
//   4  srs_id
//   n  envelope: minx maxx miny maxy [minz maxz] [minm maxm], doubles
//      well-known binary, with its own byte order

/// Reads and writes the geometry blobs of a GeoPackage.
package enum GeoPackageBlob {
  /// Appends one blob. Points have no envelope, other kinds have one in x and y. Empty geometries
  /// have the empty flag and no envelope.
  package static func append(_ geometry: Geometry, srsID: Int32, to output: inout [UInt8]) {
    let isPoint = geometry.kind == .point
    let hasEnvelope = !isPoint && !geometry.isEmpty
    output.append(UInt8(ascii: "G"))
    output.append(UInt8(ascii: "P"))
    output.append(0)
    output.append(1 | (hasEnvelope ? 2 : 0) | (geometry.isEmpty ? 16 : 0))
    output.append(littleEndian: UInt32(bitPattern: srsID))
    if hasEnvelope {
      let box = geometry.envelope()
      output.append(littleEndian: box.minX.bitPattern)
      output.append(littleEndian: box.maxX.bitPattern)
      output.append(littleEndian: box.minY.bitPattern)
      output.append(littleEndian: box.maxY.bitPattern)
    }
    geometry.appendWKB(to: &output)
  }

  /// Reads one blob into a reused buffer and returns its `srs_id`.
  ///
  /// The envelope in the header is not trusted, and not used for the geometry.
  package static func decode(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) -> Int32 {
    let header = try Header(bytes)
    guard !header.isExtended else {
      throw .unsupportedKind(offset: 3, name: "ExtendedGeoPackageBinary")
    }
    var reader = WKBReader(position: header.size)
    try reader.read(bytes, into: &geometry)
    guard reader.position == bytes.count else {
      throw .trailingBytes(offset: reader.position, count: bytes.count - reader.position)
    }
    return header.srsID
  }

  /// Returns the envelope from the header of a blob if there is one, and otherwise from the
  /// coordinates. Nil for an empty geometry.
  package static func envelope(of bytes: Span<UInt8>) throws(GeometryError) -> Envelope? {
    let header = try Header(bytes)
    if let box = header.envelope { return box }
    if header.isEmpty { return nil }
    if let point = plainPoint(bytes, at: header.size) { return point }
    var geometry = Geometry()
    var reader = WKBReader(position: header.size)
    try reader.read(bytes, into: &geometry)
    let box = geometry.envelope()
    return box.isEmpty ? nil : box
  }

  /// Returns whether the whole blob is one little-endian point with two finite coordinates.
  package static func isPoint(_ bytes: Span<UInt8>) -> Bool { point(bytes) != nil }

  /// Returns the coordinates if the whole blob is one little-endian point with two finite
  /// coordinates. This is the most common blob. Nil for any other.
  package static func point(_ bytes: Span<UInt8>) -> (x: Double, y: Double)? {
    guard let header = try? Header(bytes), bytes.count &- header.size == 21,
      bytes[header.size] == 1, bytes.littleEndianUInt32(at: header.size &+ 1) == 1
    else { return nil }
    let x = bytes.littleEndianDouble(at: header.size &+ 5)
    let y = bytes.littleEndianDouble(at: header.size &+ 13)
    return x.isFinite && y.isFinite ? (x, y) : nil
  }

  /// Returns the offset of the well-known binary in a blob.
  package static func wkbOffset(in bytes: Span<UInt8>) throws(GeometryError) -> Int {
    try Header(bytes).size
  }

  /// Returns the box of a little-endian point, the most common blob. Nil for any other.
  private static func plainPoint(_ bytes: Span<UInt8>, at start: Int) -> Envelope? {
    guard bytes.count - start >= 21, bytes[start] == 1,
      bytes.littleEndianUInt32(at: start + 1) % 1000 == 1,
      bytes.littleEndianUInt32(at: start + 1) < 4000
    else { return nil }
    let x = bytes.littleEndianDouble(at: start + 5)
    let y = bytes.littleEndianDouble(at: start + 13)
    guard x.isFinite, y.isFinite else { return nil }
    return Envelope(minX: x, minY: y, maxX: x, maxY: y)
  }

  /// The part of a blob before its well-known binary.
  private struct Header {
    var srsID: Int32
    var isEmpty: Bool
    /// Whether an extension defines what follows.
    var isExtended: Bool
    /// The box in the header. Nil if there is none or it is not a valid box.
    var envelope: Envelope?
    /// Bytes before the well-known binary.
    var size: Int

    init(_ bytes: Span<UInt8>) throws(GeometryError) {
      guard bytes.count >= 8 else {
        throw .truncated(offset: 0, needed: 8, available: bytes.count)
      }
      guard bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") else {
        throw .unexpected(offset: 0, expected: "GP")
      }
      guard bytes[2] == 0 else { throw .unexpected(offset: 2, expected: "version 0") }
      let flags = bytes[3]
      let isLittleEndian = flags & 1 == 1
      let word = isLittleEndian ? bytes.littleEndianUInt32(at: 4) : bytes.bigEndianUInt32(at: 4)
      srsID = Int32(bitPattern: word)
      isEmpty = flags & 16 != 0
      isExtended = flags & 32 != 0
      let envelopeSize: Int
      switch flags >> 1 & 7 {
      case 0: envelopeSize = 0
      case 1: envelopeSize = 32
      case 2, 3: envelopeSize = 48
      case 4: envelopeSize = 64
      default: throw .unexpected(offset: 3, expected: "an envelope indicator of 0 to 4")
      }
      guard bytes.count - 8 >= envelopeSize else {
        throw .truncated(offset: 8, needed: envelopeSize, available: bytes.count - 8)
      }
      size = 8 + envelopeSize
      guard envelopeSize > 0 else { return }
      let box =
        isLittleEndian
        ? Envelope(
          minX: bytes.littleEndianDouble(at: 8), minY: bytes.littleEndianDouble(at: 24),
          maxX: bytes.littleEndianDouble(at: 16), maxY: bytes.littleEndianDouble(at: 32))
        : Envelope(
          minX: bytes.bigEndianDouble(at: 8), minY: bytes.bigEndianDouble(at: 24),
          maxX: bytes.bigEndianDouble(at: 16), maxY: bytes.bigEndianDouble(at: 32))
      if !box.isEmpty { envelope = box }
    }
  }
}
