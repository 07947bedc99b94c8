// The form byte and the flags, as in real files:
//
//   form  01 point · 02 line with a part that visits a vertex twice, apart from its closing one
//         · 04 other line · 08 area · +40 several points or parts
//   flags 01 · 01 with heights, +10 for areas · 00 · 04 for areas, 0C if a ring visits a vertex
//         twice (one such area is known)
//
// Areas with heights are known only from files before 10.5.1, which have neither 10 nor 04.

extension StoredShape {
  /// Empties the shape and sets its geometry type.
  mutating func removeAll(kind: Kind, srid: UInt32, hasZ: Bool, hasM: Bool) {
    self.kind = kind
    self.srid = srid
    self.hasZ = hasZ
    self.hasM = hasM
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    z.removeAll(keepingCapacity: true)
    m.removeAll(keepingCapacity: true)
  }

  /// Sets the form byte and the flags for the points.
  mutating func nameForm(_ visits: inout VertexVisits) {
    let again = kind == .line || kind == .polygon ? repeatsVertex(&visits) : false
    let several: Bool
    switch kind {
    case .point, .multipoint:
      form = 0x01
      several = x.count > 1
    case .line:
      form = again ? 0x02 : 0x04
      several = hasSeparator
    case .polygon:
      form = 0x08
      several = hasSeparator
    }
    if several { form |= 0x40 }
    flags = hasZ ? 0x0101 : 0x0001
    if kind == .polygon { flags |= again ? 0x0C00_1000 : 0x0400_1000 }
  }

  private var hasSeparator: Bool { x.indices.contains { isSeparator($0) } }

  private func repeatsVertex(_ visits: inout VertexVisits) -> Bool {
    var start = 0
    for point in 0...x.count where point == x.count || isSeparator(point) {
      if kind == .line {
        if visits.repeatsVertex(x: x, y: y, vertices: start..<point) { return true }
      } else {
        var ring = start
        while ring < point {
          let end = endOfRing(from: ring, to: point)
          if visits.repeatsVertex(x: x, y: y, vertices: ring..<end) { return true }
          ring = end
        }
      }
      start = point + 1
    }
    return false
  }

  /// The index where the ring that begins at a point closes.
  private func endOfRing(from start: Int, to end: Int) -> Int {
    var point = start + 3
    while point < end {
      if x[point] == x[start], y[point] == y[start] { return point + 1 }
      point += 1
    }
    return end
  }
}
