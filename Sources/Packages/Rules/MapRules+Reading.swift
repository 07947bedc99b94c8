// The rules of a bindings document, an array. Each is one of:
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

import FeatureData
import Geometry
package import OrderedJSON

extension MapRules {
  /// Reads the `rules` of a bindings document.
  ///
  /// - Parameter path: the path of the document, for messages.
  /// - Throws: `PackagingError.bindings`, also for a member that no rule has.
  package init(json: JSON, path: String) throws {
    guard let items = json.array, items.count <= Self.limit else {
      throw PackagingError.bindings(
        path: path, expected: "\"rules\", an array of at most \(Self.limit) rules")
    }
    var rules: [MapRule] = []
    for (index, item) in items.enumerated() {
      guard let members = item.object else {
        throw PackagingError.bindings(path: path, expected: "an object for rule \(index + 1)")
      }
      let reader = RuleReader(members: members, path: path, location: "rule \(index + 1)")
      rules.append(try reader.rule())
    }
    self.init(json: json, rules: rules)
  }

  /// Whether a bindings document has rules.
  ///
  /// - Throws: `LocatedError`, `BytesError`.
  package static func areIn(bindings path: String) throws -> Bool {
    try JSONDocument.read(path: path)["rules"] != nil
  }

  /// Reads only the rules of a bindings document.
  ///
  /// - Throws: `PackagingError.bindings` for a document without rules, `LocatedError`, `BytesError`.
  package init(bindings path: String) throws {
    guard let rules = try JSONDocument.read(path: path)["rules"] else {
      throw PackagingError.bindings(path: path, expected: "\"rules\", an array")
    }
    try self.init(json: rules, path: path)
  }
}

/// Reads one rule.
private struct RuleReader {
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
