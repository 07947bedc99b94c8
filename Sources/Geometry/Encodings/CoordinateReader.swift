import Bytes

/// Reads positions and nested arrays of positions directly from JSON bytes.
///
/// The reader keeps its own position. Nothing recurses, and arrays grow only with the bytes that
/// were read.
struct CoordinateReader {
  /// The meaning of the third number of a position.
  enum ThirdNumber {
    case height
    case measure
  }

  /// The offset of the next byte to read.
  var position: Int
  /// The meaning of the third number. A fourth is always a measure.
  var third: ThirdNumber
  /// The number of positions without a number that others of the geometry have.
  var missing = 0

  init(position: Int, third: ThirdNumber = .height) {
    self.position = position
    self.third = third
  }

  /// Skips white space. If the byte is next, skips it and returns true.
  @inline(__always)
  mutating func consume(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    skipWhitespace(bytes)
    guard position < bytes.count, bytes[position] == byte else { return false }
    position &+= 1
    return true
  }

  @inline(__always)
  mutating func skipWhitespace(_ bytes: Span<UInt8>) {
    while position < bytes.count, bytes[position] <= 0x20 {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position &+= 1
    }
  }

  /// Skips `[`, which must be next.
  @inline(__always)
  mutating func beginArray(_ bytes: Span<UInt8>) throws(GeometryError) {
    guard consume(0x5B, bytes) else {
      throw .unexpected(offset: position, expected: "[ of an array of coordinates")
    }
  }

  /// Skips the comma before an element. Returns false if the array has ended. A trailing comma is
  /// allowed.
  @inline(__always)
  mutating func nextElement(
    _ bytes: Span<UInt8>, isFirst: inout Bool
  ) throws(GeometryError) -> Bool {
    if consume(0x5D, bytes) { return false }
    if isFirst {
      isFirst = false
      return true
    }
    guard consume(0x2C, bytes) else {
      throw .unexpected(offset: position, expected: ", or ] in an array of coordinates")
    }
    return !consume(0x5D, bytes)
  }

  /// Reads a number. Returns NaN for `null`, `NaN` and the text "NaN", which Esri writes for a
  /// missing number.
  @inline(__always)
  mutating func readNumber(_ bytes: Span<UInt8>) throws(GeometryError) -> Double {
    skipWhitespace(bytes)
    if let value = DecimalParser.parse(bytes, at: &position) { return value }
    return try readNoNumber(bytes)
  }

  @inline(never)
  private mutating func readNoNumber(_ bytes: Span<UInt8>) throws(GeometryError) -> Double {
    for word in ["null", "NaN", "\"NaN\""] as [StaticString] {
      let text = word.description.utf8.span
      if bytes.count - position >= text.count,
        bytes.extracting(position..<position + text.count).isEqual(to: text)
      {
        position += text.count
        return .nan
      }
    }
    throw .unexpected(offset: position, expected: "a number")
  }

  /// Reads one position `[x, y, …]` and appends it to a geometry. Returns false for `[]`.
  ///
  /// The geometry gets heights and measures when a position first has them. Earlier positions then
  /// get height 0 and a missing measure. Numbers after the fourth are skipped.
  mutating func readPosition(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) -> Bool {
    try beginArray(bytes)
    let start = position
    if consume(0x5D, bytes) { return false }
    let x = try readNumber(bytes)
    guard consume(0x2C, bytes) else {
      throw .unexpected(offset: position, expected: "a second number in a position")
    }
    let y = try readNumber(bytes)
    guard x.isFinite, y.isFinite else { throw .notFinite(offset: start) }
    if consume(0x5D, bytes), !geometry.hasZ, !geometry.hasM {
      geometry.coordinates.append(x)
      geometry.coordinates.append(y)
      return true
    }
    try readRest(bytes, x: x, y: y, into: &geometry)
    return true
  }

  /// Reads the numbers of a position after its second, including the closing bracket.
  private mutating func readRest(
    _ bytes: Span<UInt8>, x: Double, y: Double, into geometry: inout Geometry
  ) throws(GeometryError) {
    var extra: (Double, Double) = (.nan, .nan)
    var count = 0
    if bytes[position - 1] != 0x5D {
      var isFirst = false
      while try nextElement(bytes, isFirst: &isFirst) {
        let value = try readNumber(bytes)
        if count == 0 { extra.0 = value } else if count == 1 { extra.1 = value }
        count += 1
      }
    }
    let isMeasureOnly = third == .measure && count == 1
    let hasHeight = count > 0 && !isMeasureOnly && extra.0.isFinite
    let hasMeasure = count > 1 || isMeasureOnly
    if hasHeight && !geometry.hasZ || hasMeasure && !geometry.hasM {
      missing += geometry.vertexCount
      geometry.addDimensions(
        hasZ: geometry.hasZ || hasHeight, hasM: geometry.hasM || hasMeasure)
    }
    if !hasHeight && geometry.hasZ { missing += 1 }
    let measure = isMeasureOnly ? extra.0 : hasMeasure ? extra.1 : .nan
    geometry.coordinates.append(x)
    geometry.coordinates.append(y)
    if geometry.hasZ { geometry.coordinates.append(hasHeight ? extra.0 : 0) }
    if geometry.hasM { geometry.coordinates.append(measure.isFinite ? measure : .nan) }
  }

  /// Reads `[position, …]`.
  mutating func readPositions(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) {
    try beginArray(bytes)
    var isFirst = true
    while try nextElement(bytes, isFirst: &isFirst) {
      let start = position
      guard try readPosition(bytes, into: &geometry) else {
        throw .unexpected(offset: start, expected: "two numbers in a position")
      }
    }
  }

  /// Reads `[[position, …], …]`. Each inner array becomes a part.
  mutating func readParts(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) {
    try beginArray(bytes)
    var isFirst = true
    while try nextElement(bytes, isFirst: &isFirst) {
      try readPositions(bytes, into: &geometry)
      geometry.partEnds.append(geometry.vertexCount)
    }
  }

  /// Reads `[[[position, …], …], …]`. Each element becomes a polygon.
  mutating func readPolygons(
    _ bytes: Span<UInt8>, into geometry: inout Geometry
  ) throws(GeometryError) {
    try beginArray(bytes)
    var isFirst = true
    while try nextElement(bytes, isFirst: &isFirst) {
      try readParts(bytes, into: &geometry)
      geometry.polygonEnds.append(geometry.partEnds.count)
    }
  }
}
