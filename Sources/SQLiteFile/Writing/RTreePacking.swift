import Bytes

/// A box of an R-tree in single precision. It is rounded outward so that it always contains the
/// true box.
struct RTreeBox: Equatable, Sendable {
  var minX: Float
  var maxX: Float
  var minY: Float
  var maxY: Float

  init(minX: Double, maxX: Double, minY: Double, maxY: Double) {
    self.minX = Self.down(minX)
    self.maxX = Self.up(maxX)
    self.minY = Self.down(minY)
    self.maxY = Self.up(maxY)
  }

  /// Creates a box rounded as SQLite rounds it. Where a float is inside, SQLite moves the side
  /// outward by a 2^23rd part, which can be two floats.
  init(asSQLite minX: Double, _ maxX: Double, _ minY: Double, _ maxY: Double) {
    self.minX = Self.asSQLite(minX, isDown: true)
    self.maxX = Self.asSQLite(maxX, isDown: false)
    self.minY = Self.asSQLite(minY, isDown: true)
    self.maxY = Self.asSQLite(maxY, isDown: false)
  }

  private static func asSQLite(_ value: Double, isDown: Bool) -> Float {
    let near = Float(value)
    guard isDown ? Double(near) > value : Double(near) < value else { return near }
    return Float(value * (1 + ((value < 0) == isDown ? 1 : -1) / 8_388_608))
  }

  mutating func formUnion(_ other: RTreeBox) {
    minX = min(minX, other.minX)
    maxX = max(maxX, other.maxX)
    minY = min(minY, other.minY)
    maxY = max(maxY, other.maxY)
  }

  /// Reads what ``append(to:)`` wrote.
  init(_ bytes: Span<UInt8>, at offset: Int) {
    minX = Float(bitPattern: bytes.bigEndianUInt32(at: offset))
    maxX = Float(bitPattern: bytes.bigEndianUInt32(at: offset &+ 4))
    minY = Float(bitPattern: bytes.bigEndianUInt32(at: offset &+ 8))
    maxY = Float(bitPattern: bytes.bigEndianUInt32(at: offset &+ 12))
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: minX.bitPattern)
    bytes.append(bigEndian: maxX.bitPattern)
    bytes.append(bigEndian: minY.bitPattern)
    bytes.append(bigEndian: maxY.bitPattern)
  }

  static func down(_ value: Double) -> Float {
    let near = Float(value)
    return Double(near) > value ? near.nextDown : near
  }

  static func up(_ value: Double) -> Float {
    let near = Float(value)
    return Double(near) < value ? near.nextUp : near
  }
}

/// Assigns boxes to nodes. Leaves take the boxes in a given order, and each level is spread evenly
/// over the fewest nodes that can hold it.
///
/// Nodes are numbered from the root down: the root is 1, the leaves come last.
struct RTreePacking: Sendable {
  /// Number of boxes.
  let count: Int
  /// Number of nodes of each level, leaves first.
  let nodeCounts: [Int]
  private let firstNumbers: [Int]

  init(count: Int, capacity: Int) {
    self.count = count
    var counts: [Int] = []
    var items = count
    repeat {
      items = max(1, (items + capacity - 1) / capacity)
      counts.append(items)
    } while items > 1
    nodeCounts = counts
    var numbers = [Int](repeating: 1, count: counts.count)
    var next = 1
    for level in counts.indices.reversed() {
      numbers[level] = next
      next += counts[level]
    }
    firstNumbers = numbers
  }

  func number(ofNode index: Int, level: Int) -> Int { firstNumbers[level] + index }

  /// The range of the boxes in their order, or of the nodes of the level below, that a node holds.
  func range(ofNode index: Int, level: Int) -> Range<Int> {
    let items = level == 0 ? count : nodeCounts[level - 1]
    let nodes = nodeCounts[level]
    return index * items / nodes..<(index + 1) * items / nodes
  }
}
