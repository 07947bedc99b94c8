package import OrderedJSON

/// Which values of a layer's fields go together, as a hosted layer's resource `contingentValues`
/// tells it (ArcGIS REST API, *Contingent Values*):
///
/// ```json
/// {"typeCodes": ["Unknown", "Any", "Null", "Code", "Range"],
///  "stringDicts": [{"domain": "Genus", "entries": ["acer", "quercus"]}],
///  "contingentValuesDefinition": {"hasSubType": false, "fieldGroups": [
///    {"name": "Species", "restrictive": true, "fields": [{"name": "genus"}, {"name": "height"}],
///     "contingentValues": [{"id": 1, "types": [3, 4], "values": [0, {"range": [1, 30]}]}]}]}}
/// ```
///
/// `types` holds an index into `typeCodes` for each field, `values` one value for each Code and Range.
/// The code of a text field is an index into the entries of its domain. With subtypes a group has
/// `subTypes`, each with a name and values of its own.
package struct ContingentValues: Sendable, Equatable {
  /// What a field may hold in a combination.
  package enum Value: Sendable, Equatable {
    case any
    case null
    case code(JSON)
    case range(minimum: JSONNumber, maximum: JSONNumber)
  }

  /// A combination: a value for each field of its group.
  package struct Combination: Sendable, Equatable {
    /// The name of the type of row that it is for; nil for all.
    package var type: String?
    package var values: [Value]
  }

  /// Fields that go together.
  package struct FieldGroup: Sendable, Equatable {
    package var name: String
    /// Whether other combinations are refused, and not only left to the end of lists.
    package var isRestrictive: Bool
    package var fields: [String]
    package var combinations: [Combination]
  }

  /// The groups that can be understood.
  package private(set) var groups: [FieldGroup] = []
  /// The names of those that cannot.
  package private(set) var unclear: [String] = []

  /// The member of a layer's definition that holds the resource; services have none of its name.
  package static let member = "contingentValues"

  /// Reads what a layer's definition carries; nil where it carries nothing.
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

  /// Nil for a group of which a part cannot be understood: half of the combinations would refuse
  /// what is right.
  func group(_ json: JSON) -> ContingentValues.FieldGroup? {
    let names = json["fields"]?.array?.compactMap { $0["name"]?.string ?? $0.string } ?? []
    let fields = names.compactMap { definition.fields.named($0) }
    guard !fields.isEmpty, fields.count == json["fields"]?.array?.count else { return nil }
    var combinations: [ContingentValues.Combination] = []
    func add(_ list: JSON?, _ type: FeatureType?) -> Bool {
      for item in list?.array ?? [] where item["retired"]?.int != 1 {
        guard let values = values(item, fields, type) else { return false }
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
    _ json: JSON, _ fields: [Field], _ type: FeatureType?
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
        guard let value = rest.popFirst(), let code = code(value, field, type) else { return nil }
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

  private func code(_ value: JSON, _ field: Field, _ type: FeatureType?) -> JSON? {
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
