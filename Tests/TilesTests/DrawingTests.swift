import Bytes
import Geometry
import TestSupport
import Testing
import Tiles

/// Base maps that are drawn from shapes: what is drawn where, and with which pixels.
@Suite struct DrawingTests {
  /// Draws shapes in meters of Web Mercator, and returns the tiles with their pixels.
  private func draw(
    _ shapes: [(Geometry, DrawnClass)], levels: ClosedRange<Int> = 14...14,
    style: TileStyle = TileStyle(.light), area: Envelope? = nil
  ) async throws -> [TileID: Picture] {
    var drawn = DrawnShapes()
    for (shape, kind) in shapes { try drawn.append(shape, as: kind) }
    let folder = try TemporaryFolder()
    let coverage = try area.map { TileCoverage(try PreparedPolygon(Geometry($0))) }
    let source = try await DrawnTiles(drawn, style: style, levels: levels, area: coverage).source(
      path: "shapes", scratchIn: folder.path
    ) { _ in }
    var tiles = try TileSet([source])
    var pictures: [TileID: Picture] = [:]
    for entry in tiles.entries {
      let read = try tiles.read(entry)
      let bytes = try #require(read).bytes
      pictures[entry.tile] = try Picture(png: bytes)
    }
    return pictures
  }

  /// The tile with the middle of the drawn world, and its box in meters.
  private static let tile = TileID(level: 14, column: 8_192, row: 8_191)
  private static func box() throws -> Envelope { TileGrid.box(of: try #require(tile)) }

  private func picture(
    _ shapes: [(Geometry, DrawnClass)], style: TileStyle = TileStyle(.light)
  ) async throws -> Picture {
    let tile = try #require(Self.tile)
    let drawn = try await draw(shapes, style: style)
    return try #require(drawn[tile])
  }

  /// A polygon with its corners in pixels of the tile.
  private func polygon(_ rings: [[(Double, Double)]]) throws -> Geometry {
    let box = try Self.box()
    var shape = Geometry(.polygon)
    for ring in rings {
      for (x, y) in ring + [ring[0]] {
        shape.coordinates += [
          box.minX + x / 256 * box.width, box.maxY - y / 256 * box.height,
        ]
      }
      shape.partEnds.append(shape.coordinates.count / 2)
    }
    shape.polygonEnds = [rings.count]
    return shape
  }

  /// A line with its vertices in pixels of the tile.
  private func line(_ points: [(Double, Double)]) throws -> Geometry {
    let box = try Self.box()
    // Not the box's width, which is rounded.
    let pixel = 2 * TileGrid.reach / Double(1 << 14) / 256
    var shape = Geometry(.lineString)
    for (x, y) in points {
      shape.coordinates += [box.minX + x * pixel, box.maxY - y * pixel]
    }
    shape.partEnds = [points.count]
    return shape
  }

  private static let ground: UInt32 = 0xEFECE5
  private static let water: UInt32 = 0xCFE1EF
  private static let park: UInt32 = 0xDEEED7

  // MARK: Areas

  @Test func `a pixel has as much of a color as the shape covers of it`() async throws {
    // 40 to 60 to the right, 10.5 to 20.25 down.
    let picture = try await picture([
      (try polygon([[(40, 10.5), (60, 10.5), (60, 20.25), (40, 20.25)]]), .water)
    ])
    #expect(picture[50, 15] == Self.water)
    #expect(picture[39, 15] == Self.ground && picture[60, 15] == Self.ground)
    #expect(picture[50, 9] == Self.ground && picture[50, 21] == Self.ground)
    #expect(picture.share(of: Self.water, over: Self.ground, 50, 10) == 0.5)
    #expect(picture.share(of: Self.water, over: Self.ground, 50, 20) == 0.25)
  }

  @Test func `random triangles cover what sampling says`() async throws {
    var random = SeededGenerator(seed: 7)
    let tile = try #require(Self.tile)
    for _ in 0..<10 {
      let corners = (0..<3).map { _ in
        (
          Double(random.integer(in: -100...3_000)) / 10,
          Double(random.integer(in: -100...3_000)) / 10
        )
      }
      let drawn = try await draw([(try polygon([corners]), .water)])
      guard let picture = drawn[tile] else { continue }
      for (x, y) in (0..<60).map({ (($0 * 37) % 256, ($0 * 91) % 256) }) {
        let covered = Self.sampled(x, y) { Self.isInside($0, corners) }
        let share = picture.share(of: Self.water, over: Self.ground, x, y)
        #expect(abs(share - covered) < 0.1, "\(corners) \(x) \(y): \(share), sampled \(covered)")
      }
    }
  }

  /// How much of a pixel is in a shape, by 32 × 32 samples.
  private static func sampled(
    _ x: Int, _ y: Int, _ isInside: ((x: Double, y: Double)) -> Bool
  ) -> Double {
    var count = 0
    for sample in 0..<1_024 {
      let place = (
        x: Double(x) + (Double(sample % 32) + 0.5) / 32,
        y: Double(y) + (Double(sample / 32) + 0.5) / 32
      )
      if isInside(place) { count += 1 }
    }
    return Double(count) / 1_024
  }

  private static func isInside(
    _ point: (x: Double, y: Double), _ ring: [(Double, Double)]
  ) -> Bool {
    var isInside = false
    for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1))
    where (from.1 > point.y) != (to.1 > point.y) {
      if point.x < from.0 + (point.y - from.1) / (to.1 - from.1) * (to.0 - from.0) {
        isInside.toggle()
      }
    }
    return isInside
  }

  @Test(arguments: [true, false])
  func `holes stay empty, and areas that overlap stay filled, whichever way they go round`(
    _ isReversed: Bool
  ) async throws {
    func ring(_ low: Double, _ high: Double) -> [(Double, Double)] {
      let ring = [(low, low), (high, low), (high, high), (low, high)]
      return isReversed ? ring.reversed() : ring
    }
    let picture = try await picture([
      (try polygon([ring(20, 120), ring(50, 90)]), .park),
      (try polygon([ring(100, 150).reversed()]), .park),
    ])
    #expect(picture[30, 30] == Self.park)
    #expect(picture[70, 70] == Self.ground)
    #expect(picture[110, 110] == Self.park)
    #expect(picture[140, 140] == Self.park)
  }

  @Test func `water is around land, and higher classes lie over lower ones`() async throws {
    let whole = [(0.0, 0.0), (200, 0), (200, 200), (0, 200)]
    let picture = try await picture([
      (try polygon([[(20, 20), (60, 20), (60, 60), (20, 60)]]), .water),
      (try polygon([whole]), .land), (try line([(0, 40), (256, 40)]), .highway),
    ])
    #expect(picture[230, 230] == Self.water)
    #expect(picture[150, 150] == Self.ground)
    #expect(picture[30, 30] == Self.water)
    #expect(picture[30, 40] == 0xFBE3B0)
  }

  // MARK: Lines

  @Test func `a line is as even at its vertices as between them`() async throws {
    let straight = try await picture([(try line([(10, 20), (250, 220)]), .major)])
    let steps = (0...24).map { step in
      let part = Double(step) / 24
      return (10 + part * 240, 20 + part * 200)
    }
    let broken = try await picture([(try line(steps), .major)])
    #expect(straight == broken)
  }

  @Test func `strokes cover what is near their line, round at bends and ends`() {
    var random = SeededGenerator(seed: 3)
    var (total, pixels) = (0.0, 0)
    for round in 0..<12 {
      let radius = 0.6 + Double(random.integer(in: 0...60)) / 10
      let corners = (0..<random.integer(in: 2...5)).map { _ in
        (Double(random.integer(in: 50...590)) / 10, Double(random.integer(in: 50...590)) / 10)
      }
      var mask = CoverageMask(size: 64)
      StrokeOutline(radius: radius).add(corners.map { SIMD2($0.0, $0.1) }, to: &mask)
      var found = [Double](repeating: 0, count: 64 * 64)
      mask.sweep { pixels, covered in
        for pixel in pixels { found[pixel] = Double(covered) / 16 }
      }
      for pixel in 0..<64 * 64 {
        let (x, y) = (pixel % 64, pixel / 64)
        let middle = Self.distance((Double(x) + 0.5, Double(y) + 0.5), corners)
        if middle > radius + 1 { #expect(found[pixel] == 0, "round \(round): \(x) \(y)") }
        if middle < radius - 1 { #expect(found[pixel] == 1, "round \(round): \(x) \(y)") }
        guard abs(middle - radius) < 1 else { continue }
        let covered = Self.sampled(x, y) { Self.distance($0, corners) < radius }
        total += abs(covered - found[pixel])
        pixels += 1
      }
    }
    // A 16th is what levels of coverage differ by.
    #expect(pixels > 2_000 && total / Double(pixels) < 1 / 16.0, "\(total / Double(pixels))")
  }

  private static func distance(_ point: (Double, Double), _ line: [(Double, Double)]) -> Double {
    var least = Double.infinity
    let place = SIMD2(point.0, point.1)
    for (from, to) in zip(line, line.dropFirst()) {
      let start = SIMD2(from.0, from.1)
      let step = SIMD2(to.0, to.1) - start
      let along: Double = ((place - start) * step).sum() / (step * step).sum()
      let away = start + step * max(0, min(1, along)) - place
      least = min(least, (away * away).sum().squareRoot())
    }
    return least
  }

  @Test func `a path is dashed, and its dashes go on across tiles`() async throws {
    let box = try Self.box()
    let y = box.minY + box.height / 2
    var shape = Geometry(.lineString)
    shape.coordinates = [box.minX - 3 * box.width, y, box.maxX + 3 * box.width, y]
    shape.partEnds = [2]
    let drawn = try await draw([(shape, .boundary)])
    let row = try #require(Self.tile).row
    let pixels = try (8_190...8_194).flatMap { column in
      let tile = try #require(TileID(level: 14, column: column, row: row))
      let picture = try #require(drawn[tile])
      return (0..<256).map { picture[$0, 127] != Self.ground }
    }
    // Dashes of 6 pixels and gaps of 4, the first one somewhere.
    let starts = pixels.indices.dropFirst().filter { pixels[$0] && !pixels[$0 - 1] }
    #expect(starts.count > 100)
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == 10 })
  }

  @Test func `a line that leaves the surroundings of a tile and comes back is not closed`()
    async throws
  {
    // A vertex is exactly at the limit, 34 pixels to the west. The line comes back in the east.
    let shape = try line([
      (-20, 10), (-34, 10), (-60, 10), (-60, -100), (400, -100), (400, 200), (290, 240),
      (280, 250),
    ])
    let drawn = try await draw([(shape, .major)])
    let tile = try #require(Self.tile)
    #expect(drawn[tile] == nil)
  }

  // MARK: Tiles

  /// The scales, and the levels that are drawn for them.
  @Test(arguments: [
    (nil, 0.0, 10...17), (50_000.0, 500.0, 13...20), (50_000, 0, 13...17), (0, 4_000, 0...17),
    (500, 70, 20...20),
  ])
  func `levels are those of the scales, and none is finer than the program can draw in time`(
    _ minimum: Double?, maximum: Double, levels: ClosedRange<Int>
  ) {
    #expect(DrawnTiles.levels(fromScale: minimum, to: maximum) == levels)
  }

  @Test func `only tiles that hold something are drawn, each like any other way to draw it`()
    async throws
  {
    let shapes: [(Geometry, DrawnClass)] = [
      (try polygon([[(10, 10), (600, 40), (500, 500), (40, 300)]]), .park),
      (try line([(-300, -200), (700, 480)]), .local),
      (try line([(100, 900), (400, 100)]), .highway),
    ]
    let all = try await draw(shapes, levels: 12...14)
    #expect(Set(all.keys.map(\.level)) == Set(12...14))
    for (tile, picture) in all {
      #expect(picture.colors > 1 || picture[0, 0] != Self.ground, "\(tile)")
    }
    let alone = try await draw(shapes, levels: 14...14)
    #expect(alone == all.filter { $0.key.level == 14 })
    let box = try Self.box()
    let inside = try await draw(shapes, levels: 14...14, area: box)
    #expect(inside.count == 1)
    #expect(inside.allSatisfy { alone[$0.key] == $0.value })
  }

  @Test func `a tile has the colors of both themes, those of its style as its palette`()
    async throws
  {
    let shapes: [(Geometry, DrawnClass)] = [
      (try polygon([[(10, 10), (100, 10), (100, 100)]]), .park),
      (try line([(0, 200), (256, 220)]), .major), (try line([(0, 0), (256, 250)]), .local),
    ]
    let light = try await picture(shapes)
    let dark = try await picture(shapes, style: TileStyle(.dark))
    #expect(light[200, 20] == Self.ground && dark[200, 20] == 0x1A1F1D)
    #expect(light[90, 50] == Self.park && dark[90, 50] == 0x22352A)
    #expect(light.inOtherTheme == dark)
    #expect(dark.inOtherTheme == light)
  }

  // MARK: Names of streets

  /// The names in the chunk of the tile: class, begin and end in pixels, and text.
  private func names(
    _ shapes: [(Geometry, DrawnClass, String?)], level: Int = 14
  ) async throws -> [String] {
    var drawn = DrawnShapes()
    for (shape, kind, name) in shapes { try drawn.append(shape, as: kind, name: name) }
    let folder = try TemporaryFolder()
    let source = try await DrawnTiles(
      drawn, style: TileStyle(.light), levels: level...level, area: nil
    ).source(path: "shapes", scratchIn: folder.path) { _ in }
    var tiles = try TileSet([source])
    // The tile, or the first finer one with names.
    for entry in tiles.entries where level != 14 || entry.tile == Self.tile {
      let read = try tiles.read(entry)
      let names = try Picture(png: try #require(read).bytes).names
      if !names.isEmpty { return names }
    }
    return []
  }

  @Test func `a tile has the name of a street once, along its longest straight piece`()
    async throws
  {
    let street = [
      // Blocks of one street with a gap at a crossing, and a bend.
      (try line([(-50, 100), (100, 100)]), DrawnClass.major, "A" as String?),
      (try line([(104, 100), (180, 101)]), .major, "A"),
      (try line([(180, 101), (180, 200)]), .major, "A"),
      (try line([(20, 0), (20, 300)]), .collector, "Bé"),
    ]
    #expect(try await names(street) == ["3 0,100 180,100 A", "2 20,0 20,255 Bé"])
  }

  @Test func `names of lesser streets and short pieces are left out`() async throws {
    let local = [(try line([(0, 50), (256, 50)]), DrawnClass.local, "Side Street" as String?)]
    #expect(try await names(local) == [])
    #expect(try await names(local, level: 15).count == 1)
    for (length, count) in [(29.0, 0), (44, 0), (46, 1)] {
      let street = [
        (try line([(10, 50), (10 + length, 50)]), DrawnClass.major, "Ten Letter" as String?)
      ]
      #expect(try await names(street).count == count, "\(length)")
    }
    let park = [
      (try polygon([[(0, 0), (200, 0), (200, 200)]]), DrawnClass.park, "Park" as String?)
    ]
    #expect(try await names(park) == [])
  }

  @Test func `a name that is too long, and names beyond the limit, are left out`() async throws {
    let long = [
      (
        try line([(0, 50), (256, 50)]), DrawnClass.major,
        String(repeating: "i", count: 101) as String?
      )
    ]
    #expect(try await names(long) == [])
    let many = try (0..<50).map { number in
      (
        try line([(0, Double(number * 5)), (100 + Double(number), Double(number * 5))]),
        DrawnClass.highway, "\(number)" as String?
      )
    }
    let found = try await names(many)
    #expect(found.count == 40)
    #expect(found.first == "4 0,245 149,245 49")
  }

  @Test(arguments: [1e9, 1e15, 1e100, 1e300])
  func `shapes that go far beyond the world are drawn in it, and drawing ends`(_ far: Double)
    async throws
  {
    let area = Envelope(minX: -5_000, minY: -5_000, maxX: 5_000, maxY: 5_000)
    for drawn in [DrawnClass.boundary, .major, .park] {
      var shape = Geometry(drawn == .park ? .polygon : .lineString)
      shape.coordinates = [-far, -far, 100, 100, far, -far, 100, 200, -far, -far]
      shape.partEnds = [5]
      shape.polygonEnds = [1]
      let pictures = try await draw([(shape, drawn)], levels: 0...11, area: area)
      // Beyond, numbers have no digits left for where lines cross the world.
      #expect(far > 1e9 || !pictures.isEmpty, "\(drawn)")
    }
  }

  // MARK: Names

  @Test(arguments: [
    ("Streets", DrawnKind.street), ("road_centerlines", .street), ("Parks_2026", .park),
    ("water", .water), ("rivers", .water), ("Building_Footprints", .building),
    ("bike paths", .path), ("Trails", .path), ("RailLines", .rail),
    ("neighborhood_boundaries", .boundary), ("coastline", .land), ("trees", nil),
    ("inspections", nil),
  ])
  func `the name of a file says what its features are`(name: String, kind: DrawnKind?) {
    #expect(DrawnKind(fileName: name) == kind)
  }

  @Test(arguments: [
    ("motorway", DrawnClass.highway), ("Freeway", .highway), ("trunk_link", .highway),
    ("Major Arterial", .major), ("primary", .major), ("Minor Arterial", .collector),
    ("tertiary", .collector), ("residential", .local), ("", .local), ("alley", .service),
    ("Driveway", .service),
  ])
  func `classes of streets have the words of offices and of OpenStreetMap`(
    value: String, drawn: DrawnClass
  ) {
    #expect(DrawnKind.street.drawnClass(of: value) == drawn)
    #expect(DrawnKind.park.drawnClass(of: value) == .park)
  }
}

/// The pixels of a PNG file with a palette, read by the rules of ISO/IEC 15948.
private struct Picture: Equatable {
  private var pixels: [UInt32] = []
  /// The pixels with the palette of the other theme.
  private var others: [UInt32] = []
  /// The names of streets: class, begin and end in pixels, and text.
  private(set) var names: [String] = []

  init(png: [UInt8]) throws {
    func number(_ place: Int) -> Int {
      png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    var (depth, palette, other, data): (Int, [UInt32], [UInt32], [UInt8]) = (0, [], [], [])
    func colors(_ range: Range<Int>) -> [UInt32] {
      stride(from: range.lowerBound, to: range.upperBound, by: 3).map {
        UInt32(png[$0]) << 16 | UInt32(png[$0 + 1]) << 8 | UInt32(png[$0 + 2])
      }
    }
    var place = 8
    while place < png.count {
      let body = place + 8..<place + 8 + number(place)
      let content = png[body]
      switch String(decoding: png[place + 4..<place + 8], as: UTF8.self) {
      case "IHDR":
        depth = Int(png[body.lowerBound + 8])
        try #require(number(body.lowerBound) == 256 && number(body.lowerBound + 4) == 256)
      case "PLTE": palette = colors(body)
      case "daRK", "liTE":
        let entries = body.lowerBound..<body.upperBound - 4
        other = colors(entries)
        let chunk = Array("PLTE".utf8) + png[entries]
        try #require(number(entries.upperBound) == Int(CRC32.of(chunk.span)))
      case "naMe":
        var rest = content
        while rest.count >= 6 {
          let head = rest.prefix(6).map { Int($0) }
          rest = rest.dropFirst(6)
          let text = String(decoding: rest.prefix(head[5]), as: UTF8.self)
          names.append("\(head[0]) \(head[1]),\(head[2]) \(head[3]),\(head[4]) \(text)")
          rest = rest.dropFirst(head[5])
        }
      case "IDAT": data += content
      default: break
      }
      place = body.upperBound + 4
    }
    let row = 256 * depth / 8 + 1
    let lines = try Deflate.inflate(data.span, format: .zlib, limit: row * 256)
    for y in 0..<256 {
      try #require(lines[y * row] == 0)
      for x in 0..<256 {
        let byte = Int(lines[y * row + 1 + x * depth / 8])
        let index = byte >> (8 - depth - x * depth % 8) & (1 << depth - 1)
        pixels.append(palette[index])
        others.append(other[index])
      }
    }
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * 256 + x] }

  var inOtherTheme: Picture {
    var picture = self
    (picture.pixels, picture.others) = (others, pixels)
    return picture
  }

  /// The number of different colors.
  var colors: Int { Set(pixels).count }

  /// How much of a pixel has one color, and not another one below it.
  func share(of color: UInt32, over ground: UInt32, _ x: Int, _ y: Int) -> Double {
    // Red differs most.
    let (above, below) = (Double(color >> 16), Double(ground >> 16))
    let share = (Double(self[x, y] >> 16) - below) / (above - below)
    return (share * 16).rounded() / 16
  }
}
