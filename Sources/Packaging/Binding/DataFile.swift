import Bytes
import FeatureData
import GeoPackage
import OrderedJSON
package import Packages

/// What a file of a data folder contains.
package enum DataFileKind: Sendable, Equatable {
  case geoJSON
  case geoJSONLines
  /// Pages of an Esri feature set, in one file or in the files of a folder.
  case esriJSON
  case csv
  /// A file with many tables, each found by its name.
  case store(PackageStore)
  /// Layer definitions of a service.
  case definitions
  /// Values that are valid only together: the `contingentValues` resource of a hosted layer.
  case contingentValues
  /// A web map, bindings, or another file without records.
  case other

  /// Whether a file describes a layer and has no records.
  var isDescription: Bool { self == .definitions || self == .contingentValues }

  /// How records of a file are read.
  enum Reading: Sendable {
    case csv
    case json(JSONDialect, JSONFeatureSource.Layout)
    case store(PackageStore)
  }

  /// How records of such a file are read. A binding may name any file, also one whose content isn't
  /// recognized. Read as GeoJSON, it gives an error that says what is wrong with it.
  var reading: Reading {
    switch self {
    case .csv: .csv
    case .geoJSONLines: .json(.geoJSON, .lines)
    case .esriJSON: .json(.esri, .document)
    case .geoJSON, .definitions, .contingentValues, .other: .json(.geoJSON, .document)
    case .store(let store): .store(store)
    }
  }

  /// Whether a file may have lines and polygons, and nothing else has the form.
  var holdsShapes: Bool {
    switch self {
    case .geoJSON, .geoJSONLines, .esriJSON: true
    case .csv, .store, .definitions, .contingentValues, .other: false
    }
  }

  /// Whether a file has many tables, each found by its name.
  var isStore: Bool {
    if case .store = reading { true } else { false }
  }
}

/// A file of the data folder, or a folder of pages.
struct DataFile: Sendable, Equatable {
  /// The path, for messages and reading.
  let path: String
  /// The name to match with layers: without folder, extension and `.gz`.
  let stem: String
  let kind: DataFileKind
  /// The files to read: the file itself, or the pages of a folder, sorted by name.
  let pages: [String]
}

extension DataFile {
  /// Kinds by extension; for `.json` the content decides.
  private static let kinds: [(suffix: String, kind: DataFileKind)] = [
    ("geojson", .geoJSON), ("geojsonl", .geoJSONLines), ("geojsons", .geoJSONLines),
    ("ndjson", .geoJSONLines), ("jsonl", .geoJSONLines), ("csv", .csv), ("tsv", .csv),
    ("txt", .csv), ("gpkg", .store(.geoPackage)),
    ("geodatabase", .store(.geodatabase)),
  ]

  /// Looks at the file's name, and at the start of its content if the name doesn't decide.
  init(path: String, name: String) throws {
    var stem = Substring(name)
    if stem.hasSuffix(".gz") { stem = stem.dropLast(3) }
    let parts = stem.split(separator: ".", omittingEmptySubsequences: false)
    let suffix = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
    if !suffix.isEmpty { stem = stem.dropLast(suffix.utf8.count + 1) }
    self.path = path
    pages = [path]
    var kind = Self.kinds.first { $0.suffix == suffix }?.kind
    if suffix == "json" {
      kind = try JSONFileKind.detect(path: path)
      if stem.hasSuffix(".layer") { stem = stem.dropLast(6) }
      if kind == .contingentValues, stem.lowercased().hasSuffix(".contingentvalues") {
        stem = stem.dropLast(17)
      }
    }
    self.kind = kind ?? .other
    self.stem = String(stem)
  }

  /// A folder whose JSON files are the pages of one feature set.
  init?(folder path: String, name: String, pages: [String]) throws {
    guard let first = pages.first else { return nil }
    let kind = try JSONFileKind.detect(path: first)
    guard kind == .esriJSON || kind == .geoJSON else { return nil }
    self.path = path
    stem = name
    self.kind = kind
    self.pages = pages
  }
}

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
    return kind(of: head.span)
  }

  /// Reads members until one decides, the head ends, or the JSON is invalid.
  package static func kind(of head: Span<UInt8>) -> DataFileKind {
    var scanner = JSONScanner()
    scanner.skipByteOrderMark(head)
    guard scanner.consume(UInt8(ascii: "{"), head) else { return .other }
    scanner = JSONScanner()
    scanner.skipByteOrderMark(head)
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
        case "features": return type == "FeatureCollection" ? .geoJSON : features(head, scanner)
        case "type":
          type = text(head, scanner)
          if type == "Feature Layer" || type == "Table" { return .definitions }
          if type == "FeatureCollection" { return .geoJSON }
          if type == "Feature" { return .geoJSONLines }
        default: break
        }
        try scanner.skipValue(head)
      }
    } catch {
      return .other
    }
    return .other
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
}
