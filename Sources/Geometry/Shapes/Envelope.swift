/// A box with sides parallel to the axes. x is east or longitude, y is north or latitude.
package struct Envelope: Sendable, Equatable {
  /// The western side.
  package var minX: Double
  /// The southern side.
  package var minY: Double
  /// The eastern side.
  package var maxX: Double
  /// The northern side.
  package var maxY: Double

  /// The empty box. It contains and intersects nothing, and a union with it changes nothing.
  package static let empty = Envelope(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// Creates a box from its sides. If a minimum exceeds its maximum, the box is empty.
  @inlinable
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Whether the box contains no position.
  @inlinable
  package var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

  /// The extent from west to east, 0 if empty.
  package var width: Double { isEmpty ? 0 : maxX - minX }

  /// The extent from south to north, 0 if empty.
  package var height: Double { isEmpty ? 0 : maxY - minY }

  /// Extends the box to a position. A coordinate that is not a number is ignored.
  @inlinable
  package mutating func formUnion(x: Double, y: Double) {
    if x < minX { minX = x }
    if x > maxX { maxX = x }
    if y < minY { minY = y }
    if y > maxY { maxY = y }
  }

  /// Extends the box to another.
  @inlinable
  package mutating func formUnion(_ other: Envelope) {
    if other.minX < minX { minX = other.minX }
    if other.maxX > maxX { maxX = other.maxX }
    if other.minY < minY { minY = other.minY }
    if other.maxY > maxY { maxY = other.maxY }
  }

  /// Returns the smallest box around both.
  @inlinable
  package func union(_ other: Envelope) -> Envelope {
    var result = self
    result.formUnion(other)
    return result
  }

  /// Returns whether the boxes share at least a position of their boundaries.
  @inlinable
  package func intersects(_ other: Envelope) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Returns whether the position is inside or on the boundary.
  @inlinable
  package func contains(x: Double, y: Double) -> Bool {
    minX <= x && x <= maxX && minY <= y && y <= maxY
  }

  /// Returns whether the other box is inside this one, boundaries included. False if it is empty.
  @inlinable
  package func contains(_ other: Envelope) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
      && !other.isEmpty
  }
}

extension Envelope {
  /// Returns whether a segment shares a position with the box.
  func intersects(_ segment: Edge) -> Bool {
    guard max(segment.ax, segment.bx) >= minX, min(segment.ax, segment.bx) <= maxX,
      max(segment.ay, segment.by) >= minY, min(segment.ay, segment.by) <= maxY
    else { return false }
    if contains(x: segment.ax, y: segment.ay) || contains(x: segment.bx, y: segment.by) {
      return true
    }
    // They are apart exactly when all corners are strictly on one side of the segment's line.
    var left = false
    var right = false
    for (x, y) in [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)] {
      let side = Orientation.sign(
        from: segment.ax, segment.ay, to: segment.bx, segment.by, of: x, y)
      if side == 0 { return true }
      if side > 0 { left = true } else { right = true }
    }
    return left && right
  }
}
