import Bytes
import Geometry
import OrderedJSON

/// The two JSON formats of features.
package enum JSONDialect: Sendable, Equatable {
  /// RFC 7946: `properties`, `geometry` with `type` and `coordinates`.
  case geoJSON
  /// A feature of a feature service: `attributes`, `geometry` with `x`/`y`, `points`, `paths`
  /// or `rings`.
  case esri
}

/// Receives the members of a feature.
protocol FeatureSink {
  /// Returns the column for a key of `properties` or `attributes`. The key is unescaped.
  mutating func column(of key: Span<UInt8>) throws -> Int
  /// Receives a member of `properties` or `attributes`.
  mutating func property(_ column: Int, _ token: ValueToken, in bytes: Span<UInt8>)
  /// Receives the feature's own `id` (RFC 7946 §3.2).
  mutating func identifier(_ token: ValueToken)
  /// Receives a geometry that is not null. It starts at the scanner's position and must be read
  /// whole.
  mutating func geometry(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(GeometryError)
  /// Receives the reason why no layer can have the feature's geometry.
  mutating func loseGeometry(_ reason: GeometryError)
}

/// Reads the features of a stripe into a sink.
struct JSONFeatureReader {
  let path: String
  let dialect: JSONDialect
  /// The offset of the stripe in the file.
  let stripeOffset: Int
  var scanner = JSONScanner()
  /// The number of the row, from 1 within the stripe.
  var row = 0
  private var keyBuffer: [UInt8] = []
  private var members = RepeatedMembers()
  private var properties = RepeatedMembers()

  /// The members of a feature.
  private enum Member: Int {
    case geometry, properties, identifier, other
  }

  init(path: String, dialect: JSONDialect, stripeOffset: Int) {
    self.path = path
    self.dialect = dialect
    self.stripeOffset = stripeOffset
  }

  /// Reads the next feature. Returns `false` at the end of the stripe.
  mutating func next(
    _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws -> Bool {
    guard scanner.nextStripeElement(bytes) else { return false }
    row += 1
    do {
      try readFeature(bytes, into: &sink)
    } catch let error as JSONError { throw located(error) }
    return true
  }

  @inline(__always)
  private mutating func readFeature(
    _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws {
    let start = scanner.position
    try scanner.beginObject(bytes)
    var hasProperties = false
    var index = 0
    while let member = try nextMember(bytes, at: index) {
      try read(member, bytes, into: &sink)
      if member == .properties { hasProperties = true }
      index += 1
    }
    if !hasProperties, try readBareGeometry(bytes, from: start, into: &sink) { return }
    guard hasProperties else {
      throw FeatureDataError.feature(
        path: path, row: row, offset: stripeOffset + scanner.position,
        expected: dialect == .esri ? "a member \"attributes\"" : "a member \"properties\"")
    }
  }

  /// Reads a feature that is only a geometry (RFC 7946 §2). Returns `false` if it is none.
  private mutating func readBareGeometry(
    _ bytes: Span<UInt8>, from start: Int, into sink: inout some FeatureSink
  ) throws -> Bool {
    guard dialect == .geoJSON else { return false }
    var members = JSONScanner()
    members.position = start
    try members.beginObject(bytes)
    var hasEscapes = false
    while let key = try members.nextMember(bytes, hasEscapes: &hasEscapes) {
      guard bytes.extracting(key).matches("type"), key.count == 4,
        members.nextToken(bytes) == .string
      else {
        try members.skipValue(bytes)
        continue
      }
      let name = try members.readString(bytes, hasEscapes: &hasEscapes)
      guard bytes.extracting(name).isGeometryName else { return false }
      scanner.position = start
      try readGeometry(bytes, into: &sink)
      return true
    }
    return false
  }

  /// Reads up to the value of the feature's next member. Returns `nil` at its end.
  private mutating func nextMember(
    _ bytes: Span<UInt8>, at index: Int
  ) throws -> Member? {
    if let known = members.pass(at: index, scanner: &scanner, in: bytes) {
      return Member(rawValue: known)
    }
    let start = scanner.position
    var hasEscapes = false
    guard let key = try scanner.nextMember(bytes, hasEscapes: &hasEscapes) else { return nil }
    let member = member(bytes.extracting(key))
    members.keep(at: index, start..<scanner.position, meaning: member.rawValue)
    return member
  }

  private func member(_ key: Span<UInt8>) -> Member {
    if key.count == 8, key.matches("geometry") { return .geometry }
    if key.count == 10, key.matches(dialect == .esri ? "attributes" : "properties") {
      return .properties
    }
    return key.count == 2 && key.matches("id") && dialect == .geoJSON ? .identifier : .other
  }

  private mutating func read(
    _ member: Member, _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws {
    switch member {
    case .geometry: try readGeometry(bytes, into: &sink)
    case .properties: try readProperties(bytes, into: &sink)
    case .identifier: sink.identifier(try readToken(bytes))
    case .other: _ = try scanner.readValue(bytes)
    }
  }

  private mutating func readGeometry(
    _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws {
    if scanner.nextToken(bytes) == .null {
      try scanner.readNull(bytes)
      return
    }
    let start = scanner.position
    do throws(GeometryError) {
      try sink.geometry(bytes, &scanner)
    } catch {
      guard error.costsOnlyItsShape else {
        throw FeatureDataError.geometry(
          path: path, row: row, offset: stripeOffset + start, error)
      }
      scanner.position = start
      try scanner.skipValue(bytes)
      sink.loseGeometry(error)
    }
  }

  private mutating func readProperties(
    _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws {
    if scanner.nextToken(bytes) == .null {
      try scanner.readNull(bytes)
      return
    }
    try scanner.beginObject(bytes)
    var index = 0
    while let column = try nextColumn(bytes, at: index, of: &sink) {
      sink.property(column, try readToken(bytes), in: bytes)
      index += 1
    }
  }

  /// Reads up to the value of the next property and returns its column, or `nil` at the end.
  @inline(__always) private mutating func nextColumn(
    _ bytes: Span<UInt8>, at index: Int, of sink: inout some FeatureSink
  ) throws -> Int? {
    if let known = properties.pass(at: index, scanner: &scanner, in: bytes) { return known }
    return try readColumn(bytes, at: index, of: &sink)
  }

  private mutating func readColumn(
    _ bytes: Span<UInt8>, at index: Int, of sink: inout some FeatureSink
  ) throws -> Int? {
    let start = scanner.position
    var hasEscapes = false
    guard let key = try scanner.nextMember(bytes, hasEscapes: &hasEscapes) else { return nil }
    let column: Int
    if hasEscapes {
      keyBuffer.removeAll(keepingCapacity: true)
      _ = JSONEscapes.resolve(bytes, key, into: &keyBuffer)
      let name = keyBuffer
      column = try sink.column(of: name.span)
    } else {
      column = try sink.column(of: bytes.extracting(key))
    }
    properties.keep(at: index, start..<scanner.position, meaning: column)
    return column
  }

  /// Reads a value and returns its kind and range.
  private mutating func readToken(_ bytes: Span<UInt8>) throws(JSONError) -> ValueToken {
    switch scanner.nextToken(bytes) {
    case .string:
      var hasEscapes = false
      let range = try scanner.readString(bytes, hasEscapes: &hasEscapes)
      return ValueToken(
        kind: hasEscapes ? .escapedText : .text, start: range.lowerBound, end: range.upperBound)
    case .number:
      let (range, isInteger) = try scanner.readNumber(bytes)
      return ValueToken(
        kind: isInteger ? .integer : .number, start: range.lowerBound, end: range.upperBound)
    case .null:
      try scanner.readNull(bytes)
      return .null
    case .notFinite:
      // Some writers use NaN and infinities for missing numbers.
      try scanner.readNotFinite(bytes)
      return .null
    case .true, .false:
      let start = scanner.position
      let value = try scanner.readBool(bytes)
      return ValueToken(kind: value ? .true : .false, start: start, end: scanner.position)
    default:
      let range = try scanner.readValue(bytes)
      return ValueToken(kind: .json, start: range.lowerBound, end: range.upperBound)
    }
  }

  private func located(_ error: JSONError) -> LocatedError {
    let offset = (error.position?.offset ?? scanner.position) + stripeOffset
    return LocatedError(location: path, reason: error.moved(to: JSONPosition(offset: offset)))
  }
}

extension Span where Element == UInt8 {
  /// Whether the bytes are the `type` of a GeoJSON geometry.
  fileprivate var isGeometryName: Bool {
    let name = repairedString()
    return name == "GeometryCollection" || GeometryKind(geoJSONName: name) != nil
  }
}
