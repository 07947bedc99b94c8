/// The bytes of a document outside its streamed array. They are kept, scanned byte by byte, and
/// parsed when the document has ended.
struct FeatureDocumentHeader: Sendable {
  /// What ends a scan of header bytes.
  enum Event {
    /// The block ended.
    case endOfBlock
    /// `[` of the array was passed.
    case beginArray
    /// `}` of the document was passed.
    case endDocument
  }

  private let memberKey: [UInt8]
  private let limits: JSONLimits
  private(set) var bytes: [UInt8] = []
  /// The source offset of a header byte after the array, minus its index in `bytes`.
  private var shift = 0
  /// Index in `bytes` of the first byte after the array.
  private var arrayEnd: Int?
  private var open = BracketStack()
  private var inString = false
  private var isEscaped = false
  private var stringStart = 0
  /// The last string at the top level, without quotes. It is a key if a colon follows.
  private var lastString: Range<Int>?
  /// Whether the next value belongs to the key of the array.
  private var awaitsArray = false

  init(memberKey: String, limits: JSONLimits) {
    self.memberKey = Array(memberKey.utf8)
    self.limits = limits
  }

  /// Whether the array has been found.
  var hasArray: Bool { arrayEnd != nil }

  /// Scans header bytes of `block` from index `at`, whose source offset is `offset`.
  mutating func scan(
    _ block: Span<UInt8>, at: inout Int, offset: Int
  ) throws(JSONError) -> Event {
    let start = at
    while at < block.count {
      guard bytes.count < limits.size else {
        throw .tooLarge(size: bytes.count + 1, limit: limits.size)
      }
      let byte = block[at]
      bytes.append(byte)
      at += 1
      if let event = try take(byte, at: offset + (at - start) - 1) { return event }
    }
    return .endOfBlock
  }

  private mutating func take(_ byte: UInt8, at offset: Int) throws(JSONError) -> Event? {
    if inString {
      takeInString(byte)
      return nil
    }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D:
      return nil
    case 0x22:
      inString = true
      stringStart = bytes.count
    case 0x3A where open.depth == 1:
      awaitsArray = isMemberKey()
      if awaitsArray, hasArray {
        throw .unexpected(JSONPosition(offset: offset), expected: .oneFeaturesArray, found: byte)
      }
      return nil
    case 0x7B, 0x5B:
      guard open.depth < limits.depth else {
        throw .tooDeep(JSONPosition(offset: offset), limit: limits.depth)
      }
      if byte == 0x5B, awaitsArray, open.depth == 1 { return .beginArray }
      open.push(byte)
    case 0x7D, 0x5D:
      guard open.pop(closing: byte) else {
        throw .unexpected(JSONPosition(offset: offset), expected: .matchingBracket, found: byte)
      }
      if open.depth == 0 { return .endDocument }
    default:
      break
    }
    awaitsArray = false
    return nil
  }

  private mutating func takeInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == 0x5C {
      isEscaped = true
    } else if byte == 0x22 {
      inString = false
      if open.depth == 1 { lastString = stringStart..<bytes.count - 1 }
    }
  }

  private func isMemberKey() -> Bool {
    guard let lastString else { return false }
    var key: [UInt8] = []
    JSONEscapes.resolve(bytes.span, lastString, into: &key)
    return key == memberKey
  }

  /// Ends the array. Its `]` is at `offset` of the source.
  mutating func endArray(offset: Int) {
    bytes.append(0x5D)
    shift = offset + 1 - bytes.count
    arrayEnd = bytes.count
    awaitsArray = false
  }

  /// Closes the document after the array, as if nothing followed.
  mutating func endDocument() { bytes.append(0x7D) }

  /// Parses the header without the array. `base` is the source offset of its first byte.
  func parse(
    base: Int, leniencies: inout [JSONLeniency]
  ) throws(JSONError) -> JSONObject {
    var found: [JSONLeniency] = []
    let value: JSON
    do {
      value = try JSONParser.parse(bytes, limits: limits, leniencies: &found)
    } catch {
      guard let position = error.position else { throw error }
      throw error.moved(to: sourcePosition(position.offset, base: base))
    }
    for leniency in found {
      let offset = sourcePosition(leniency.offset, base: base).offset
      leniencies.append(JSONLeniency(leniency.kind, offset: offset))
    }
    var members = value.object ?? JSONObject()
    if hasArray { members[String(decoding: memberKey, as: UTF8.self)] = nil }
    return members
  }

  private func sourcePosition(_ index: Int, base: Int) -> JSONPosition {
    guard let arrayEnd, index >= arrayEnd else { return JSONPosition(offset: base + index) }
    return JSONPosition(offset: shift + index)
  }
}
