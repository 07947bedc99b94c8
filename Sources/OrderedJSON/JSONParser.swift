/// Reads a whole JSON text (RFC 8259) into a value. The parser is iterative: nesting uses no call
/// stack.
package struct JSONParser {
  private var scanner: JSONScanner
  private let limits: JSONLimits
  private var open: [Frame] = []
  private var scratch: [UInt8] = []

  /// An array or object that has not ended yet.
  private struct Frame {
    var isObject: Bool
    var elements: [JSON] = []
    var members: [JSONObject.Member] = []
    var keyOffsets: [Int] = []
    var key = ""
  }

  private init(limits: JSONLimits) {
    self.limits = limits
    scanner = JSONScanner(depthLimit: limits.depth)
  }

  /// Reads the single value in `bytes`. Tolerated errors are added to `leniencies`.
  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard, leniencies: inout [JSONLeniency]
  ) throws(JSONError) -> JSON {
    guard bytes.count <= limits.size else {
      throw .tooLarge(size: bytes.count, limit: limits.size)
    }
    var parser = JSONParser(limits: limits)
    let value = try parser.parseDocument(bytes.span)
    leniencies += parser.scanner.leniencies.sorted { $0.offset < $1.offset }
    return value
  }

  /// Reads the single value in `bytes` and ignores tolerated errors.
  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    var leniencies: [JSONLeniency] = []
    return try parse(bytes, limits: limits, leniencies: &leniencies)
  }

  private mutating func parseDocument(_ bytes: Span<UInt8>) throws(JSONError) -> JSON {
    do {
      _ = try UTF8Span(validating: bytes)
    } catch {
      throw .badUTF8(JSONPosition(offset: error.byteOffsets.lowerBound, in: bytes))
    }
    scanner.skipByteOrderMark(bytes)
    while true {
      guard let scalar = try beginValue(bytes) else { continue }
      guard let document = try complete(scalar, bytes) else { continue }
      scanner.skipWhitespace(bytes)
      guard scanner.position == bytes.count else {
        throw JSONScanner.unexpected(.endOfText, at: scanner.position, in: bytes)
      }
      return document
    }
  }

  /// Reads a scalar or an empty container. Returns `nil` if it opened a container.
  private mutating func beginValue(_ bytes: Span<UInt8>) throws(JSONError) -> JSON? {
    switch scanner.nextToken(bytes) {
    case .string:
      return .string(try readString(bytes))
    case .number:
      let range = try scanner.readNumber(bytes).range
      return .number(JSONNumber(checked: text(bytes, range)))
    case .true, .false:
      return .bool(try scanner.readBool(bytes))
    case .null:
      try scanner.readNull(bytes)
      return .null
    case .notFinite:
      try scanner.readNotFinite(bytes)
      return .null
    case .beginObject:
      try push(isObject: true, bytes)
      if scanner.consume(0x7D, bytes) { return closed() }
      try readKey(bytes)
      return nil
    case .beginArray:
      try push(isObject: false, bytes)
      return scanner.consume(0x5D, bytes) ? closed() : nil
    default:
      throw JSONScanner.unexpected(.value, at: scanner.position, in: bytes)
    }
  }

  /// Adds a finished value to its container. Returns it if it is the document itself.
  private mutating func complete(
    _ value: JSON, _ bytes: Span<UInt8>
  ) throws(JSONError) -> JSON? {
    var value = value
    while let top = open.indices.last {
      let isObject = open[top].isObject
      if isObject {
        open[top].members.append(JSONObject.Member(key: open[top].key, value: value))
      } else {
        open[top].elements.append(value)
      }
      let closing: UInt8 = isObject ? 0x7D : 0x5D
      if scanner.consume(0x2C, bytes) {
        let comma = scanner.position - 1
        guard scanner.consume(closing, bytes) else {
          if isObject { try readKey(bytes) }
          return nil
        }
        scanner.note(.trailingComma, at: comma)
      } else {
        try scanner.expect(closing, expected: isObject ? .commaOrBrace : .commaOrBracket, in: bytes)
      }
      value = closed()
    }
    return value
  }

  private mutating func push(isObject: Bool, _ bytes: Span<UInt8>) throws(JSONError) {
    guard open.count < limits.depth else {
      throw JSONScanner.tooDeep(at: scanner.position, in: bytes, limit: limits.depth)
    }
    scanner.position += 1
    open.append(Frame(isObject: isObject))
  }

  /// Pops the innermost container off the stack and returns it as a value.
  private mutating func closed() -> JSON {
    guard let frame = open.popLast() else { return .null }
    guard frame.isObject else { return .array(frame.elements) }
    noteDuplicateKeys(frame)
    return .object(JSONObject(frame.members))
  }

  private mutating func noteDuplicateKeys(_ frame: Frame) {
    let members = frame.members
    guard members.count > 1 else { return }
    // A few keys are compared in pairs. Many need a set, or a hostile object takes hours.
    if members.count <= 16 {
      for (index, member) in members.enumerated() {
        if members[..<index].contains(where: { $0.key.hasSameUTF8(as: member.key) }) {
          scanner.note(.duplicateKey, at: frame.keyOffsets[index])
        }
      }
      return
    }
    var seen = Set<[UInt8]>(minimumCapacity: members.count)
    for (index, member) in members.enumerated()
    where !seen.insert(Array(member.key.utf8)).inserted {
      scanner.note(.duplicateKey, at: frame.keyOffsets[index])
    }
  }

  private mutating func readKey(_ bytes: Span<UInt8>) throws(JSONError) {
    guard scanner.nextToken(bytes) == .string, let top = open.indices.last else {
      throw JSONScanner.unexpected(.key, at: scanner.position, in: bytes)
    }
    open[top].keyOffsets.append(scanner.position)
    open[top].key = try readString(bytes)
    try scanner.expect(0x3A, expected: .colon, in: bytes)
  }

  private mutating func readString(_ bytes: Span<UInt8>) throws(JSONError) -> String {
    let quote = scanner.position
    var hasEscapes = false
    let range = try scanner.readString(bytes, hasEscapes: &hasEscapes)
    guard range.count <= limits.stringLength else {
      throw .stringTooLong(JSONPosition(offset: quote, in: bytes), limit: limits.stringLength)
    }
    guard hasEscapes else { return text(bytes, range) }
    scratch.removeAll(keepingCapacity: true)
    if let surrogate = JSONEscapes.resolve(bytes, range, into: &scratch) {
      scanner.note(.loneSurrogate, at: surrogate)
    }
    return text(scratch.span, 0..<scratch.count)
  }

  /// Returns a string from bytes that are known to be UTF-8.
  private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    guard let valid = try? UTF8Span(validating: bytes.extracting(range)) else { return "" }
    return String(copying: valid)
  }
}
