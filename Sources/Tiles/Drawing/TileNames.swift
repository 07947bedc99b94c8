import Bytes
import Geometry

/// Where the names of streets can be written on a tile: each once, along its longest straight piece.
///
/// Tiles have no letters. Pages that know this chunk of a tile write the names when they show it.
struct TileNames {
  /// A name along a straight piece of a street, in pixels of the tile.
  private struct Place {
    var drawn: DrawnClass
    var name: String
    var from: SIMD2<Double>
    var to: SIMD2<Double>

    var length: Double { (from - to).length }
  }

  private var places: [Place] = []

  /// The type of the chunk. Its letters say: not needed, private, and right for changed pictures, too
  /// (PNG 5.4).
  static let chunkType: StaticString = "naMe"

  /// The most names on a tile, and bytes of a name.
  private static let limit = (names: 40, bytes: 100)
  /// Pixels that a letter needs at least.
  private static let letterWidth = 4.5
  private static let leastLength = 30.0

  /// Finds the places.
  ///
  /// - Parameter pixel: turns a position of the shapes into pixels of the tile.
  init(
    _ shapes: DrawnShapes, on tile: TileID, _ style: TileStyle,
    pixel: (SIMD2<Double>) -> SIMD2<Double>
  ) {
    var streets: [Int: [Segment]] = [:]
    var highest: [Int: DrawnClass] = [:]
    for part in shapes.parts {
      guard let name = part.name, style.firstNamedLevel(part.drawn) <= tile.level else { continue }
      var last: SIMD2<Double>?
      for index in part.points {
        let point = pixel(shapes.points[index])
        if let last, let segment = Segment(last, point) {
          streets[name, default: []].append(segment)
          highest[name] = max(highest[name] ?? part.drawn, part.drawn)
        }
        last = point
      }
    }
    for (number, segments) in streets {
      let name = shapes.names[number]
      guard let piece = Self.longest(segments), let drawn = highest[number],
        name.utf8.count <= Self.limit.bytes,
        piece.length >= max(Self.leastLength, Self.letterWidth * Double(name.unicodeScalars.count))
      else { continue }
      places.append(Place(drawn: drawn, name: name, from: piece.from, to: piece.to))
    }
    places.sort { one, other in
      if one.drawn != other.drawn { return one.drawn > other.drawn }
      if one.length != other.length { return one.length > other.length }
      return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }

  /// The longest straight piece: the longest segment, with those that go on from it. A street often
  /// has a segment for each block.
  private static func longest(_ segments: [Segment]) -> Segment? {
    guard let seed = segments.max(by: { $0.length < $1.length }) else { return nil }
    let direction = seed.direction
    var pieces = segments.compactMap { segment -> (begin: Double, end: Double)? in
      let ends = [segment.from - seed.from, segment.to - seed.from]
      let beside = ends.map { abs($0.x * direction.y - $0.y * direction.x) }
      guard beside.allSatisfy({ $0 < 3 }) else { return nil }
      let along = ends.map { ($0 * direction).sum() }
      return (min(along[0], along[1]), max(along[0], along[1]))
    }
    pieces.sort { ($0.begin, $0.end) < ($1.begin, $1.end) }
    var joined: (begin: Double, end: Double)?
    for piece in pieces {
      if let last = joined, piece.begin <= last.end + 8 {
        joined?.end = max(last.end, piece.end)
      } else if let last = joined, last.end > 0 {
        break
      } else {
        joined = piece
      }
    }
    guard let joined else { return nil }
    return Segment(seed.from + direction * joined.begin, seed.from + direction * joined.end)
  }

  /// The content of the chunk: for each name its class, as in `DrawnClass.streetClasses`, its begin
  /// and end in pixels (x and y of both), the number of its bytes, and its bytes as UTF-8.
  var chunk: [UInt8] {
    var chunk: [UInt8] = []
    for place in places.prefix(Self.limit.names) {
      chunk.append(UInt8(place.drawn.rawValue - DrawnClass.service.rawValue))
      for value in [place.from.x, place.from.y, place.to.x, place.to.y] {
        chunk.append(UInt8(max(0, min(255, value.rounded()))))
      }
      chunk.append(UInt8(place.name.utf8.count))
      chunk += place.name.utf8
    }
    return chunk
  }
}

extension TileNames {
  /// The names in a chunk. It ends at the first one that is cut short.
  static func read(_ chunk: ArraySlice<UInt8>, of tile: TileID) -> [StreetName] {
    var names: [StreetName] = []
    var rest = chunk
    let box = TileGrid.box(of: tile)
    while rest.count >= 6 {
      let head = Array(rest.prefix(6))
      rest = rest.dropFirst(6)
      guard rest.count >= head[5] else { break }
      let ends = [(head[1], head[2]), (head[3], head[4])].map { x, y in
        TileGrid.degrees(
          x: box.minX + Double(x) / Double(TileCanvas.size) * box.width,
          y: box.maxY - Double(y) / Double(TileCanvas.size) * box.height)
      }
      names.append(
        StreetName(
          text: String(decoding: rest.prefix(Int(head[5])), as: UTF8.self), rank: Int(head[0]),
          ends: ends))
      rest = rest.dropFirst(Int(head[5]))
    }
    return names
  }
}

/// The part of a segment that is on a tile.
private struct Segment {
  var from: SIMD2<Double>
  var to: SIMD2<Double>

  /// Cuts off what is beyond the tile; nil if nothing is left.
  init?(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
    let size = Double(TileCanvas.size)
    let step = to - from
    var (first, last) = (0.0, 1.0)
    for axis in 0..<2 where step[axis] != 0 {
      let limits = [-from[axis] / step[axis], (size - from[axis]) / step[axis]]
      first = max(first, min(limits[0], limits[1]))
      last = min(last, max(limits[0], limits[1]))
    }
    self.from = from + step * first
    self.to = from + step * last
    let middle = (self.from + self.to) / 2
    guard first < last, length > 0, middle.x >= 0, middle.y >= 0, middle.x <= size,
      middle.y <= size
    else { return nil }
  }

  var length: Double { (to - from).length }
  var direction: SIMD2<Double> { (to - from) / length }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
