/// Finds out if a line visits a vertex twice, with a reusable hash table.
struct VertexVisits: Sendable {
  /// One more than the index of a vertex, by hash; 0 for an empty slot.
  private var slots: [Int32] = []

  /// Whether two of the vertices are equal, except the closing one of a closed line.
  mutating func repeatsVertex(
    x: [Int64], y: [Int64], vertices: Range<Int>
  ) -> Bool {
    var vertices = vertices
    if vertices.count > 1, x[vertices.lowerBound] == x[vertices.upperBound - 1],
      y[vertices.lowerBound] == y[vertices.upperBound - 1]
    {
      vertices = vertices.dropLast()
    }
    guard vertices.count > 1, vertices.count < 1 << 28 else { return false }
    if vertices.count <= 8 { return repeatsVertexAmongFew(x: x, y: y, vertices: vertices) }
    var size = 16
    while size < vertices.count * 2 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: size))
    for vertex in vertices {
      var hash = UInt64(bitPattern: x[vertex]) &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ hash &>> 29 ^ UInt64(bitPattern: y[vertex])) &* 0xBF58_476D_1CE4_E5B9
      var slot = Int(truncatingIfNeeded: hash &>> 20) & (size - 1)
      while slots[slot] != 0 {
        let other = vertices.lowerBound + Int(slots[slot]) - 1
        if x[other] == x[vertex], y[other] == y[vertex] { return true }
        slot = (slot + 1) & (size - 1)
      }
      slots[slot] = Int32(truncatingIfNeeded: vertex - vertices.lowerBound + 1)
    }
    return false
  }

  private func repeatsVertexAmongFew(
    x: [Int64], y: [Int64], vertices: Range<Int>
  ) -> Bool {
    for vertex in vertices.dropFirst() {
      for other in vertices.lowerBound..<vertex where x[other] == x[vertex] {
        if y[other] == y[vertex] { return true }
      }
    }
    return false
  }
}
