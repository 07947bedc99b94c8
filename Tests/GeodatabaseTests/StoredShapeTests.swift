import Bytes
import Geodatabase
import Geometry
import TestSupport
import Testing

@Suite struct StoredShapeTests {
  private static let grid = CoordinateGrid(x: .plain, y: .plain, z: .plain, m: .plain)

  private func decoded(_ bytes: [UInt8]) throws -> StoredShape {
    var shape = StoredShape()
    try shape.decode(bytes.span)
    return shape
  }

  private func geometry(_ shape: StoredShape, _ grid: CoordinateGrid = grid) -> Geometry {
    var geometry = Geometry(.point)
    shape.fill(&geometry, on: grid)
    return geometry
  }

  @Test func `a point is a header and two packed integers`() throws {
    // Spatial reference 3857, one point, 4 bytes of body; 100 is A4 01, -70 is C6 01.
    let bytes: [UInt8] = [
      0x64, 0x11, 0x0F, 0x00, 1, 0, 0, 0, 0x04, 0x01, 4, 0, 0, 0, 1, 0, 0, 0, 0xA4, 0x01, 0xC6,
      0x01,
    ]
    let shape = try decoded(bytes)
    #expect(shape.srid == 3_857 && shape.kind == .point)
    #expect(shape.x == [100] && shape.y == [-70])
    #expect(shape.blob == bytes)
    #expect(geometry(shape) == Geometry(x: 100, y: -70))
  }

  @Test func `an empty shape has 18 bytes and no points`() throws {
    var shape = StoredShape()
    shape.kind = .polygon
    #expect(shape.blob.count == 18)
    #expect(try decoded(shape.blob) == shape)
    #expect(geometry(shape).isEmpty && geometry(shape).kind == .multiPolygon)
  }

  @Test func `padding bytes are ignored`() throws {
    var bytes = SampleGeodatabase.path.blob
    #expect(bytes[10] < 64)
    bytes.replaceSubrange(11..<14, with: [0xAB, 0xCD, 0xEF])
    #expect(try decoded(bytes) == SampleGeodatabase.path)
  }

  @Test func `a coordinate is an integer divided by the units plus the origin`() throws {
    let axis = try #require(CoordinateGrid.Axis(origin: -400, units: 1_000))
    var shape = StoredShape()
    (shape.hasZ, shape.hasM, shape.x, shape.y) = (true, true, [277_500], [445_500])
    (shape.z, shape.m) = ([1_005], [7])
    let grid = CoordinateGrid(
      x: axis, y: axis, z: try #require(.init(origin: -100, units: 10)), m: .plain)
    #expect(geometry(try decoded(shape.blob), grid).coordinates == [-122.5, 45.5, 0.5, 7])
    #expect(CoordinateGrid.Axis(origin: 0, units: 0) == nil)
    #expect(CoordinateGrid.Axis(origin: .nan, units: 1) == nil)
  }

  @Test func `rings are closed, shells turn left and holes right`() throws {
    let park = geometry(try decoded(SampleGeodatabase.park.blob))
    #expect(park.kind == .multiPolygon)
    #expect(park.partEnds == [5, 10, 14])
    #expect(park.polygonEnds == [2, 3])
    let unclosed = {
      var shape = StoredShape()
      shape.kind = .polygon
      (shape.x, shape.y) = ([0, 9, 9], [0, 0, 9])
      return shape
    }()
    #expect(geometry(unclosed).coordinates == [0, 0, 9, 0, 9, 9, 0, 0])
  }

  @Test func `a shell that touches its own beginning is two shells`() throws {
    var shape = StoredShape()
    shape.kind = .polygon
    (shape.x, shape.y) = ([0, 4, 4, 0, -4, -4, 0], [0, 0, 4, 0, 0, -4, 0])
    #expect(geometry(shape).polygonEnds == [1, 2])
  }

  @Test(arguments: [true, false])
  func `separators can have measures or none`(hasOwn: Bool) throws {
    var shape = SampleGeodatabase.path
    if !hasOwn { shape.m.remove(at: 2) }
    let path = geometry(try decoded(shape.blob))
    #expect(path.kind == .multiLineString && path.hasM && !path.hasZ)
    #expect(path.partEnds == [2, 4])
    #expect(
      path.coordinates == [8_000, 8_000, 40, 8_008, 8_016, 44, 8_100, 8_000, 48, 8_200, 8_000, 50])
  }

  /// A random shape with few or many points and parts.
  private func shape(_ seed: UInt64) -> StoredShape {
    var random = SeededGenerator(seed: seed)
    var shape = StoredShape()
    shape.srid = UInt32(random.integer(in: 0...0xFF_FFFF))
    shape.kind = [.point, .multipoint, .line, .polygon][random.integer(in: 0...3)]
    shape.hasZ = random.integer(in: 0...1) == 1
    shape.hasM = random.integer(in: 0...1) == 1
    shape.flags = UInt32(truncatingIfNeeded: random.next())
    let isParted = shape.kind == .line || shape.kind == .polygon
    let parts = isParted ? random.integer(in: 1...4) : 1
    shape.form = parts > 1 ? 0x44 : 0x04
    for part in 0..<parts {
      if part > 0 {
        shape.x.append(-1)
        shape.y.append(0)
      }
      for _ in 0..<(shape.kind == .point ? 1 : random.integer(in: 1...12)) {
        shape.x.append(Int64(random.integer(in: 0...1 << 53)))
        shape.y.append(Int64(random.integer(in: 0...1 << 53)))
      }
    }
    let few = random.integer(in: -100...100)
    if shape.hasZ { shape.z = shape.x.map { _ in Int64(random.integer(in: few...1_000)) } }
    if shape.hasM { shape.m = shape.x.map { _ in Int64(random.integer(in: 0...1 << 40)) } }
    return shape
  }

  @Test func `every shape is read back as written`() throws {
    for seed in UInt64(0)..<400 {
      let shape = shape(seed)
      #expect(try decoded(shape.blob) == shape, "seed \(seed)")
    }
  }

  @Test func `damaged bytes give an error or a valid shape`() throws {
    var reused = StoredShape()
    var target = Geometry(.point)
    try Fuzz.run(iterations: 4_000) { seed in
      var mutator = Mutator(seed: seed)
      let blob = shape(seed % 50).blob
      let bytes = mutator.mutated(blob, others: [SampleGeodatabase.park.blob])
      guard (try? reused.decode(bytes.span)) != nil else { return }
      #expect(reused.x.count <= bytes.count / 2 && reused.x.count == reused.y.count)
      reused.fill(&target, on: Self.grid)
      let stride = target.stride
      #expect(target.coordinates.count % stride == 0)
      #expect(target.partEnds.last ?? 0 <= target.vertexCount, "seed \(seed)")
      #expect(target.polygonEnds.last ?? 0 <= target.partEnds.count, "seed \(seed)")
      // A shape that was read is written, and equals itself when it is read again.
      let again = reused
      let read = try decoded(again.blob)
      #expect(read == again, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ([0x64, 0, 0, 0], GeometryError.truncated(offset: 0, needed: 18, available: 4)),
    (
      [0x64, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 4, 1] + [UInt8](repeating: 0x80, count: 12),
      .unexpected(offset: 10, expected: "an integer of at most 62 bits")
    ),
    (
      // Each x is 2^60 more than the one before.
      [0x64, 0, 0, 0, 2, 0, 0, 0, 8, 1, 20, 0, 0, 0, 1, 0, 0, 0]
        + [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 0]
        + [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 0],
      .unexpected(offset: 28, expected: "a coordinate of at most 61 bits")
    ),
    (
      [0x64, 0, 0, 0, 9, 0, 0, 0, 8, 1, 4, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1],
      .countTooLarge(offset: 4, count: 9, limit: 2)
    ),
    (
      [0x64, 0, 0, 0, 1, 0, 0, 0, 4, 1, 5, 0, 0, 0, 1, 0, 0, 0, 1, 1],
      .truncated(offset: 18, needed: 5, available: 2)
    ),
    (
      [0x64, 0, 0, 0, 1, 0, 0, 0, 4, 1, 3, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1],
      .trailingBytes(offset: 20, count: 1)
    ),
    (
      [0x64, 0, 0, 0, 1, 0, 0, 0, 6, 1, 4, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1],
      .unexpected(offset: 20, expected: "1 heights and measures, not 2")
    ),
    (
      [0x64, 0, 0, 0, 0, 0, 0, 0, 0x20, 0] + [UInt8](repeating: 0, count: 8),
      .unsupportedKind(offset: 8, name: "32")
    ),
  ])
  func `an error has its byte offset`(bytes: [UInt8], error: GeometryError) {
    #expect(throws: error) { try decoded(bytes) }
  }
}
