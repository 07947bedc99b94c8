import Bytes

/// Reads positions and nested arrays of them straight from JSON bytes.
///
/// Works on a position of its own kept in a local; nothing recurses, and arrays grow only with
/// the bytes that were read.
struct CoordinateReader {
  /// What the third number of a position means.
  enum ThirdNumber {
    case height
    case measure
  }

  /// The byte that is read next.
  var position: Int
  /// What a third number is; a fourth is always a measure.
  var third: ThirdNumber
  /// Positions that lack a number others of the geometry have.
  var missing = 0

  init(position: Int, third: ThirdNumber = .height) {
    self.position = position
    self.third = third
  }

  /// Passes whitespace and a byte, when it stands there.
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

  /// Passes `[`, which must stand there.
  @inline(__always)
  mutating func beginArray(_ bytes: Span<UInt8>) throws(GeometryError) {
    guard consume(0x5B, bytes) else {
      throw .unexpected(offset: position, expected: "[ of an array of coordinates")
    }
  }

  /// Passes the comma before an element; false when the array has ended. A comma may trail.
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

  /// Reads a number; NaN for `null`, `NaN` and the text "NaN", which Esri writes for none.
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

  /// Reads one position `[x, y, …]` to the end of a geometry. Gives false for `[]`.
  ///
  /// The geometry takes on heights and measures when a position first brings them; earlier ones
  /// then get height 0 and no measure. Numbers after the fourth are passed over.
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

  /// The numbers of a position after its second, up to and with the bracket.
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

  /// Reads `[position, …]` and gives how many there were.
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

  /// Reads `[[position, …], …]`, each inner array as a part.
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

  /// Reads `[[[position, …], …], …]`, each element a polygon.
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
