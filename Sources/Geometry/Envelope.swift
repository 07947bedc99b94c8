/// A box whose sides follow the axes; x is east or longitude, y is north or latitude.
package struct Envelope: Sendable, Equatable {
  /// The western side.
  package var minX: Double
  /// The southern side.
  package var minY: Double
  /// The eastern side.
  package var maxX: Double
  /// The northern side.
  package var maxY: Double

  /// The box of nothing: contains and intersects nothing, and is the neutral element of union.
  package static let empty = Envelope(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// A box from its sides; a minimum above its maximum makes an empty box.
  @inlinable
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// True when no position is inside.
  @inlinable
  package var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

  /// East to west extent, 0 when empty.
  package var width: Double { isEmpty ? 0 : maxX - minX }

  /// North to south extent, 0 when empty.
  package var height: Double { isEmpty ? 0 : maxY - minY }

  /// Grows the box to hold a position; a coordinate that is not a number is passed over.
  @inlinable
  package mutating func formUnion(x: Double, y: Double) {
    if x < minX { minX = x }
    if x > maxX { maxX = x }
    if y < minY { minY = y }
    if y > maxY { maxY = y }
  }

  /// Grows the box to hold another.
  @inlinable
  package mutating func formUnion(_ other: Envelope) {
    if other.minX < minX { minX = other.minX }
    if other.maxX > maxX { maxX = other.maxX }
    if other.minY < minY { minY = other.minY }
    if other.maxY > maxY { maxY = other.maxY }
  }

  /// The smallest box that holds both.
  @inlinable
  package func union(_ other: Envelope) -> Envelope {
    var result = self
    result.formUnion(other)
    return result
  }

  /// True when the boxes share at least a boundary position.
  @inlinable
  package func intersects(_ other: Envelope) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// True when the position is inside or on the boundary.
  @inlinable
  package func contains(x: Double, y: Double) -> Bool {
    minX <= x && x <= maxX && minY <= y && y <= maxY
  }

  /// True when the other box is not empty and lies inside, boundaries included.
  @inlinable
  package func contains(_ other: Envelope) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
      && !other.isEmpty
  }

  /// The box grown by a distance on each side, in its own units; an empty box stays empty.
  package func expanded(by distance: Double) -> Envelope {
    guard !isEmpty else { return self }
    return Envelope(
      minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }
}
