import Bytes
import Geometry
import TestSupport
import Testing

@Suite struct GeoPackageBlobTests {
  private func blob(_ geometry: Geometry, srsID: Int32 = 4326) -> [UInt8] {
    var bytes: [UInt8] = []
    GeoPackageBlob.append(geometry, srsID: srsID, to: &bytes)
    return bytes
  }

  @Test func `a point has 29 bytes and no envelope`() throws {
    let bytes = blob(Geometry(x: -122.6, y: 45.5))
    #expect(bytes.count == 29)
    #expect(Array(bytes[0..<8]) == [0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0])
    #expect(
      try GeoPackageBlob.envelope(of: bytes.span)
        == Envelope(minX: -122.6, minY: 45.5, maxX: -122.6, maxY: 45.5))
  }

  @Test(arguments: 0..<200)
  func `any geometry reads back from its blob, with its box`(seed: Int) throws {
    var random = RandomGeometry(seed: UInt64(seed))
    let geometry = random.next()
    let bytes = blob(geometry, srsID: -1)
    var read = Geometry()
    #expect(try GeoPackageBlob.decode(bytes.span, into: &read) == -1)
    #expect(read == geometry)
    let box = try GeoPackageBlob.envelope(of: bytes.span)
    #expect(box == (geometry.isEmpty ? nil : geometry.envelope()))
  }

  @Test(arguments: GeometryKind.allCases)
  func `an empty geometry has the empty flag and no envelope`(kind: GeometryKind) throws {
    let bytes = blob(Geometry(kind))
    #expect(bytes[3] == 0x11)
    #expect(try GeoPackageBlob.envelope(of: bytes.span) == nil)
  }

  @Test func `a big-endian header with an envelope of four dimensions is read`() throws {
    var bytes: [UInt8] = [0x47, 0x50, 0, 0b0000_1000]
    bytes.append(bigEndian: UInt32(3857))
    for number in [1, 2, 3, 4, 0, 0, 0, 0] as [Double] {
      bytes.append(bigEndian: number.bitPattern)
    }
    Geometry(x: 1, y: 3).appendWKB(to: &bytes)
    var geometry = Geometry()
    #expect(try GeoPackageBlob.decode(bytes.span, into: &geometry) == 3857)
    #expect(geometry == Geometry(x: 1, y: 3))
    #expect(
      try GeoPackageBlob.envelope(of: bytes.span)
        == Envelope(minX: 1, minY: 3, maxX: 2, maxY: 4))
  }

  @Test func `truncated and invalid blobs are errors`() {
    let bytes = blob(Geometry(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)))
    var geometry = Geometry()
    for count in 0..<bytes.count {
      #expect(throws: GeometryError.self) {
        try GeoPackageBlob.decode(bytes.span.extracting(0..<count), into: &geometry)
      }
    }
    for (index, value) in [(0, 0x48), (2, 1), (3, 0x0B)] as [(Int, UInt8)] {
      var damaged = bytes
      damaged[index] = value
      #expect(throws: GeometryError.self) {
        try GeoPackageBlob.decode(damaged.span, into: &geometry)
      }
    }
  }
}
