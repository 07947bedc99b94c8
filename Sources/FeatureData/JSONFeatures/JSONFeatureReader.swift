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
  /// A member of `properties` or `attributes`. The key is unescaped.
  mutating func property(_ key: Span<UInt8>, _ token: ValueToken) throws(FeatureDataError)
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
    var hasEscapes = false
    while let key = try nextMember(bytes, &hasEscapes) {
      try readMember(
        bytes, bytes.extracting(key), into: &sink, hasProperties: &hasProperties)
    }
    guard hasProperties else {
      throw .feature(
        path: path, row: row, offset: stripeOffset + scanner.position,
        expected: dialect == .esri ? "a member attributes" : "a member properties")
    }
    return true
  }

  private mutating func readMember(
    _ bytes: Span<UInt8>, _ key: Span<UInt8>, into sink: inout some FeatureSink,
    hasProperties: inout Bool
  ) throws(FeatureDataError) {
    if key.matches("geometry"), key.count == 8 {
      try readGeometry(bytes, into: &sink)
    } else if key.count == 10,
      key.matches(dialect == .esri ? "attributes" : "properties")
    {
      hasProperties = true
      try readProperties(bytes, into: &sink)
    } else if key.count == 2, key.matches("id"), dialect == .geoJSON {
      sink.identifier(try readToken(bytes))
    } else {
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
    var hasEscapes = false
    while let key = try nextMember(bytes, &hasEscapes) {
      let token = try readToken(bytes)
      guard hasEscapes else {
        try sink.property(bytes.extracting(key), token)
        continue
      }
      keyBuffer.removeAll(keepingCapacity: true)
      _ = JSONScanner.unescape(bytes, key, into: &keyBuffer)
      let name = keyBuffer
      try sink.property(name.span, token)
    }
  }

  private mutating func nextMember(
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
