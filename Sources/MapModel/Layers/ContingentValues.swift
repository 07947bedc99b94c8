package import OrderedJSON

/// The allowed combinations of a layer's field values. They are from a hosted layer's resource
/// `contingentValues` (ArcGIS REST API, *Contingent Values*):
///
/// ```json
/// {"typeCodes": ["Unknown", "Any", "Null", "Code", "Range"],
///  "stringDicts": [{"domain": "Genus", "entries": ["acer", "quercus"]}],
///  "contingentValuesDefinition": {"hasSubType": false, "fieldGroups": [
///    {"name": "Species", "restrictive": true, "fields": [{"name": "genus"}, {"name": "height"}],
///     "contingentValues": [{"id": 1, "types": [3, 4], "values": [0, {"range": [1, 30]}]}]}]}}
/// ```
///
/// `types` has an index into `typeCodes` for each field. `values` has one value for each Code and
/// Range. The code of a text field is an index into the entries of its domain. With subtypes, a
/// group has `subTypes`, each with a name and its own values.
package struct ContingentValues: Sendable, Equatable {
  /// The allowed values of a field in a combination.
  package enum Value: Sendable, Equatable {
    case any
    case null
    case code(JSON)
    case range(minimum: JSONNumber, maximum: JSONNumber)
  }

  /// A combination: a value for each field of its group.
  package struct Combination: Sendable, Equatable {
    /// The name of the feature type it applies to, or nil for all.
    package var type: String?
    package var values: [Value]
  }

  /// A group of dependent fields.
  package struct FieldGroup: Sendable, Equatable {
    package var name: String
    /// Whether other combinations are rejected, and not only moved to the end of lists.
    package var isRestrictive: Bool
    package var fields: [String]
    package var combinations: [Combination]
  }

  /// The groups that were understood.
  package private(set) var groups: [FieldGroup] = []
  /// The names of the groups that were not understood.
  package private(set) var unclear: [String] = []

  /// The member of a layer definition that holds the resource. Services have no member of this
  /// name.
  package static let member = "contingentValues"

  /// Reads the resource in a layer definition. Nil if it has none.
  package init?(_ definition: LayerDefinition) {
    guard let json = definition.source[Self.member],
      let groups = json["contingentValuesDefinition"]?["fieldGroups"]?.array
    else { return nil }
    let reader = Reader(json, definition)
    for group in groups {
      if let known = reader.group(group) {
        self.groups.append(known)
      } else {
        unclear.append(group["name"]?.string ?? "")
      }
    }
  }
}

/// Reads the parts of one resource.
private struct Reader {
  private let typeCodes: [String]
  private let dictionaries: [JSON]
  private let definition: LayerDefinition

  init(_ json: JSON, _ definition: LayerDefinition) {
    typeCodes = json["typeCodes"]?.array?.map { $0.string ?? "" } ?? []
    dictionaries = json["stringDicts"]?.array ?? []
    self.definition = definition
  }

  /// Reads a group. Nil if any part of it isn't understood, because half of the combinations would
  /// reject correct values.
  func group(_ json: JSON) -> ContingentValues.FieldGroup? {
    let names = json["fields"]?.array?.compactMap { $0["name"]?.string ?? $0.string } ?? []
    let fields = names.compactMap { definition.fields.named($0) }
    guard !fields.isEmpty, fields.count == json["fields"]?.array?.count else { return nil }
    var combinations: [ContingentValues.Combination] = []
    func add(_ list: JSON?, _ type: FeatureType?) -> Bool {
      for item in list?.array ?? [] where item["retired"]?.int != 1 {
        guard let values = values(item, of: fields, type: type) else { return false }
        combinations.append(.init(type: type?.name, values: values))
      }
      return true
    }
    guard add(json["contingentValues"], nil) else { return nil }
    for part in json["subTypes"]?.array ?? [] {
      guard let type = definition.types.first(where: { $0.name == part["name"]?.string }),
        add(part["contingentValues"], type)
      else { return nil }
    }
    guard !combinations.isEmpty else { return nil }
    return .init(
      name: json["name"]?.string ?? "", isRestrictive: json["restrictive"]?.bool ?? false,
      fields: fields.map(\.name), combinations: combinations)
  }

  private func values(
    _ json: JSON, of fields: [Field], type: FeatureType?
  ) -> [ContingentValues.Value]? {
    let types = json["types"]?.array?.compactMap(\.int) ?? []
    guard types.count == fields.count else { return nil }
    var rest = (json["values"]?.array ?? [])[...]
    var values: [ContingentValues.Value] = []
    for (field, number) in zip(fields, types) {
      guard typeCodes.indices.contains(number) else { return nil }
      switch typeCodes[number] {
      case "Any": values.append(.any)
      case "Null": values.append(.null)
      case "Code":
        guard let value = rest.popFirst(), let code = code(value, of: field, type: type) else {
          return nil
        }
        values.append(.code(code))
      case "Range":
        guard let range = rest.popFirst()?["range"]?.array, range.count == 2,
          case .number(let minimum) = range[0], case .number(let maximum) = range[1]
        else { return nil }
        values.append(.range(minimum: minimum, maximum: maximum))
      default: return nil
      }
    }
    return values
  }

  private func code(_ value: JSON, of field: Field, type: FeatureType?) -> JSON? {
    guard field.type == .string else { return value }
    let own = type?.domains.first { $0.field.isSameName(as: field.name) }?.domain
    let domain = own.flatMap { $0 == .inherited ? nil : $0 } ?? field.domain
    guard let name = domain?.name,
      let entries = dictionaries.first(where: { $0["domain"]?.string == name })?["entries"]?.array,
      let index = value.int, entries.indices.contains(index)
    else { return nil }
    return entries[index]
  }
}
