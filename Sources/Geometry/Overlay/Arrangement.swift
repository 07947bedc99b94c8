/// Segments that only share ends, each pair of ends once, with the regions on both sides.
struct Arrangement: Sendable {
  /// A segment between two vertices, from the lower to the higher.
  struct Side: Sendable {
    var low: Int
    var high: Int
    var weight: Int32
    /// The directions in which a cutting line runs along the side.
    var line: LineDirections = []
  }

  /// The ends of all sides, ascending.
  let vertices: [OverlayPosition]
  /// The sides, by their lower ends.
  let sides: [Side]

  /// Creates an arrangement from segments that only share ends. Segments with the same ends become
  /// one, or none if their weights add up to 0.
  init(_ noded: [OverlaySegment]) {
    var merged: [OverlaySegment] = []
    for segment in noded.sorted(by: { ($0.low, $0.high) < ($1.low, $1.high) }) {
      if let last = merged.last, last.low == segment.low, last.high == segment.high {
        merged[merged.count - 1].weight += segment.weight
        merged[merged.count - 1].line.formUnion(segment.line)
      } else {
        merged.append(segment)
      }
    }
    merged.removeAll { $0.weight == 0 && $0.line.isEmpty }
    let vertices = (merged.map(\.low) + merged.map(\.high)).ascending
    self.vertices = vertices
    sides = merged.map { segment in
      Side(
        low: vertices.firstIndex(from: { $0 >= segment.low }),
        high: vertices.firstIndex(from: { $0 >= segment.high }), weight: segment.weight,
        line: segment.line)
    }
  }

  /// - Parameter sides: by their ends; of two with the same ends, the one with the region on its right
  ///   first.
  init(vertices: [OverlayPosition], sides: [Side]) {
    self.vertices = vertices
    self.sides = sides
  }

  /// Returns the boundary of the region whose winding numbers satisfy a rule. Each side has weight 1
  /// if the region is on its left and -1 if it is on its right.
  func boundary(where isInside: (Int32) -> Bool) -> Arrangement {
    let below = neighborsBelow()
    var windings = [Int32](repeating: 0, count: sides.count)
    var kept: [Side] = []
    // A lower neighbor starts earlier, or at the same vertex and earlier in the order of the sweep.
    for index in below.order {
      let neighbor = below.neighbors[index]
      windings[index] = neighbor < 0 ? 0 : windings[neighbor] + sides[neighbor].weight
      let isRight = isInside(windings[index])
      let isLeft = isInside(windings[index] + sides[index].weight)
      guard isLeft != isRight else { continue }
      kept.append(Side(low: sides[index].low, high: sides[index].high, weight: isLeft ? 1 : -1))
    }
    kept.sort { ($0.low, $0.high) < ($1.low, $1.high) }
    return Arrangement(vertices: vertices, sides: kept)
  }

  /// Finds the side directly below the lower end of each side, or -1: where several sides start at
  /// one vertex, it is the next one of them below.
  ///
  /// A sweep from west to east: the sides that it crosses are kept from south to north.
  func neighborsBelow() -> (neighbors: [Int], order: [Int]) {
    var neighbors = [Int](repeating: -1, count: sides.count)
    var order: [Int] = []
    order.reserveCapacity(sides.count)
    var crossed: [Int] = []
    var starting: [Int] = []
    var next = 0
    let arrivals = arrivals()
    for (vertex, position) in vertices.enumerated() {
      starting.removeAll(keepingCapacity: true)
      while next < sides.count, sides[next].low == vertex {
        starting.append(next)
        next += 1
      }
      guard !starting.isEmpty || arrivals[vertex] else { continue }
      starting.sort { one, two in
        vertices[sides[two].high].side(ofLineFrom: position, to: vertices[sides[one].high]) > 0
      }
      let place = crossed.firstIndex(from: { side(of: position, $0) <= 0 })
      var end = place
      while end < crossed.count, sides[crossed[end]].high == vertex { end += 1 }
      var neighbor = place > 0 ? crossed[place - 1] : -1
      for index in starting {
        neighbors[index] = neighbor
        order.append(index)
        neighbor = index
      }
      crossed.replaceSubrange(place..<end, with: starting)
    }
    return (neighbors, order)
  }

  /// Whether any side ends at each vertex.
  private func arrivals() -> [Bool] {
    var arrivals = [Bool](repeating: false, count: vertices.count)
    for side in sides { arrivals[side.high] = true }
    return arrivals
  }

  private func side(of position: OverlayPosition, _ index: Int) -> Double {
    position.side(ofLineFrom: vertices[sides[index].low], to: vertices[sides[index].high])
  }
}

extension Array {
  /// Returns the index of the first element with a property that all later ones have, too; the count
  /// if none has it.
  fileprivate func firstIndex(from hasProperty: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if hasProperty(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
