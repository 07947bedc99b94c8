import Bytes
import FeatureData
import MapModel
import OrderedJSON

/// Reads which rows a page has, and checks that it is whole.
struct PageScan {
  /// The object IDs of the rows, in the page's order.
  private(set) var ids: [Int64] = []
  /// The GlobalIDs of the rows; empty unless the layer has attachments.
  private(set) var globalIDs: [GlobalID?] = []
  /// Where the rows are, in the page's order.
  private(set) var features: [Range<Int>] = []
  /// Whether the page says that more rows follow.
  private(set) var moreFollows = false
  /// Where it says whether more rows follow, with a comma. That would make `build` refuse a complete
  /// table.
  private(set) var flag: Range<Int>?
  private var hasFeatures = false
  private let idField: [UInt8]
  private let globalIDField: [UInt8]

  private static let features = Array("features".utf8)
  private static let attributes = Array("attributes".utf8)
  private static let exceededTransferLimit = Array("exceededTransferLimit".utf8)
  /// The deepest nesting of a page, and the most rows.
  private static let depth = 64
  private static let mostRows = 1 << 20

  /// Scans a page.
  ///
  /// - Returns: nil if the bytes are not a page of rows with object IDs.
  init?(_ bytes: Span<UInt8>, of layer: ServedLayer, idField: String) {
    self.idField = Array(idField.utf8)
    let globalIDs = layer.definition.hasAttachments ? layer.definition.globalIDField : nil
    globalIDField = Array((globalIDs ?? "").utf8)
    guard UTF8Validation.isValid(bytes) else { return nil }
    var scanner = JSONScanner(depthLimit: Self.depth)
    do throws(JSONError) {
      guard try page(bytes, &scanner) else { return nil }
    } catch {
      return nil
    }
    scanner.skipWhitespace(bytes)
    guard hasFeatures, scanner.position == bytes.count else { return nil }
  }

  private mutating func page(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Bool {
    try scanner.beginObject(bytes)
    var hasEscapes = false
    while let key = try scanner.nextMember(bytes, hasEscapes: &hasEscapes) {
      let name = bytes.extracting(key)
      if name.isEqual(to: Self.features.span) {
        guard !hasFeatures, try features(bytes, &scanner) else { return false }
        hasFeatures = true
      } else if name.isEqual(to: Self.exceededTransferLimit.span) {
        guard flag == nil else { return false }
        moreFollows = scanner.nextToken(bytes) == .true
        _ = try scanner.readValue(bytes)
        flag = Self.member(from: key.lowerBound - 1, to: scanner.position, bytes)
      } else {
        _ = try scanner.readValue(bytes)
      }
    }
    return true
  }

  /// A member of an object with the comma after it, or else with the one before it.
  private static func member(
    from start: Int, to end: Int, _ bytes: Span<UInt8>
  ) -> Range<Int> {
    func isBlank(_ index: Int) -> Bool { [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) }
    var (first, last) = (start, end)
    while last < bytes.count, isBlank(last) { last += 1 }
    if last < bytes.count, bytes[last] == UInt8(ascii: ",") {
      last += 1
      while last < bytes.count, isBlank(last) { last += 1 }
      return first..<last
    }
    while first > 0, isBlank(first - 1) { first -= 1 }
    if first > 0, bytes[first - 1] == UInt8(ascii: ",") { first -= 1 }
    return first..<end
  }

  private mutating func features(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Bool {
    try scanner.beginArray(bytes)
    while try scanner.nextElement(bytes) {
      let count = ids.count
      scanner.skipWhitespace(bytes)
      let start = scanner.position
      try scanner.beginObject(bytes)
      var hasEscapes = false
      while let key = try scanner.nextMember(bytes, hasEscapes: &hasEscapes) {
        if bytes.extracting(key).isEqual(to: Self.attributes.span), ids.count == count {
          try attributes(bytes, &scanner)
        } else {
          _ = try scanner.readValue(bytes)
        }
      }
      // A row without an object ID can't be counted.
      guard ids.count == count + 1, ids.count <= Self.mostRows else { return false }
      features.append(start..<scanner.position)
    }
    return true
  }

  private mutating func attributes(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(JSONError) {
    var id: Int64?
    var globalID: GlobalID?
    var hasEscapes = false
    try scanner.beginObject(bytes)
    while let key = try scanner.nextMember(bytes, hasEscapes: &hasEscapes) {
      let name = bytes.extracting(key)
      if name.isEqual(to: idField.span), scanner.nextToken(bytes) == .number {
        let number = try scanner.readNumber(bytes)
        id = ObjectID.read(bytes, in: number.range)
      } else if !globalIDField.isEmpty, name.isEqual(to: globalIDField.span),
        scanner.nextToken(bytes) == .string
      {
        globalID = GlobalID(bytes, in: try scanner.readString(bytes, hasEscapes: &hasEscapes))
      } else {
        _ = try scanner.readValue(bytes)
      }
    }
    guard let id else { return }
    ids.append(id)
    if !globalIDField.isEmpty { globalIDs.append(globalID) }
  }
}
