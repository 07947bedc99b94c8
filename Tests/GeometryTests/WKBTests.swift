import Bytes
import Geometry
import TestSupport
import Testing

@Suite struct WKBTests {
  private func wkb(_ geometry: Geometry) -> [UInt8] {
    var bytes: [UInt8] = []
    geometry.appendWKB(to: &bytes)
    return bytes
  }

  private func bytes(hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { offset in
      let start = hex.index(hex.startIndex, offsetBy: offset)
      return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
    }
  }

  @Test(arguments: 0..<200)
  func `any geometry reads back from its well-known binary`(seed: Int) throws {
    var random = RandomGeometry(seed: UInt64(seed))
    let geometry = random.next()
    #expect(try Geometry(wkb: wkb(geometry).span) == geometry)
  }

  @Test(arguments: [
    // big-endian ISO, EWKB with srid, ISO Z, EWKB Z
    "00000000013FF00000000000004000000000000000",
    "0101000020E6100000000000000000F03F0000000000000040",
  ])
  func `a point is read in either byte order and with an srid`(hex: String) throws {
    let geometry = try Geometry(wkb: bytes(hex: hex).span)
    #expect(geometry == Geometry(x: 1, y: 2))
  }

  @Test(arguments: ["E9030000", "01000080"])
  func `heights are read in the ISO and PostGIS forms`(type: String) throws {
    let hex = "01\(type)000000000000F03F00000000000000400000000000000840"
    let geometry = try Geometry(wkb: bytes(hex: hex).span)
    #expect(geometry.hasZ && !geometry.hasM)
    #expect(geometry.coordinates == [1, 2, 3])
  }

  @Test func `a point of NaN is empty, and is written that way`() throws {
    let empty = Geometry(.point)
    let written = wkb(empty)
    #expect(written.count == 21)
    #expect(Array(written[5..<13]) == [0, 0, 0, 0, 0, 0, 0xF8, 0x7F])
    #expect(try Geometry(wkb: written.span).isEmpty)
  }

  @Test func `a point with one NaN is rejected`() {
    var written = wkb(Geometry(.point))
    for index in 13..<21 { written[index] = 0 }
    #expect(throws: GeometryError.notFinite(offset: 5)) { try Geometry(wkb: written.span) }
  }

  @Test(
    arguments: [
      (17, "Triangle"), (15, "PolyhedralSurface"), (0, "Geometry"), (99, "of WKB type 99"),
      (5001, "of WKB type 5001"),
    ] as [(UInt32, String)])
  func `other kinds are rejected with their name`(code: UInt32, name: String) {
    var written: [UInt8] = [1]
    written.append(littleEndian: code)
    written.append(littleEndian: UInt32(0))
    #expect(throws: GeometryError.unsupportedKind(offset: 1, name: name)) {
      try Geometry(wkb: written.span)
    }
  }

  @Test(
    arguments: [(8, "CircularString"), (10, "CurvePolygon"), (1011, "MultiCurve")]
      as [(UInt32, String)])
  func `curves cost only their shape`(code: UInt32, name: String) {
    var written: [UInt8] = [1]
    written.append(littleEndian: code)
    written.append(littleEndian: UInt32(0))
    let error = #expect(throws: GeometryError.curve(offset: 1, name: name)) {
      try Geometry(wkb: written.span)
    }
    #expect(error?.costsOnlyItsShape == true)
  }

  @Test func `a collection of shapes of one kind is a multiple shape`() throws {
    func collection(_ members: [Geometry]) -> [UInt8] {
      var written: [UInt8] = [1]
      written.append(littleEndian: UInt32(7))
      written.append(littleEndian: UInt32(members.count))
      for member in members { member.appendWKB(to: &written) }
      return written
    }
    let points = collection([Geometry(x: 1, y: 2), Geometry(x: 3, y: 4)])
    let shape = try Geometry(wkb: points.span)
    #expect(shape.kind == .multiPoint)
    #expect(shape.coordinates == [1, 2, 3, 4])
    let mixed = collection([
      Geometry(x: 1, y: 2), Geometry(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)),
    ])
    #expect(throws: GeometryError.mixedCollection(offset: 0)) { try Geometry(wkb: mixed.span) }
    #expect(try Geometry(wkb: collection([]).span).isEmpty)
  }

  @Test(arguments: [2, 3, 4, 5, 6, 7] as [UInt32])
  func `a count of four billion is rejected before anything is stored`(kind: UInt32) {
    var written: [UInt8] = [1]
    written.append(littleEndian: kind)
    written.append(littleEndian: UInt32.max)
    written.append(zeros: 64)
    #expect(throws: GeometryError.self) { try Geometry(wkb: written.span) }
  }

  @Test(arguments: 0..<40)
  func `truncated bytes are an error wherever they end`(seed: Int) {
    var random = RandomGeometry(seed: UInt64(seed))
    let written = wkb(random.next())
    for count in 0..<written.count {
      #expect(throws: GeometryError.self) { try Geometry(wkb: written.span.extracting(0..<count)) }
    }
  }

  @Test func `members of another kind, other dimensions or deeper nesting are rejected`() {
    var collection = Geometry(.multiPoint)
    collection.coordinates = [1, 2]
    for type in [2, 1001, 4, 7] as [UInt32] {
      var written = wkb(collection)
      var word: [UInt8] = []
      word.append(littleEndian: type)
      written.replaceSubrange(10..<14, with: word)
      written.append(zeros: 32)
      #expect(throws: GeometryError.self) { try Geometry(wkb: written.span) }
    }
  }

  @Test func `left-over bytes are rejected`() {
    let written = wkb(Geometry(x: 1, y: 2)) + [0]
    #expect(throws: GeometryError.trailingBytes(offset: 21, count: 1)) {
      try Geometry(wkb: written.span)
    }
  }
}
