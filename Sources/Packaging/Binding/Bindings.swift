import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Packages

/// The binding of one layer or table.
struct LayerBinding: Sendable, Equatable {
  /// The file or folder of pages, relative to the bindings document; nil looks for the layer's
  /// name.
  var source: String?
  /// The table of a GeoPackage; `nil` looks for the layer's name.
  var table: String?
  /// The file with the layer's definition, relative to the bindings document.
  var definition: String?
  /// The field with unique values that identifies records without GlobalIDs.
  var key: String?
  /// How a CSV file is read.
  var csv = CSVOptions()
  /// The spatial reference of the coordinates, which overrides the one the source declares.
  var spatialReference: SpatialReference?
}

/// The bindings document, which says which file belongs to which layer.
///
/// ```json
/// {"layers": {"Trees": {"source": "export.csv", "x": "E", "y": "N", "delimiter": ";",
///   "encoding": "latin1", "spatialReference": 2913, "definition": "trees.layer.json",
///   "key": "TREEID"}},
///  "relationships": [{"origin": "Trees", "originKey": "GlobalID",
///   "destination": "Inspections", "destinationKey": "TreeGlobalID"}],
///  "rules": [{"on": "insert", "layer": "Trees", "field": "Condition", "value": "Good"}],
///  "baseMap": {"tiles": ["imagery.mbtiles"], "reference": ["labels.mbtiles"],
///   "attribution": "City of Portland"}}
/// ```
struct Bindings: Sendable, Equatable {
  /// The bindings by layer ID or title, as written.
  private(set) var layers: [(layer: String, binding: LayerBinding)] = []
  /// Relationships that no service declares.
  private(set) var relationships: [BoundRelationship] = []
  /// The rules that a merge applies to crews' edits.
  private(set) var rules: MapRules?
  /// The tiles below and above the layers.
  private(set) var baseMap: BoundBaseMap?
  /// The folder of the document; nil without a document.
  private(set) var folder: String?

  init() {}

  static func == (first: Bindings, second: Bindings) -> Bool {
    first.layers.elementsEqual(second.layers) { $0 == $1 }
      && first.relationships == second.relationships && first.rules == second.rules
      && first.baseMap == second.baseMap
  }

  /// Reads the document at a path.
  init(path: String) throws {
    let json = try JSONDocument.read(path: path)
    for item in json["relationships"]?.array ?? [] {
      relationships.append(try Self.relationship(item, path: path))
    }
    if let rules = json["rules"] { self.rules = try MapRules(json: rules, path: path) }
    let folder = LocalPath.folder(of: path)
    self.folder = folder
    if let json = json["baseMap"] {
      baseMap = try BoundBaseMap(json: json, path: path) { Self.path($0, in: folder) }
    }
    let isAboutLayers = relationships.isEmpty && rules == nil && baseMap == nil
    guard let members = json["layers"]?.object ?? (isAboutLayers ? nil : JSONObject()) else {
      throw PackagingError.bindings(
        path: path, expected: "an object \"layers\", by layer ID or title")
    }
    for member in members.members {
      let binding = try Self.binding(member.value, name: member.key, path: path, folder: folder)
      layers.append((member.key, binding))
    }
  }

  /// The binding of a layer: by its ID, otherwise by its title, otherwise by either in another case.
  func binding(id: String, title: String) -> LayerBinding? {
    let found =
      layers.first { $0.layer.utf8.elementsEqual(id.utf8) }
      ?? layers.first { $0.layer.utf8.elementsEqual(title.utf8) }
      ?? layers.first { $0.layer.isSameName(as: id) || $0.layer.isSameName(as: title) }
    return found?.binding
  }

  private static func binding(
    _ json: JSON, name: String, path: String, folder: String
  ) throws -> LayerBinding {
    let key = json["key"]?.string
    let source = json["source"]?.string
    guard source != nil || (json["source"] == nil && key != nil) else {
      throw PackagingError.bindings(path: path, expected: "\"source\", a file name, for \(name)")
    }
    var binding = LayerBinding(source: source.map { Self.path($0, in: folder) })
    binding.key = key
    binding.table = json["table"]?.string
    binding.definition = json["definition"]?.string.map { Self.path($0, in: folder) }
    binding.csv.xColumn = json["x"]?.string
    binding.csv.yColumn = json["y"]?.string
    if let delimiter = json["delimiter"]?.string {
      let bytes = delimiter == "tab" || delimiter == "\\t" ? [0x09] : Array(delimiter.utf8)
      guard bytes.count == 1, Self.canDelimit(bytes[0]) else {
        throw PackagingError.bindings(
          path: path, expected: "\"delimiter\", one character such as ; | or tab, for \(name)")
      }
      binding.csv.delimiter = bytes[0]
    }
    if let text = json["encoding"] {
      guard let encoding = text.string.flatMap(TextEncoding.init(name:)) else {
        throw PackagingError.bindings(
          path: path,
          expected:
            "\"encoding\", one of \(TextEncoding.usualNames.joined(separator: ", ")) for \(name); "
            + "convert a file in another encoding with iconv -f NAME -t UTF-8")
      }
      binding.csv.encoding = encoding
    }
    binding.spatialReference = try spatialReference(json["spatialReference"], of: name, path: path)
    binding.csv.spatialReference = binding.spatialReference
    return binding
  }

  /// Whether a byte can separate cells: it is not a letter, digit, quote or line break.
  private static func canDelimit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20, 0x21, 0x23...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private static func relationship(
    _ json: JSON, path: String
  ) throws -> BoundRelationship {
    guard let origin = json["origin"]?.string, let originKey = json["originKey"]?.string,
      let destination = json["destination"]?.string,
      let destinationKey = json["destinationKey"]?.string
    else {
      throw PackagingError.bindings(
        path: path,
        expected: "\"origin\", \"originKey\", \"destination\" and \"destinationKey\" in each "
          + "relationship")
    }
    return BoundRelationship(
      name: json["name"]?.string ?? "\(origin) \(destination)", origin: origin,
      originKey: originKey, destination: destination, destinationKey: destinationKey,
      cardinality: json["cardinality"]?.string == "oneToOne" ? .oneToOne : .oneToMany,
      isComposite: json["composite"]?.bool ?? false)
  }

  private static func spatialReference(
    _ json: JSON?, of name: String, path: String
  ) throws -> SpatialReference? {
    guard let json, !json.isNull else { return nil }
    do throws(GeometryError) {
      if let code = json.int { return SpatialReference(epsg: code) }
      return try SpatialReference(esriJSON: json)
    } catch {
      throw PackagingError.bindings(
        path: path,
        expected: "an EPSG code or well-known text as \"spatialReference\" of \(name) "
          + "(\(error.description))")
    }
  }

  private static func path(_ name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : folder + "/" + name
  }
}
