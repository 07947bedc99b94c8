/// Cuts segments where they meet, so that afterwards they only share ends (snap rounding, Hobby 1999).
///
/// A crossing is rounded to its cell of the grid. Every segment that passes through a cell with an
/// end or a crossing is led through its center, so rounding makes no new crossings.
struct SegmentNoder: Sendable {
  let grid: OverlayGrid
  private(set) var segments: [OverlaySegment]
  /// The most segments that there may be.
  let limit: Int

  /// One cut of a segment.
  private struct Cut {
    var segment: Int
    var position: OverlayPosition
    /// How far along the segment the position is.
    var progress: Double
  }

  private var crossings: [OverlayPosition] = []
  /// Whether an end of a segment is inside another.
  private var hasTouches = false
  private var cuts: [Cut] = []

  init(_ segments: [OverlaySegment], grid: OverlayGrid, limit: Int) throws(GeometryError) {
    self.segments = segments
    self.grid = grid
    self.limit = limit
    // One round is almost always enough. A moved piece may run through an end by accident.
    while try findMeetings() {
      findCuts()
      try split()
    }
  }

  /// Finds the crossings. Returns whether segments share more than ends.
  private mutating func findMeetings() throws(GeometryError) -> Bool {
    crossings.removeAll(keepingCapacity: true)
    hasTouches = false
    let bands = SegmentBands(segments)
    for band in 0..<bands.count {
      let members = bands.members(band, of: segments)
      for (place, first) in members.enumerated() {
        for second in members[(place + 1)...] {
          if second.box.minX > first.box.maxX { break }
          let bottom = max(first.box.minY, second.box.minY)
          // A pair may share several bands, and is looked at in the lowest.
          guard bottom <= min(first.box.maxY, second.box.maxY), bands.band(bottom) == band
          else { continue }
          meet(segments[first.index], segments[second.index])
        }
        guard crossings.count <= limit else { throw .tooManyCrossings(limit: limit) }
      }
    }
    return hasTouches || !crossings.isEmpty
  }

  /// Notes where two segments meet.
  private mutating func meet(_ first: OverlaySegment, _ second: OverlaySegment) {
    if first.high == second.low || first.low == second.high { return }
    if first.low == second.low || first.high == second.high {
      // Most pairs are neighbors, and then only a common line is a meeting.
      let shorter = first.low == second.low ? second.high : second.low
      hasTouches =
        hasTouches
        || (first.low != second.low || first.high != second.high)
          && shorter.side(ofLineFrom: first.low, to: first.high) == 0
      return
    }
    let low = second.low.side(ofLineFrom: first.low, to: first.high)
    let high = second.high.side(ofLineFrom: first.low, to: first.high)
    if (low > 0 && high > 0) || (low < 0 && high < 0) { return }
    let lowOfFirst = first.low.side(ofLineFrom: second.low, to: second.high)
    let highOfFirst = first.high.side(ofLineFrom: second.low, to: second.high)
    if (lowOfFirst > 0 && highOfFirst > 0) || (lowOfFirst < 0 && highOfFirst < 0) { return }
    if low != 0, high != 0, lowOfFirst != 0, highOfFirst != 0 {
      crossings.append(grid.crossing(first, second))
      return
    }
    hasTouches =
      hasTouches || (low == 0 && first.isBetweenEnds(second.low))
      || (high == 0 && first.isBetweenEnds(second.high))
      || (lowOfFirst == 0 && second.isBetweenEnds(first.low))
      || (highOfFirst == 0 && second.isBetweenEnds(first.high))
  }

  /// Finds the cells with ends and crossings through which each segment passes.
  private mutating func findCuts() {
    cuts.removeAll(keepingCapacity: true)
    let positions = (segments.map(\.low) + segments.map(\.high) + crossings).ascending
    let bands = SegmentBands(segments)
    let inBands = bands.divided(positions, reach: grid.cell)
    for band in 0..<bands.count {
      var next = 0
      let candidates = inBands[band]
      for member in bands.members(band, of: segments) {
        let (box, segment) = (member.box, segments[member.index])
        while next < candidates.count, candidates[next].x < box.minX - grid.cell { next += 1 }
        for position in candidates[next...] {
          if position.x > box.maxX + grid.cell { break }
          guard position.y >= box.minY - grid.cell, position.y <= box.maxY + grid.cell,
            position != segment.low, position != segment.high,
            grid.passes(segment, through: position)
          else { continue }
          cut(member.index, at: position)
        }
      }
    }
  }

  private mutating func cut(_ index: Int, at position: OverlayPosition) {
    let segment = segments[index]
    let progress =
      (position.x - segment.low.x) * (segment.high.x - segment.low.x)
      + (position.y - segment.low.y) * (segment.high.y - segment.low.y)
    cuts.append(Cut(segment: index, position: position, progress: progress))
  }

  /// Replaces segments by their pieces.
  private mutating func split() throws(GeometryError) {
    guard segments.count + cuts.count <= limit else { throw .tooManyCrossings(limit: limit) }
    cuts.sort { one, two in
      if one.segment != two.segment { return one.segment < two.segment }
      return (one.progress, one.position) < (two.progress, two.position)
    }
    var next = 0
    while next < cuts.count {
      let segment = segments[cuts[next].segment]
      let index = cuts[next].segment
      var start = segment.low
      var pieces: [OverlaySegment] = []
      while next < cuts.count, cuts[next].segment == index {
        // In two bands, the same cut is found twice; then the piece between is nothing.
        add(from: start, to: cuts[next].position, segment, &pieces)
        start = cuts[next].position
        next += 1
      }
      add(from: start, to: segment.high, segment, &pieces)
      segments[index] = pieces[0]
      segments += pieces.dropFirst()
    }
  }

  private func add(
    from start: OverlayPosition, to end: OverlayPosition, _ whole: OverlaySegment,
    _ pieces: inout [OverlaySegment]
  ) {
    if let piece = OverlaySegment(
      from: start, to: end, weight: whole.weight, line: whole.line)
    {
      pieces.append(piece)
    }
  }
}

/// Horizontal bands with the segments that reach into each, so that few pairs are compared.
struct SegmentBands: Sendable {
  /// A segment with its box.
  struct Member {
    var index: Int
    var box: Envelope
  }

  private let bottom: Double
  private let height: Double
  let count: Int
  /// The indexes of segments, band after band.
  private var indexes: [Int32] = []
  private var ends: [Int] = []

  init(_ segments: [OverlaySegment]) {
    var (low, high, total) = (Double.infinity, -Double.infinity, 0.0)
    for segment in segments {
      let box = segment.box
      low = min(low, box.minY)
      high = max(high, box.maxY)
      total += box.height
    }
    // Bands lower than the segments would only repeat these.
    let mean = total / Double(max(1, segments.count))
    let useful = mean > 0 ? (high - low) / mean : 1
    count = max(1, Int(min(useful, Double(segments.count / 4), 65_536)))
    bottom = low
    height = (high - low) / Double(count)
    fill(segments)
  }

  /// Returns the band of a y coordinate.
  func band(_ y: Double) -> Int {
    guard height > 0 else { return 0 }
    return max(0, min(count - 1, Int((y - bottom) / height)))
  }

  private mutating func fill(_ segments: [OverlaySegment]) {
    var starts = [Int](repeating: 0, count: count + 1)
    for segment in segments {
      let box = segment.box
      for band in band(box.minY)...band(box.maxY) { starts[band + 1] += 1 }
    }
    for band in 0..<count { starts[band + 1] += starts[band] }
    indexes = [Int32](repeating: 0, count: starts[count])
    ends = Array(starts.dropLast())
    for (index, segment) in segments.enumerated() {
      let box = segment.box
      for band in band(box.minY)...band(box.maxY) {
        indexes[ends[band]] = Int32(index)
        ends[band] += 1
      }
    }
  }

  /// Returns the positions near each band, in their order.
  ///
  /// - Parameter reach: how far outside of a band its segments still meet a position.
  func divided(_ positions: [OverlayPosition], reach: Double) -> [[OverlayPosition]] {
    var bands = [[OverlayPosition]](repeating: [], count: count)
    for position in positions {
      for band in band(position.y - reach)...band(position.y + reach) {
        bands[band].append(position)
      }
    }
    return bands
  }

  /// Returns the segments of a band from west to east.
  func members(_ band: Int, of segments: [OverlaySegment]) -> [Member] {
    let start = band == 0 ? 0 : ends[band - 1]
    return indexes[start..<ends[band]].map { Member(index: Int($0), box: segments[Int($0)].box) }
      .sorted { ($0.box.minX, $0.index) < ($1.box.minX, $1.index) }
  }
}
