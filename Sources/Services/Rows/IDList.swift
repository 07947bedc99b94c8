import Bytes
import OrderedJSON

/// The object IDs of a layer, as the service lists them: `{objectIdFieldName, objectIds: […]}`. Unlike
/// rows, services never cut this list short.
struct IDList {
  /// The most rows of a layer.
  private static let most = 100_000_000

  /// Reads the IDs in ascending order, each once.
  ///
  /// - Returns: nil for any other document.
  static func read(_ bytes: Span<UInt8>) -> [Int64]? {
    var scanner = JSONScanner(depthLimit: 16)
    var ids: [Int64]?
    do throws(JSONError) {
      try scanner.beginObject(bytes)
      var hasEscapes = false
      while let key = try scanner.nextMember(bytes, hasEscapes: &hasEscapes) {
        guard bytes.extracting(key).isEqual(to: Array("objectIds".utf8).span) else {
          if bytes.extracting(key).isEqual(to: Array("exceededTransferLimit".utf8).span),
            scanner.nextToken(bytes) == .true
          {
            return nil
          }
          try scanner.skipValue(bytes)
          continue
        }
        ids = try list(bytes, &scanner)
      }
    } catch {
      return nil
    }
    scanner.skipWhitespace(bytes)
    guard var ids, scanner.position == bytes.count else { return nil }
    ids.sort()
    for index in ids.indices.dropFirst() where ids[index] == ids[index - 1] { return nil }
    return ids
  }

  /// A list, or null for no rows.
  private static func list(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(JSONError) -> [Int64]? {
    if scanner.nextToken(bytes) == .null {
      try scanner.readNull(bytes)
      return []
    }
    var ids: [Int64] = []
    try scanner.beginArray(bytes)
    while try scanner.nextElement(bytes) {
      let number = try scanner.readNumber(bytes)
      guard let id = ObjectID.read(bytes, in: number.range), ids.count < most else { return nil }
      ids.append(id)
    }
    return ids
  }
}

/// Object IDs as text.
enum ObjectID {
  /// The whole number in a range; nil if it isn't one, or too large. Some servers write `7.0`.
  static func read(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int64? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    // Below zero, because there is one number more.
    var value: Int64 = 0
    var isFraction = false
    for index in isNegative ? range.dropFirst() : range {
      if bytes[index] == UInt8(ascii: "."), !isFraction {
        isFraction = true
        continue
      }
      let digit = bytes[index] &- 0x30
      if isFraction {
        guard digit == 0 else { return nil }
        continue
      }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (next, overflows) = tens.subtractingReportingOverflow(Int64(digit))
      guard digit < 10, !isTooLarge, !overflows else { return nil }
      value = next
    }
    guard isNegative || value != .min else { return nil }
    return isNegative ? value : -value
  }
}
