import Bytes
package import Geometry
import SQLiteFile

/// Finds rows by boxes. A grid over the centers of the boxes; the rows of each cell follow each other,
/// cell after cell, with their boxes.
///
/// | entry | bytes |
/// | --- | --- |
/// | the row | 4 |
/// | west, south, east, north | 4 × 8 |
package struct BoxIndex: Sendable {
  private let extent: Envelope
  private let columns: Int
  private let lines: Int
  /// The number of rows before each cell.
  private var starts: [Int]
  private let entries: SpilledBytes
  /// How far boxes in cells reach from their centers.
  private var reach: (x: Double, y: Double) = (0, 0)
  /// The rows whose boxes are larger than a few cells.
  private var large: [(row: UInt32, box: Envelope)] = []

  /// The number of boxes in a cell, on average.
  private static let perCell = 8.0
  private static let entryLength = 4 + StoredEnvelope.length

  /// Collects the boxes of a table's rows.
  package struct Builder: ~Copyable {
    private var boxes = SpillingBytes()
    private var extent = Envelope.empty
    private var count = 0

    /// Creates an empty index.
    package init() {}

    /// Adds the box of the next row; an empty box is met by none.
    package mutating func append(_ box: Envelope) throws {
      var bytes: [UInt8] = []
      StoredEnvelope.append(box, to: &bytes)
      try boxes.append(bytes.span)
      if !box.isEmpty { extent.formUnion(x: box.centerX, y: box.centerY) }
      count += 1
    }

    /// Sorts the boxes into cells.
    package consuming func finish() throws -> BoxIndex {
      let (extent, count) = (extent, count)
      return try BoxIndex(boxes.finish(), extent: extent, count: count)
    }
  }

  private init(_ boxes: SpilledBytes, extent: Envelope, count: Int) throws {
    self.extent = extent
    let side = max(1, min(2_048, (Double(count) / Self.perCell).squareRoot()))
    columns = extent.width > 0 ? Int(side) : 1
    lines = extent.height > 0 ? Int(side) : 1
    starts = Array(repeating: 0, count: columns * lines + 1)
    let limit = (x: 2 * extent.width / Double(columns), y: 2 * extent.height / Double(lines))
    let grid = Grid(extent: extent, columns: columns, lines: lines)
    var sorter = KeySorter(payloadLength: Self.entryLength)
    var buffer: [UInt8] = []
    let run = 4_096
    for first in stride(from: 0, to: count, by: run) {
      let last = min(count, first + run)
      try boxes.read(first * StoredEnvelope.length..<last * StoredEnvelope.length, into: &buffer)
      for row in first..<last {
        let box = StoredEnvelope.read(buffer.span, at: (row - first) * StoredEnvelope.length)
        guard !box.isEmpty else { continue }
        if box.width > limit.x || box.height > limit.y {
          large.append((UInt32(row), box))
          continue
        }
        reach = (max(reach.x, box.width / 2), max(reach.y, box.height / 2))
        let cell = grid.column(box.centerX) + grid.line(box.centerY) * columns
        starts[cell + 1] += 1
        try sorter.append {
          $0.append(bigEndian: UInt32(cell))
        } payload: {
          $0.append(littleEndian: UInt32(row))
          StoredEnvelope.append(box, to: &$0)
        }
      }
    }
    for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
    var sorted = try sorter.sorted()
    var bytes = SpillingBytes()
    while try sorted.next() {
      try sorted.withEntry { try bytes.append($0.extracting(sorted.keyLength...)) }
    }
    entries = try bytes.finish()
  }

  /// Calls `found` with each row whose box meets the box, in no order.
  package func each(meeting box: Envelope, _ found: (UInt32) -> Void) throws {
    for (row, other) in large where other.intersects(box) { found(row) }
    guard entries.count > 0, !box.isEmpty else { return }
    // A little wider, because halves of widths are rounded.
    let (x, y) = (reach.x * 1.000_001, reach.y * 1.000_001)
    guard box.maxX >= extent.minX - x, box.minX <= extent.maxX + x, box.maxY >= extent.minY - y,
      box.minY <= extent.maxY + y
    else { return }
    let grid = Grid(extent: extent, columns: columns, lines: lines)
    var buffer: [UInt8] = []
    for line in grid.line(box.minY - y)...grid.line(box.maxY + y) {
      let first = starts[grid.column(box.minX - x) + line * columns]
      let end = starts[grid.column(box.maxX + x) + line * columns + 1]
      guard first < end else { continue }
      try entries.read(first * Self.entryLength..<end * Self.entryLength, into: &buffer)
      for offset in stride(from: 0, to: buffer.count, by: Self.entryLength)
      where StoredEnvelope.read(buffer.span, at: offset + 4).intersects(box) {
        found(buffer.span.littleEndianUInt32(at: offset))
      }
    }
  }

  /// The cells.
  private struct Grid {
    let extent: Envelope
    let columns: Int
    let lines: Int

    func column(_ x: Double) -> Int {
      Self.cell((x - extent.minX) / extent.width * Double(columns), of: columns)
    }

    func line(_ y: Double) -> Int {
      Self.cell((y - extent.minY) / extent.height * Double(lines), of: lines)
    }

    private static func cell(_ place: Double, of count: Int) -> Int {
      place > 0 ? min(count - 1, Int(min(place, Double(count)))) : 0
    }
  }
}

extension Envelope {
  fileprivate var centerX: Double { minX + (maxX - minX) / 2 }
  fileprivate var centerY: Double { minY + (maxY - minY) / 2 }
}
