import Bytes
import Geometry
import OrderedJSON
import TestSupport
import Testing

/// Encodings of geometries and reference systems with changed bytes.
@Suite struct GeometryFuzzTests {
  /// Some of each kind, with and without heights and measures.
  private static let geometries = (UInt64(0)..<60).map { seed in
    var random = RandomGeometry(seed: seed)
    return random.next()
  }

  /// The ends of parts and polygons are in order, and each position is whole.
  private func expectIsWhole(_ geometry: Geometry, seed: UInt64) {
    #expect(geometry.coordinates.count % geometry.stride == 0, "seed \(seed)")
    for (ends, limit) in [
      (geometry.partEnds, geometry.vertexCount), (geometry.polygonEnds, geometry.partEnds.count),
    ] {
      #expect(ends == ends.sorted() && ends.last ?? 0 <= limit, "seed \(seed)")
    }
  }

  @Test func `damaged well-known binary gives an error, or a geometry that reads back`() throws {
    let sound = Self.geometries.map { geometry in
      var bytes: [UInt8] = []
      geometry.appendWKB(to: &bytes)
      return bytes
    }
    try Fuzz.run(iterations: 4_000) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(sound[Int(seed % 60)], others: sound)
      guard let geometry = try? Geometry(wkb: bytes.span) else { return }
      expectIsWhole(geometry, seed: seed)
      var again: [UInt8] = []
      geometry.appendWKB(to: &again)
      let read = try Geometry(wkb: again.span)
      #expect(read == geometry, "seed \(seed)")
    }
  }

  @Test func `damaged blobs of packages give an error, or a geometry that reads back`() throws {
    let sound = Self.geometries.map { geometry in
      var bytes: [UInt8] = []
      GeoPackageBlob.append(geometry, srsID: 4326, to: &bytes)
      return bytes
    }
    try Fuzz.run(iterations: 4_000) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(sound[Int(seed % 60)], others: sound)
      _ = try? GeoPackageBlob.envelope(of: bytes.span)
      _ = GeoPackageBlob.point(bytes.span)
      var geometry = Geometry()
      guard let system = try? GeoPackageBlob.decode(bytes.span, into: &geometry) else { return }
      expectIsWhole(geometry, seed: seed)
      var again: [UInt8] = []
      GeoPackageBlob.append(geometry, srsID: system, to: &again)
      var read = Geometry()
      let systemRead = try GeoPackageBlob.decode(again.span, into: &read)
      #expect(systemRead == system && read == geometry, "seed \(seed)")
    }
  }

  @Test func `damaged GeoJSON geometries give an error, or a geometry that reads back`() throws {
    var reader = GeoJSONGeometryReader()
    try expectReadsBack(keepsOrder: true) { geometry, bytes in
      geometry.appendGeoJSON(to: &bytes)
    } read: { bytes, scanner, geometry in
      try reader.read(bytes.span, scanner: &scanner, into: &geometry)
    }
  }

  @Test func `damaged Esri geometries give an error, or a geometry that reads back`() throws {
    var reader = EsriGeometryReader()
    // Where rings cross, their directions tell which one is a hole, and holes follow their shells.
    try expectReadsBack(keepsOrder: false) { geometry, bytes in
      geometry.appendEsriJSON(to: &bytes)
    } read: { bytes, scanner, geometry in
      try reader.read(bytes.span, scanner: &scanner, into: &geometry)
    }
  }

  /// What is read from damaged text is written, and has the same lines and rings when it is read
  /// again. Heights and measures don't count: GeoJSON has no measures, and neither form has to have
  /// the height of each position.
  private func expectReadsBack(
    keepsOrder: Bool, write: (Geometry, inout [UInt8]) -> Void,
    read: ([UInt8], inout JSONScanner, inout Geometry) throws -> Bool
  ) throws {
    let sound = Self.geometries.map { geometry in
      var bytes: [UInt8] = []
      write(geometry, &bytes)
      return bytes
    }
    try Fuzz.run(iterations: 4_000) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(sound[Int(seed % 60)], others: sound)
      var scanner = JSONScanner()
      var geometry = Geometry()
      guard (try? read(bytes, &scanner, &geometry)) == true else { return }
      expectIsWhole(geometry, seed: seed)
      #expect(scanner.position <= bytes.count, "seed \(seed)")
      var again: [UInt8] = []
      write(geometry, &again)
      var second = JSONScanner()
      var reread = Geometry()
      let isThere = try read(again, &second, &reread)
      #expect(isThere && second.position == again.count, "seed \(seed)")
      #expect(reread.kind == geometry.kind, "seed \(seed)")
      let (found, expected) = (Self.parts(reread), Self.parts(geometry))
      if keepsOrder {
        #expect(found == expected && reread.polygonEnds == geometry.polygonEnds, "seed \(seed)")
      } else {
        #expect(Self.sorted(found) == Self.sorted(expected), "seed \(seed)")
      }
    }
  }

  /// The x and y of the positions of each part. Rings have the direction that gives the
  /// lesser numbers: both forms have a rule for it, which damaged text need not follow.
  private static func parts(_ geometry: Geometry) -> [[Double]] {
    guard !geometry.partEnds.isEmpty else { return [positions(0..<geometry.vertexCount, geometry)] }
    return geometry.partEnds.indices.map { part in
      let vertices = geometry.vertices(ofPart: part)
      let ahead = positions(vertices, geometry)
      guard !geometry.polygonEnds.isEmpty else { return ahead }
      let back = positions(vertices.reversed(), geometry)
      return back.lexicographicallyPrecedes(ahead) ? back : ahead
    }
  }

  private static func sorted(_ parts: [[Double]]) -> [[Double]] {
    parts.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func positions(
    _ vertices: some Collection<Int>, _ geometry: Geometry
  ) -> [Double] {
    vertices.flatMap { [geometry.x($0), geometry.y($0)] }
  }

  @Test func `damaged well-known text gives an error, or a system that can be used`() {
    let codes = [4326, 4269, 3857, 2913, 2271, 27700, 28992, 2056, 5514, 3035, 31467, 2193]
    let sound = codes.flatMap { code in
      let reference = SpatialReference(epsg: code)
      return [Array(reference.wkt1().utf8), Array(reference.esriWKT().utf8)]
    }
    let world = SpatialReference(epsg: 4326)
    Fuzz.run(iterations: 2_000) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(sound[Int(seed % UInt64(sound.count))], others: sound)
      guard let read = try? SpatialReference(wkt: String(decoding: bytes, as: UTF8.self)),
        let transform = try? CoordinateTransform(from: world, to: read)
      else { return }
      for (x, y) in [(0.5, 51.5), (-122.6, 45.5), (180, -90), (1e300, -1e300)] {
        guard let position = transform.forward(x: x, y: y) else { continue }
        #expect(position.x.isFinite && position.y.isFinite, "seed \(seed)")
      }
    }
  }
}
