import Bytes
import Geometry
import OrderedJSON

/// The two ways a feature is written in JSON.
package enum JSONDialect: Sendable, Equatable {
  /// RFC 7946: `properties`, `geometry` with `type` and `coordinates`.
  case geoJSON
  /// A feature of a feature service: `attributes`, `geometry` with `x`/`y`, `points`, `paths`
  /// or `rings`.
  case esri
}

/// Takes what a feature holds, member by member.
protocol FeatureSink {
  /// The column of a key of `properties` or `attributes`. The key is unescaped.
  mutating func column(of key: Span<UInt8>) throws(FeatureDataError) -> Int
  /// A member of `properties` or `attributes`.
  mutating func property(_ column: Int, _ token: ValueToken)
  /// The feature's own `id` (RFC 7946 §3.2).
  mutating func identifier(_ token: ValueToken)
  /// The scanner stands before a geometry that is not null; it must be read whole.
  mutating func geometry(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(GeometryError)
}

/// Reads the features of a stripe into a sink.
struct JSONFeatureReader {
  let path: String
  let dialect: JSONDialect
  /// Where the stripe stands in the file.
  let stripeOffset: Int
  var scanner = JSONScanner()
  /// Counts from 1 within the stripe.
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

  /// Reads the next feature; `false` at the end of the stripe.
  mutating func next(
    _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws(FeatureDataError) -> Bool {
    guard scanner.nextStripeElement(bytes) else { return false }
    row += 1
    do throws(JSONError) {
      try scanner.beginObject(bytes)
    } catch { throw located(error) }
    var hasProperties = false
    var place = 0
    while let member = try nextMember(bytes, place) {
      try read(member, bytes, into: &sink)
      if member == .properties { hasProperties = true }
      place += 1
    }
    guard hasProperties else {
      throw .feature(
        path: path, row: row, offset: stripeOffset + scanner.position,
        expected: dialect == .esri ? "a member attributes" : "a member properties")
    }
    return true
  }

  /// Reads up to the value of the feature's next member; `nil` at its end.
  private mutating func nextMember(
    _ bytes: Span<UInt8>, _ place: Int
  ) throws(FeatureDataError) -> Member? {
    if let known = members.pass(place, &scanner, bytes) { return Member(rawValue: known) }
    let start = scanner.position
    var hasEscapes = false
    guard let key = try nextKey(bytes, &hasEscapes) else { return nil }
    let member = member(bytes.extracting(key))
    members.keep(place, start..<scanner.position, meaning: member.rawValue)
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
  ) throws(FeatureDataError) {
    switch member {
    case .geometry: try readGeometry(bytes, into: &sink)
    case .properties: try readProperties(bytes, into: &sink)
    case .identifier: sink.identifier(try readToken(bytes))
    case .other:
      do throws(JSONError) { try scanner.skipValue(bytes) } catch { throw located(error) }
    }
  }

  private mutating func readGeometry(
    _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws(FeatureDataError) {
    if scanner.nextToken(bytes) == .null {
      do throws(JSONError) { try scanner.readNull(bytes) } catch { throw located(error) }
      return
    }
    let start = scanner.position
    do throws(GeometryError) {
      try sink.geometry(bytes, &scanner)
    } catch {
      throw .geometry(path: path, row: row, offset: stripeOffset + start, error)
    }
  }

  private mutating func readProperties(
    _ bytes: Span<UInt8>, into sink: inout some FeatureSink
  ) throws(FeatureDataError) {
    if scanner.nextToken(bytes) == .null {
      do throws(JSONError) { try scanner.readNull(bytes) } catch { throw located(error) }
      return
    }
    do throws(JSONError) { try scanner.beginObject(bytes) } catch { throw located(error) }
    var place = 0
    while let column = try nextColumn(bytes, place, of: &sink) {
      sink.property(column, try readToken(bytes))
      place += 1
    }
  }

  /// Reads up to the value of the next property and gives its column; `nil` at the end.
  @inline(__always) private mutating func nextColumn(
    _ bytes: Span<UInt8>, _ place: Int, of sink: inout some FeatureSink
  ) throws(FeatureDataError) -> Int? {
    if let known = properties.pass(place, &scanner, bytes) { return known }
    return try readColumn(bytes, place, of: &sink)
  }

  private mutating func readColumn(
    _ bytes: Span<UInt8>, _ place: Int, of sink: inout some FeatureSink
  ) throws(FeatureDataError) -> Int? {
    let start = scanner.position
    var hasEscapes = false
    guard let key = try nextKey(bytes, &hasEscapes) else { return nil }
    let column: Int
    if hasEscapes {
      keyBuffer.removeAll(keepingCapacity: true)
      _ = JSONScanner.unescape(bytes, key, into: &keyBuffer)
      let name = keyBuffer
      column = try sink.column(of: name.span)
    } else {
      column = try sink.column(of: bytes.extracting(key))
    }
    properties.keep(place, start..<scanner.position, meaning: column)
    return column
  }

  private mutating func nextKey(
    _ bytes: Span<UInt8>, _ hasEscapes: inout Bool
  ) throws(FeatureDataError) -> Range<Int>? {
    do throws(JSONError) {
      return try scanner.nextMember(bytes, hasEscapes: &hasEscapes)
    } catch { throw located(error) }
  }

  /// Reads a value and tells where it stands.
  private mutating func readToken(_ bytes: Span<UInt8>) throws(FeatureDataError) -> ValueToken {
    do throws(JSONError) {
      return try scanToken(bytes)
    } catch { throw located(error) }
  }

  private mutating func scanToken(_ bytes: Span<UInt8>) throws(JSONError) -> ValueToken {
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
      // NaN and infinities are how some writers spell a missing number.
      try scanner.readNotFinite(bytes)
      return .null
    case .true, .false:
      let start = scanner.position
      let value = try scanner.readBool(bytes)
      return ValueToken(kind: value ? .true : .false, start: start, end: scanner.position)
    default:
      let start = scanner.position
      try scanner.skipValue(bytes)
      return ValueToken(kind: .json, start: start, end: scanner.position)
    }
  }

  private func located(_ error: JSONError) -> FeatureDataError {
    let offset = (error.position?.offset ?? scanner.position) + stripeOffset
    return .json(path: path, error.moved(to: JSONPosition(offset: offset)))
  }
}
