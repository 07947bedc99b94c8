import Bytes

/// Tiles that are drawn from shapes.
package struct DrawnTiles: Sendable {
  private let shapes: DrawnShapes
  private let style: TileStyle
  private let levels: ClosedRange<Int>
  private let area: TileCoverage?

  /// The levels that are drawn without scales.
  private static let usual = 10...17
  /// The finest level that is drawn. Each level has four times the tiles of the one before.
  private static let finest = 20

  /// The largest scale that is drawn without a wish.
  package static let usualScale = TileGrid.scale(ofLevel: usual.upperBound)

  /// The levels for two scales: 10 to 17 without any.
  ///
  /// - Parameters:
  ///   - minimum: the denominator of the smallest scale; 0 for no limit, nil to begin with level 10.
  ///   - maximum: the denominator of the largest scale; 0 for no wish.
  package static func levels(fromScale minimum: Double?, to maximum: Double) -> ClosedRange<Int> {
    let levels = TileGrid.levels(fromScale: minimum ?? 0, to: maximum)
      .clamped(to: 0...(maximum == 0 ? usual.upperBound : finest))
    guard minimum == nil else { return levels }
    return min(usual.lowerBound, levels.upperBound)...levels.upperBound
  }

  /// - Parameters:
  ///   - levels: the levels to draw.
  ///   - area: the area to draw; nil for all of it.
  package init(
    _ shapes: DrawnShapes, style: TileStyle, levels: ClosedRange<Int>, area: TileCoverage?
  ) {
    self.shapes = shapes
    self.style = style
    self.levels = levels
    self.area = area
  }

  /// A tile with what it shows.
  private struct Node: Sendable {
    var tile: TileID
    var shapes: DrawnShapes
  }

  /// The bytes of images that are kept in memory. More go to a file.
  private static let memory = 16 << 20

  /// Draws all tiles that hold something.
  ///
  /// - Parameters:
  ///   - path: what the shapes are from, for messages.
  ///   - folder: the folder for a file with the tiles, if they are many.
  ///   - progress: receives the number of tiles that are drawn.
  package func source(
    path: String, scratchIn folder: String, progress: (Int) -> Void
  ) async throws -> TileSource {
    var drawn = drawing().makeAsyncIterator()
    var entries: [TileEntry] = []
    var (bytes, size) = ([UInt8](), 0)
    /// Takes the next images; false if there are no more.
    func next() async throws -> Bool {
      guard let images = try await drawn.next() else { return false }
      for (tile, image) in images {
        entries.append(TileEntry(tile, place: size, length: image.count))
        bytes += image
        size += image.count
      }
      progress(entries.count)
      return true
    }
    while bytes.count <= Self.memory {
      guard try await next() else {
        return TileSource(
          path: path, format: .drawn,
          reader: DrawnTilesReader(images: .memory(bytes), entries: entries))
      }
    }
    var file = try OutputFile(scratchIn: folder)
    repeat {
      try file.append(bytes)
      bytes.removeAll(keepingCapacity: true)
    } while try await next()
    return TileSource(
      path: path, format: .drawn,
      reader: DrawnTilesReader(
        images: .file(FileRegion(try file.reopen())), entries: entries))
  }

  /// Draws parts of the map at the same time, in any order.
  private func drawing() -> AsyncThrowingStream<[(TileID, [UInt8])], any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await withThrowingTaskGroup(of: [(TileID, [UInt8])].self) { group in
            var (waiting, coarse) = try roots()
            if !coarse.isEmpty { continuation.yield(coarse) }
            coarse = []
            for _ in 0..<Machine.cores {
              if let node = waiting.popLast() { group.addTask { try draw(node) } }
            }
            while let drawn = try await group.next() {
              continuation.yield(drawn)
              if let node = waiting.popLast() { group.addTask { try draw(node) } }
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The parts of the map that are drawn by themselves, and the tiles above them.
  private func roots() throws -> (nodes: [Node], coarse: [(TileID, [UInt8])]) {
    guard let world = TileID(level: 0, column: 0, row: 0) else { return ([], []) }
    var painter = painter
    var coverage = area
    var coarse: [(TileID, [UInt8])] = []
    // Shapes may go far beyond the world.
    var nodes = [node(world, of: shapes)].compactMap(\.self)
    // Enough parts that no core is idle for long, as long as there are finer levels.
    while let level = nodes.first?.tile.level, level < levels.upperBound, nodes.count < 64 {
      for node in nodes { try draw(node, by: &painter, into: &coarse) }
      nodes = nodes.flatMap { children(of: $0, &coverage) }
    }
    return (nodes, coarse)
  }

  private var painter: TilePainter {
    TilePainter(style, hasLand: shapes.parts.contains { $0.drawn == .land })
  }

  /// Draws a tile and all finer ones on it.
  private func draw(_ root: Node) throws -> [(TileID, [UInt8])] {
    var drawn: [(TileID, [UInt8])] = []
    var painter = painter
    var coverage = area
    var waiting = [root]
    while let node = waiting.popLast() {
      try Task.checkCancellation()
      try draw(node, by: &painter, into: &drawn)
      if node.tile.level < levels.upperBound { waiting += children(of: node, &coverage) }
    }
    return drawn
  }

  private func draw(
    _ node: Node, by painter: inout TilePainter, into drawn: inout [(TileID, [UInt8])]
  ) throws {
    guard levels.contains(node.tile.level),
      let image = try painter.image(of: node.tile, node.shapes)
    else { return }
    drawn.append((node.tile, image))
  }

  /// The tiles of the next level that hold something, and are in the area.
  private func children(of node: Node, _ coverage: inout TileCoverage?) -> [Node] {
    (0..<4).compactMap { place in
      guard
        let tile = TileID(
          level: node.tile.level + 1, column: node.tile.column * 2 + place % 2,
          row: node.tile.row * 2 + place / 2), coverage?.holds(tile) ?? true
      else { return nil }
      return self.node(tile, of: node.shapes)
    }
  }

  /// A tile with its part of shapes; nil if it has none.
  private func node(_ tile: TileID, of shapes: DrawnShapes) -> Node? {
    let side = 1 / Double(1 << tile.level)
    let corner = SIMD2(Double(tile.column), Double(tile.row)) * side
    let reach = SIMD2(repeating: side * TileStyle.reach / Double(TileCanvas.size))
    let clipped = shapes.clipped(to: corner - reach, corner + side + reach)
    return clipped.isEmpty ? nil : Node(tile: tile, shapes: clipped)
  }
}

/// Reads tiles that were drawn.
struct DrawnTilesReader: TileReader {
  /// Where the images are.
  enum Images: Sendable {
    case memory([UInt8])
    case file(FileRegion)
  }

  let images: Images
  let entries: [TileEntry]
  /// Features don't say whose they are.
  let credits = TileCredits()

  func list(_ found: (TileEntry) throws -> Void) throws {
    for entry in entries { try found(entry) }
  }

  func read(_ entry: TileEntry) throws -> [UInt8] {
    switch images {
    case .memory(let bytes): Array(bytes[entry.place..<entry.place + entry.length])
    case .file(let region): try region.read(at: entry.place, count: entry.length)
    }
  }
}
