// A rule in the array `rules` of a bindings document is one of:
//
//   {"on": "insert", "layer": L, "field": F, "value": V}
//   {"on": "insert", "layer": L, "field": F, "from": {"layer": P, "field": A}}
//   {"on": "insert", "layer": L, "field": F, "from": {"addresses": "file.csv", "within": METERS}}
//   {"newest": R, "by": DATE, "to": P, "fields": [F, …]}
//   {"on": "conflict", "layer": L, "field": F, "prefer": SIDE}
//
//   SIDE    "last", "newest", "office" or "crew"; without "field" for all fields of the layer,
//           without "layer" for all layers
//   on      "insert", "move" or both in an array; no "move" with a value
//   from    for addresses also "x", "y", "houseNumber", "street": names of columns;
//           "spatialReference": an EPSG code

package import FeatureData
import Geometry
import MapModel
package import OrderedJSON

/// A rule that a merge applies to what crews changed.
package enum MapRule: Sendable, Equatable {
  /// Fills a field of records that crews added or moved.
  case fill(Fill)
  /// Copies fields of the newest related record to its parent.
  case newest(Newest)
  /// Chooses between the different values of two sides.
  case prefer(Prefer)

  /// Fills a field that crews left empty.
  package struct Fill: Sendable, Equatable {
    /// The title or ID of the layer or table.
    package var layer: String
    package var field: String
    package var source: Source
    /// Whether to fill new records, and records with a moved point.
    package var onInsert: Bool
    package var onMove: Bool
  }

  /// The source of a value.
  package enum Source: Sendable, Equatable {
    /// A text, a number, or true or false.
    case constant(JSON)
    /// A field of the polygon that contains the point; of several, the one with the lowest row ID.
    case polygon(layer: String, field: String)
    case addresses(Addresses)
  }

  /// The nearest row of an address table.
  package struct Addresses: Sendable, Equatable {
    /// The name of a CSV file, without a folder.
    package var file: String
    /// The largest distance in meters.
    package var within: Double
    package var columns: AddressColumns
  }

  /// Copies fields of the newest related record to its parent, so that both agree.
  package struct Newest: Sendable, Equatable {
    /// The title or ID of the table of the records, and the date field that decides which is
    /// newest.
    package var records: String
    package var by: String
    /// The layer or table of the parents.
    package var parents: String
    /// The names of the fields, the same in both tables.
    package var fields: [String]
  }

  /// Chooses which value of a field to keep if two sides left different ones.
  package struct Prefer: Sendable, Equatable {
    /// The title or ID of the layer or table; nil for all.
    package var layer: String?
    /// The name of the field; nil for all fields of the layer.
    package var field: String?
    package var side: PreferredSide

    package init(layer: String? = nil, field: String? = nil, side: PreferredSide) {
      self.layer = layer
      self.field = field
      self.side = side
    }
  }
}

/// Which value to keep if two sides changed a field differently.
package enum PreferredSide: String, Sendable, CaseIterable {
  /// The value of the last package, in the order of the command line.
  case last
  /// The value that was edited last, by the editor tracking dates of the crews and the office.
  case newest
  /// The office's value; between crews the newest.
  case office
  /// A crew's value; between crews the newest.
  case crew
}

extension MapRule: CustomStringConvertible {
  /// One line in plain words.
  package var description: String {
    switch self {
    case .fill(let fill):
      "\(fill.layer).\(fill.field) from "
        + {
          switch fill.source {
          case .constant(let value): "the value \(value.scalarText)"
          case .polygon(let layer, let field): "\(layer).\(field)"
          case .addresses(let addresses): addresses.file
          }
        }()
    case .newest(let newest):
      "\(newest.parents) from the newest of \(newest.records)"
    case .prefer(let prefer):
      "conflicts of "
        + (prefer.layer.map { ([$0, prefer.field].compactMap(\.self)).joined(separator: ".") }
          ?? "all layers")
        + ": prefer \(prefer.side)"
    }
  }
}

/// Reads one rule.
struct RuleReader {
  let members: JSONObject
  let path: String
  /// The location for messages, such as `rule 3`.
  let location: String

  func rule() throws -> MapRule {
    if members["newest"] != nil { return .newest(try newest()) }
    if members["prefer"] != nil { return .prefer(try prefer()) }
    return .fill(try fill())
  }

  private func prefer() throws -> MapRule.Prefer {
    try checkMembers(["on", "layer", "field", "prefer"])
    guard members["on"]?.string == "conflict" else { throw expected("\"on\", \"conflict\"") }
    guard let side = members["prefer"]?.string.flatMap({ PreferredSide(rawValue: $0) }) else {
      let sides = PreferredSide.allCases.map { "\"\($0)\"" }.joined(separator: ", ")
      throw expected("\"prefer\", one of \(sides),")
    }
    let (layer, field) = (try optionalName("layer"), try optionalName("field"))
    guard layer != nil || field == nil else { throw expected("\"layer\" beside \"field\"") }
    return MapRule.Prefer(layer: layer, field: field, side: side)
  }

  private func newest() throws -> MapRule.Newest {
    try checkMembers(["newest", "by", "to", "fields"])
    let fields = members["fields"]?.array?.compactMap(\.string) ?? []
    guard !fields.isEmpty, fields.count == members["fields"]?.array?.count else {
      throw expected("\"fields\", an array of names")
    }
    return MapRule.Newest(
      records: try name("newest"), by: try name("by"), parents: try name("to"), fields: fields)
  }

  private func fill() throws -> MapRule.Fill {
    try checkMembers(["on", "layer", "field", "value", "from"])
    let occasions = members["on"]?.array ?? [members["on"] ?? .null]
    let names = occasions.compactMap(\.string)
    guard !names.isEmpty, names.count == occasions.count,
      names.allSatisfy({ $0 == "insert" || $0 == "move" })
    else { throw expected("\"on\", \"insert\" or \"move\" or an array of both") }
    let source: MapRule.Source
    switch (members["value"], members["from"]) {
    case (let value?, nil):
      guard !names.contains("move") else { throw expected("no \"value\" with \"move\"") }
      source = try constant(value)
    case (nil, .object(let from)?):
      source = try RuleReader(
        members: from, path: path, location: "\"from\" of \(location)"
      ).source()
    default: throw expected("either \"value\" or an object \"from\"")
    }
    return MapRule.Fill(
      layer: try name("layer"), field: try name("field"), source: source,
      onInsert: names.contains("insert"), onMove: names.contains("move"))
  }

  private func constant(_ value: JSON) throws -> MapRule.Source {
    switch value {
    case .string, .number, .bool: return .constant(value)
    case .null, .array, .object: throw expected("\"value\", a text, a number, true or false")
    }
  }

  private func source() throws -> MapRule.Source {
    guard members["addresses"] != nil else {
      try checkMembers(["layer", "field"])
      return .polygon(layer: try name("layer"), field: try name("field"))
    }
    try checkMembers(
      ["addresses", "within", "x", "y", "houseNumber", "street", "spatialReference"])
    let file = try name("addresses")
    guard !file.contains("/"), !file.contains("\\"), file != ".", file != ".." else {
      throw expected("\"addresses\", the name of a file beside the data")
    }
    guard let within = members["within"]?.double, within > 0, within <= MapRules.farthestAddress
    else { throw expected("\"within\", meters up to \(Int(MapRules.farthestAddress))") }
    return .addresses(
      MapRule.Addresses(file: file, within: within, columns: try addressColumns()))
  }

  private func addressColumns() throws -> AddressColumns {
    var columns = AddressColumns()
    columns.x = try optionalName("x")
    columns.y = try optionalName("y")
    guard (columns.x == nil) == (columns.y == nil) else { throw expected("both \"x\" and \"y\"") }
    columns.houseNumber = try optionalName("houseNumber")
    columns.street = try optionalName("street")
    if let code = members["spatialReference"] {
      guard let reference = code.int.map({ SpatialReference(epsg: $0) }), reference.system != nil
      else { throw expected("\"spatialReference\", a known EPSG code") }
      columns.spatialReference = reference
    }
    return columns
  }

  private func optionalName(_ member: String) throws -> String? {
    members[member] == nil ? nil : try name(member)
  }

  private func name(_ member: String) throws -> String {
    guard let name = members[member]?.string, !name.isEmpty else {
      throw expected("\"\(member)\", a name")
    }
    return name
  }

  private func checkMembers(_ known: [String]) throws {
    for key in members.keys where !known.contains(where: { $0.hasSameUTF8(as: key) }) {
      let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
      throw PackagingError.bindings(path: path, expected: "\(names) in \(location), not \"\(key)\"")
    }
  }

  private func expected(_ what: String) -> PackagingError {
    .bindings(path: path, expected: "\(what) in \(location)")
  }
}
