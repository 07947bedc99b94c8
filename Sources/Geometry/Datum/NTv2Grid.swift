import Bytes

/// A grid of shifts from one datum to another, in the format NTv2 (`.gsb`) that survey agencies
/// publish.
///
/// A file has one or more rectangles. A finer one lies inside its parent. Each has shifts in angles at
/// the corners of its cells, which are interpolated between them (NTv2 Developer's Guide, Geomatics
/// Canada 1995). Longitudes are positive to the west in the file, and to the east here.
package struct NTv2Grid: Sendable {
  /// The name of the datum that positions come from, as the file spells it.
  package let sourceName: String
  /// The name of the datum that positions go to.
  package let targetName: String
  private let numbers: NTv2Numbers
  /// The finest first.
  private let rectangles: [NTv2Rectangle]

  /// Reads a grid.
  /// - Throws: `DatumGridError.damaged`.
  package init(_ bytes: [UInt8], path: String) throws(DatumGridError) {
    let header = try NTv2Header(bytes, path: path)
    numbers = header.numbers
    sourceName = header.sourceName
    targetName = header.targetName
    rectangles = header.rectangles
  }

  /// Returns the position on the other datum of a longitude and latitude in degrees. Nil outside the
  /// grid.
  package func shifted(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    guard let shift = shift(longitude: longitude, latitude: latitude) else { return nil }
    return (longitude + shift.x, latitude + shift.y)
  }

  /// Returns the position whose shifted position is a longitude and latitude in degrees. Nil outside
  /// the grid.
  package func shiftedBack(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    guard var shift = shift(longitude: longitude, latitude: latitude) else { return nil }
    // Shifts change by less than a thousandth of the way, so each round gives three digits.
    for _ in 0..<10 {
      let next = self.shift(longitude: longitude - shift.x, latitude: latitude - shift.y)
      guard let next else { break }
      let change = max((next.x - shift.x).magnitude, (next.y - shift.y).magnitude)
      shift = next
      if change < 1e-13 { break }
    }
    return (longitude - shift.x, latitude - shift.y)
  }

  /// Returns the shift in degrees at a position.
  private func shift(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    for rectangle in rectangles where rectangle.contains(x: longitude, y: latitude) {
      return rectangle.shift(x: longitude, y: latitude, numbers)
    }
    return nil
  }
}

/// The bytes of a grid, as numbers.
private struct NTv2Numbers: Sendable {
  let bytes: [UInt8]
  let isBigEndian: Bool

  func double(at offset: Int) -> Double {
    isBigEndian
      ? bytes.span.bigEndianDouble(at: offset)
      : bytes.span.littleEndianDouble(at: offset)
  }

  func float(at offset: Int) -> Double {
    Double(
      Float(
        bitPattern: isBigEndian
          ? bytes.span.bigEndianUInt32(at: offset)
          : bytes.span.littleEndianUInt32(at: offset)))
  }

  func integer(at offset: Int) -> Int {
    Int(
      isBigEndian
        ? bytes.span.bigEndianUInt32(at: offset)
        : bytes.span.littleEndianUInt32(at: offset))
  }

  /// Returns eight characters without the blanks at their end.
  func text(at offset: Int) -> String {
    let letters = bytes[offset..<offset + 8].prefix { $0 != 0 }
    let text = String(decoding: letters, as: UTF8.self)
    return text.split(separator: " ").joined(separator: " ")
  }
}

/// A rectangle of a grid.
private struct NTv2Rectangle: Sendable {
  var name: String
  var parent: String
  var box: Envelope
  var latitudeStep: Double
  var longitudeStep: Double
  var columns: Int
  var rows: Int
  /// Where its corners start in the file.
  var offset: Int
  /// Degrees for one unit of the shifts.
  var unit: Double

  /// Bytes of a corner: two shifts and their accuracies.
  static let cornerSize = 16

  func contains(x: Double, y: Double) -> Bool {
    // A corner on the border may miss it by rounding.
    let slack = 1e-9
    return x >= box.minX - slack && x <= box.maxX + slack && y >= box.minY - slack
      && y <= box.maxY + slack
  }

  /// Returns the shift in degrees to the east and north at a position inside.
  func shift(x: Double, y: Double, _ numbers: NTv2Numbers) -> (x: Double, y: Double) {
    // Rows go to the north, and corners in a row to the west.
    let column = max(0, (box.maxX - x) / longitudeStep)
    let row = max(0, (y - box.minY) / latitudeStep)
    let (left, below) = (min(Int(column), columns - 2), min(Int(row), rows - 2))
    let (s, t) = (column - Double(left), row - Double(below))
    func value(_ part: Int) -> Double {
      func corner(_ dx: Int, _ dy: Int) -> Double {
        let index = (below + dy) * columns + left + dx
        return numbers.float(at: offset + index * Self.cornerSize + part * 4)
      }
      return (corner(0, 0) * (1 - s) + corner(1, 0) * s) * (1 - t)
        + (corner(0, 1) * (1 - s) + corner(1, 1) * s) * t
    }
    return (-value(1) * unit, value(0) * unit)
  }
}

/// The headers of a grid.
private struct NTv2Header {
  let numbers: NTv2Numbers
  let sourceName: String
  let targetName: String
  private(set) var rectangles: [NTv2Rectangle] = []
  private let path: String

  /// Each header has eleven records of sixteen bytes.
  private static let size = 176
  /// More rectangles than any agency has.
  private static let mostRectangles = 10_000

  init(_ bytes: [UInt8], path: String) throws(DatumGridError) {
    self.path = path
    guard bytes.count >= Self.size, bytes.starts(with: Array("NUM_OREC".utf8)) else {
      throw .damaged(path: path, offset: 0, expected: "the header of an NTv2 grid")
    }
    let isBigEndian = bytes[8] == 0
    numbers = NTv2Numbers(bytes: bytes, isBigEndian: isBigEndian)
    sourceName = numbers.text(at: 88)
    targetName = numbers.text(at: 104)
    guard numbers.integer(at: 8) == 11, numbers.integer(at: 24) == 11 else {
      throw .damaged(path: path, offset: 8, expected: "11 records in each header")
    }
    let count = numbers.integer(at: 40)
    guard (1...Self.mostRectangles).contains(count) else {
      throw .damaged(path: path, offset: 40, expected: "1 to \(Self.mostRectangles) rectangles")
    }
    let unit = try unit()
    var offset = Self.size
    for _ in 0..<count {
      let rectangle = try rectangle(at: offset, unit: unit)
      rectangles.append(rectangle)
      offset =
        rectangle.offset + rectangle.rows * rectangle.columns * NTv2Rectangle.cornerSize
    }
    let depths = Dictionary(grouping: rectangles.indices) { depth(of: rectangles[$0]) }
    rectangles = depths.keys.sorted(by: >).flatMap { depths[$0] ?? [] }.map { rectangles[$0] }
  }

  /// Degrees for one unit of angles.
  private func unit() throws(DatumGridError) -> Double {
    switch numbers.text(at: 56) {
    case "SECONDS": return 1 / 3600.0
    case "MINUTES": return 1 / 60.0
    case "DEGREES": return 1
    default: throw .damaged(path: path, offset: 56, expected: "SECONDS, MINUTES or DEGREES")
    }
  }

  private func rectangle(
    at start: Int, unit: Double
  ) throws(DatumGridError) -> NTv2Rectangle {
    guard numbers.bytes.count - start >= Self.size else {
      throw .damaged(path: path, offset: start, expected: "the header of a rectangle")
    }
    func angle(_ record: Int) -> Double { numbers.double(at: start + record * 16 + 8) * unit }
    let (south, north, east, west) = (angle(4), angle(5), -angle(6), -angle(7))
    let (latitudeStep, longitudeStep) = (angle(8), angle(9))
    let rows = ((north - south) / latitudeStep).rounded() + 1
    let columns = ((east - west) / longitudeStep).rounded() + 1
    guard latitudeStep > 0, longitudeStep > 0, north.magnitude <= 90, south.magnitude <= 90,
      west.magnitude <= 540, east.magnitude <= 540, rows >= 2, columns >= 2, rows < 1e6,
      columns < 1e6
    else {
      throw .damaged(path: path, offset: start + 64, expected: "limits and steps of a rectangle")
    }
    let corners = numbers.integer(at: start + 168)
    guard Double(corners) == rows * columns,
      corners <= (numbers.bytes.count - start - Self.size) / NTv2Rectangle.cornerSize
    else {
      throw .damaged(
        path: path, offset: start + 168, expected: "\(Int(rows * columns)) corners of cells")
    }
    return NTv2Rectangle(
      name: numbers.text(at: start + 8), parent: numbers.text(at: start + 24),
      box: Envelope(minX: west, minY: south, maxX: east, maxY: north),
      latitudeStep: latitudeStep, longitudeStep: longitudeStep, columns: Int(columns),
      rows: Int(rows), offset: start + Self.size, unit: unit)
  }

  /// Returns the number of ancestors. Files with circles have no meaning, but an end.
  private func depth(of rectangle: NTv2Rectangle) -> Int {
    var depth = 0
    var parent = rectangle.parent
    while depth < 20, let next = rectangles.first(where: { $0.name == parent }) {
      depth += 1
      parent = next.parent
    }
    return depth
  }
}
