import Bytes
import Geometry
import OrderedJSON

/// Distinguishes kinds of JSON documents by their first members.
package enum JSONFileKind {
  /// The number of bytes to look at.
  static let headSize = 1 << 18

  static func detect(path: String) throws -> DataFileKind {
    var head: [UInt8] = []
    let stream = try ByteStream(region: FileRegion(InputFile(path: path)))
    while head.count < headSize,
      try stream.read(upTo: headSize - head.count, appendingTo: &head) > 0
    {}
    let kind = kind(of: head.span)
    guard kind == .other, let format = foreignFormat(of: head.span) else { return kind }
    return .foreign(format)
  }

  /// Reads members until one decides, the head ends, or the JSON is invalid.
  package static func kind(of head: Span<UInt8>) -> DataFileKind {
    var scanner = JSONScanner()
    scanner.skipByteOrderMark(head)
    // RFC 8142 puts a separator before each feature.
    _ = scanner.consume(0x1E, head)
    guard scanner.nextToken(head) == .beginObject else { return .other }
    var type = ""
    do throws(JSONError) {
      try scanner.beginObject(head)
      var hasEscapes = false
      while let key = try scanner.nextMember(head, hasEscapes: &hasEscapes) {
        let name = head.extracting(key).repairedString()
        switch name {
        case "operationalLayers", "baseMap": return .other
        case "layers", "tables": return .definitions
        case "contingentValuesDefinition", "stringDicts": return .contingentValues
        // A service reports an error as a document. The source's reader reports it.
        case "error": return .esriJSON
        case "objectIdFieldName", "globalIdFieldName", "displayFieldName", "geometryType":
          // A layer definition has a "type" member before or after. A feature set never has one.
          if try isFeatureSet(head, scanner) { return .esriJSON }
        case "features":
          if type.isEmpty { type = laterType(head, scanner) }
          if let kind = Self.kind(ofType: type) { return kind }
          return features(head, scanner)
        case "type":
          type = text(head, scanner)
          if type == "Feature Layer" || type == "Table" { return .definitions }
          if let kind = Self.kind(ofType: type) { return kind }
        default: break
        }
        try scanner.skipValue(head)
      }
    } catch {
      return .other
    }
    return .other
  }

  /// The kind of GeoJSON with a `type` (RFC 7946 §1.4).
  private static func kind(ofType type: String) -> DataFileKind? {
    switch type {
    case "FeatureCollection": .geoJSON
    case "Feature", "GeometryCollection": .geoJSONLines
    default: GeometryKind(geoJSONName: type) == nil ? nil : .geoJSONLines
    }
  }

  /// The `type` of an object, from a member before it; empty without one.
  private static func laterType(_ head: Span<UInt8>, _ start: JSONScanner) -> String {
    var scanner = start
    var hasEscapes = false
    do throws(JSONError) {
      try scanner.skipValue(head)
      while let key = try scanner.nextMember(head, hasEscapes: &hasEscapes) {
        if head.extracting(key).isEqual(to: Array("type".utf8).span) { return text(head, scanner) }
        try scanner.skipValue(head)
      }
    } catch { return "" }
    return ""
  }

  /// Whether a member `features` follows at the top level.
  private static func isFeatureSet(
    _ head: Span<UInt8>, _ start: JSONScanner
  ) throws(JSONError) -> Bool {
    var scanner = start
    var hasEscapes = false
    try scanner.skipValue(head)
    while let key = try scanner.nextMember(head, hasEscapes: &hasEscapes) {
      if head.extracting(key).isEqual(to: Array("features".utf8).span) { return true }
      try scanner.skipValue(head)
    }
    return false
  }

  /// The kind of a document that begins with features: the members of the first one decide.
  private static func features(_ head: Span<UInt8>, _ start: JSONScanner) -> DataFileKind {
    var scanner = start
    do throws(JSONError) {
      try scanner.beginArray(head)
      guard try scanner.nextElement(head) else { return .esriJSON }
      try scanner.beginObject(head)
      var hasEscapes = false
      while let key = try scanner.nextMember(head, hasEscapes: &hasEscapes) {
        switch head.extracting(key).repairedString() {
        case "attributes": return .esriJSON
        case "properties": return .geoJSON
        default: try scanner.skipValue(head)
        }
      }
    } catch { return .other }
    return .other
  }

  private static func text(_ head: Span<UInt8>, _ start: JSONScanner) -> String {
    var scanner = start
    var hasEscapes = false
    guard let range = try? scanner.readString(head, hasEscapes: &hasEscapes) else { return "" }
    return head.extracting(range).repairedString()
  }

  /// The number of members to show.
  private static let shownMembers = 6

  /// What JSON without features is; nil if it isn't valid JSON.
  private static func foreignFormat(of head: Span<UInt8>) -> ForeignFormat? {
    var scanner = JSONScanner()
    scanner.skipByteOrderMark(head)
    switch scanner.nextToken(head) {
    case .beginArray:
      guard (try? scanner.beginArray(head)) != nil else { return nil }
      return scanner.nextToken(head) == .beginObject ? .listOfRecords : .otherJSON(members: [])
    case .beginObject: return foreignFormat(ofObject: head, scanner)
    default: return nil
    }
  }

  private static func foreignFormat(
    ofObject head: Span<UInt8>, _ start: JSONScanner
  ) -> ForeignFormat? {
    var scanner = start
    var names: [String] = []
    var type = ""
    do throws(JSONError) {
      try scanner.beginObject(head)
      var hasEscapes = false
      while let key = try scanner.nextMember(head, hasEscapes: &hasEscapes) {
        let name = head.extracting(key).repairedString()
        if name == "operationalLayers" || name == "baseMap" { return .webMap }
        if name == "objectIds" { return .ids }
        if name == "type" { type = text(head, scanner) }
        if names.count < shownMembers { names.append(name) }
        try scanner.skipValue(head)
      }
    } catch {
      // A long document goes on after its head.
      guard head.count == headSize else { return nil }
    }
    if type == "Topology" { return .topoJSON }
    // A portal's item with the map in it.
    if type == "Web Map" { return .webMap }
    if names == ["count"] { return .count }
    return .otherJSON(members: names)
  }
}
