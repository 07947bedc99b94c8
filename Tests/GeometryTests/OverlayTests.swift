import Foundation
import Geometry
import TestSupport
import Testing

/// Unions and buffers are valid regions, and the ones that GEOS makes.
@Suite struct OverlayTests {
  /// With `FIELDPACK_EXHAUSTIVE=1`, 20,000 unions and 20,000 buffers.
  private static let rounds =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1" ? 6_667 : 60

  /// Regions with what they were made of, written for GEOS.
  private struct Case: Encodable {
    var parts: [String]
    var region: String
    var distance: Double?
  }

  /// Reads cases, and prints what is wrong with each.
  private static let script = """
    import json, math, random, sys, shapely, shapely.geometry as g
    random.seed(7)
    finer = int(sys.argv[2])
    def crossed(ring, x, y):
      return sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
                 for a, b in zip(ring, ring[1:]))
    def union(parts, ours, slack):
      west, south, east, north = g.GeometryCollection(list(map(g.shape, parts))).bounds
      for _ in range(200):
        x, y = random.uniform(west, east), random.uniform(south, north)
        wanted = any(sum(crossed(r, x, y) for r in p["coordinates"]) % 2 for p in parts)
        at = g.Point(x, y)
        if wanted != ours.contains(at) and ours.boundary.distance(at) > slack:
          yield f"{x}, {y} is {'not ' if wanted else ''}covered"
    def buffer(part, ours, d, slack):
      whole = g.shape(part)
      # Vertices on the circle, ours and GEOS's: the region is between those of two distances.
      circle = math.cos(math.pi / 4 / finer)
      less = d * 0.99879 if d > 0 else d / circle
      more = d / circle if d > 0 else d * 0.99879
      low, high = whole.buffer(less, quad_segs=finer), whole.buffer(more, quad_segs=finer)
      extra = ours.difference(high.buffer(slack)).area
      missing = low.buffer(-slack).difference(ours).area
      limit = 1e-9 * high.area
      if extra > limit: yield f"{extra} too much"
      if missing > limit: yield f"{missing} missing"
    for case in json.load(open(sys.argv[1])):
      parts = list(map(json.loads, case["parts"]))
      ours = g.shape(json.loads(case["region"]))
      size = max(abs(c) for p in parts for c in g.shape(p).bounds)
      wrong = [] if ours.is_valid else [shapely.is_valid_reason(ours)]
      d = case.get("distance")
      wrong += buffer(parts[0], ours, d, 1e-5 * abs(d)) if d else union(parts, ours, 1e-14 * size)
      print("; ".join(wrong[:3]) or "agrees")
    """

  private static func text(_ shape: Geometry) -> String {
    var bytes: [UInt8] = []
    shape.appendGeoJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func check(_ cases: [Case], _ python: Tool) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      String(decoding: JSONEncoder().encode(cases), as: UTF8.self), to: "cases.json")
    // GEOS needs a tenth of the time where its circles are coarser.
    let finer = cases.count > 100 ? "100" : "400"
    let answers = try await python.run(["-c", Self.script, path, finer], seconds: 3_000).lines
    try #require(answers.count == cases.count)
    for (answer, item) in zip(answers, cases) where answer != "agrees" {
      Issue.record("\(answer): \(item.parts.joined(separator: " ").prefix(2_000))")
    }
  }

  /// A ring of random positions, which may cross itself.
  private func ring(
    _ count: Int, _ generator: inout SeededGenerator,
    _ position: (inout SeededGenerator) -> [Double]
  ) -> Geometry {
    var shape = Geometry(.polygon)
    for _ in 0..<count { shape.coordinates += position(&generator) }
    shape.coordinates += shape.coordinates.prefix(2)
    shape.partEnds = [count + 1]
    shape.polygonEnds = [1]
    return shape
  }

  /// A ring around (10, 10) with sharp corners.
  private func star(_ count: Int, _ generator: inout SeededGenerator) -> Geometry {
    var corner = 0
    return ring(count, &generator) { generator in
      let angle = 2 * Double.pi * Double(corner) / Double(count)
      let radius = Double.random(in: 1...10, using: &generator)
      corner += 1
      return [10 + radius * cos(angle), 10 + radius * sin(angle)]
    }
  }

  private func line(
    _ count: Int, _ generator: inout SeededGenerator,
    _ position: (inout SeededGenerator) -> [Double]
  ) -> Geometry {
    var shape = Geometry(.lineString)
    for _ in 0..<count { shape.coordinates += position(&generator) }
    shape.partEnds = [count]
    return shape
  }

  @Test(
    "A union covers what its polygons cover, whatever their rings do",
    .needs(.python("shapely")), arguments: [3, 8, 30])
  func unions(corners: Int) async throws {
    let python = try #require(Tool.python(having: "shapely"))
    var generator = SeededGenerator(seed: UInt64(corners))
    var cases: [Case] = []
    for round in 0..<Self.rounds {
      let shapes = (0..<generator.integer(in: 1...5)).map { _ in
        ring(generator.integer(in: 3...corners), &generator) { generator in
          switch round % 4 {
          // On a small grid, sides often lie on each other.
          case 0: return [0, 1].map { _ in Double(generator.integer(in: 0...6)) }
          case 1: return [0, 1].map { _ in Double.random(in: -180...180, using: &generator) }
          // Far from the origin and almost on one line, crossings are hardest to place.
          case 2:
            let along = Double.random(in: 0...1, using: &generator)
            return [
              13_000_000 + along * 1_000,
              5_000_000 + along * 333 + Double.random(in: 0...1e-8, using: &generator),
            ]
          default:
            return [0, 1].map { _ in Double(generator.integer(in: 0...9)) / 3e5 - 122.65 }
          }
        }
      }
      let region = try Overlay.union(of: shapes)
      cases.append(Case(parts: shapes.map(Self.text), region: Self.text(region)))
    }
    try await check(cases, python)
  }

  @Test(
    "A buffer is what lies within the distance, around corners that are sharp, blunt or turn back",
    .needs(.python("shapely")), arguments: [2, 5, 60])
  func buffers(vertices: Int) async throws {
    let python = try #require(Tool.python(having: "shapely"))
    var generator = SeededGenerator(seed: UInt64(vertices))
    var cases: [Case] = []
    for round in 0..<Self.rounds {
      let isSmooth = round % 3 == 0
      var (x, y, heading) = (0.0, 0.0, 0.0)
      func position(_ generator: inout SeededGenerator) -> [Double] {
        guard isSmooth else { return [0, 1].map { _ in Double(generator.integer(in: 0...20)) } }
        heading += Double.random(in: -0.7...0.7, using: &generator)
        x += cos(heading)
        y += sin(heading)
        return [x, y]
      }
      let count = generator.integer(in: 2...max(2, vertices))
      let shape =
        round % 3 == 2
        ? star(count + 2, &generator)
        : round == 1 ? Geometry(x: 3, y: 4) : line(count, &generator, position)
      let distance = [0.3, 1, 4, 30][generator.integer(in: 0...3)]
      let signed = round % 6 == 5 ? -distance / 10 : distance
      cases.append(
        Case(
          parts: [Self.text(shape)],
          region: Self.text(try PlanarBuffer(distance: signed).region(around: shape)),
          distance: signed))
    }
    try await check(cases, python)
  }

  @Test("Rings that touch in a vertex become rings that OGC allows")
  func touchingRings() throws {
    func square(_ x: Double, _ y: Double, _ size: Double) -> Geometry {
      Geometry(Envelope(minX: x, minY: y, maxX: x + size, maxY: y + size))
    }
    // Four squares around an empty one that they only touch with their corners.
    let cross = try Overlay.union(
      of: [square(1, 0, 1), square(0, 1, 1), square(2, 1, 1), square(1, 2, 1)])
    #expect(cross.polygonEnds == [1, 2, 3, 4])
    // A frame made of four bars has one hole.
    let frame = try Overlay.union(of: [
      Geometry(Envelope(minX: 0, minY: 0, maxX: 9, maxY: 1)),
      Geometry(Envelope(minX: 0, minY: 8, maxX: 9, maxY: 9)),
      Geometry(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 9)),
      Geometry(Envelope(minX: 8, minY: 0, maxX: 9, maxY: 9)),
    ])
    #expect(frame.polygonEnds == [2])
    #expect(PlanarMeasures(frame).area() == 81 - 49)
    // An island in the hole, with a hole of its own.
    let island = try Overlay.union(of: [frame, square(3, 3, 2)])
    #expect(island.polygonEnds == [2, 3])
  }

  @Test("A union that would not fit into memory is refused, and so is a position that is no number")
  func limits() throws {
    var endless = Geometry(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
    endless.coordinates[2] = .infinity
    #expect(throws: GeometryError.notFinite(offset: 0)) { try Overlay.union(of: [endless]) }
  }

  @Test(
    "Meters are meters on the ellipsoid, anywhere and in any spatial reference",
    .needs(.python("pyproj")), arguments: [4326, 3857, 2913])
  func geodesicBuffers(code: Int) async throws {
    let python = try #require(Tool.python(having: "pyproj"))
    let reference = SpatialReference(epsg: code)
    let toReference = try CoordinateTransform(from: .wgs84, to: reference)
    // Far from Oregon, only degrees and Web Mercator are used.
    let starts =
      code == 2913 ? [(-122.6, 45.5)] : [(0.0, 0.0), (-122.6, 45.5), (179.99, -60), (25, 80)]
    var cases: [[String]] = []
    for (x, y) in starts {
      for meters in [30.0, 500, 20_000] {
        var line = Geometry(.lineString)
        line.coordinates = [x, y, x + 0.02, y + 0.004, x + 0.7, y + 0.1]
        line.partEnds = [3]
        try toReference.apply(to: &line)
        var buffer = GeodesicBuffer(meters: meters)
        try buffer.add(line, in: reference)
        let region = try buffer.region()
        cases.append([Self.text(line), Self.text(region), "\(meters)", "\(code)"])
      }
    }
    let script = """
      import json, sys, math, pyproj
      geod = pyproj.Geod(ellps="WGS84")
      for line, region, meters, code in json.load(open(sys.argv[1])):
        d = float(meters)
        system = pyproj.CRS(int(code))
        # Without a shift of the datum, which other tests cover.
        to = pyproj.Transformer.from_crs(system, system.geodetic_crs, always_xy=True)
        points = json.loads(line)["coordinates"]
        on = []
        for a, b in zip(points, points[1:]):
          n = 20000
          on += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n + 1)]
        xs, ys = to.transform(*zip(*on))
        rings = json.loads(region)["coordinates"]
        wrong = [] if len(rings) == 1 else [f"{len(rings)} rings"]
        for x, y in rings[0][:: max(1, len(rings[0]) // 40)]:
          k = math.cos(math.radians(y))
          near = sorted(range(len(xs)), key=lambda i: ((xs[i] - x + 180) % 360 - 180) ** 2 * k * k + (ys[i] - y) ** 2)[:400]
          distance = min(geod.inv(x, y, xs[i], ys[i])[2] for i in near)
          # The line is sampled every few meters.
          if not 0.998 * d - 0.05 < distance < 1.0005 * d + 0.1: wrong.append(f"{distance} at {x},{y}")
        print("; ".join(wrong[:3]) or "agrees")
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(
      String(decoding: JSONEncoder().encode(cases), as: UTF8.self), to: "cases.json")
    let answers = try await python.run(["-c", script, path], seconds: 300).lines
    try #require(answers.count == cases.count)
    for (answer, item) in zip(answers, cases) {
      #expect(answer == "agrees", "\(item[2]) m around \(item[0])")
    }
  }
}
