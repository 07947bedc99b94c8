import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packaging

/// Which fields of a layer go out: all of them, or for the public those that the map's author
/// shows, or those on the user's list.
struct FieldDisclosure: Sendable {
  /// The schema's columns that go out.
  let columns: [Int]
  /// The record columns whose values are withheld from everything that is made of a row. Keys are
  /// not among them, though they do not go out either: records are found by them.
  let withheld: Set<Int>
  /// The pop-up without what does not go out.
  let popupInfo: JSON?

  /// - Parameter keys: the fields by which records of the layer and others are found.
  init(
    _ layer: SiteLayer, keys: [String], _ request: SiteRequest
  ) throws(PublishingError) {
    let schema = layer.schema
    columns = try Self.columns(layer, request)
    let out = Set(columns)
    var kept = Set(keys.compactMap { schema.column(named: $0) })
    kept.formUnion(
      [schema.objectIDColumn, schema.globalIDColumn, schema.typeColumn].compactMap(\.self))
    let hidden = schema.columns.indices.filter { !out.contains($0) }
    withheld = Set(hidden.filter { !kept.contains($0) }.map { schema.firstFieldColumn + $0 })
    guard !hidden.isEmpty else {
      popupInfo = layer.table.layer.popupInfo
      return
    }
    popupInfo = Self.popup(
      layer, hidden: hidden.map { schema.columns[$0].field.name },
      shown: columns.map { schema.columns[$0].field })
  }

  // MARK: Choosing

  private static func columns(
    _ layer: SiteLayer, _ request: SiteRequest
  ) throws(PublishingError) -> [Int] {
    let all = Array(layer.schema.columns.indices)
    if let allowed = request.allowedFields.first(where: { layer.isNamed($0.layer) }) {
      var columns: [Int] = []
      for name in allowed.fields {
        guard let column = layer.schema.column(named: name) else {
          throw .noSuchField(
            layer: layer.title, name: name, fields: layer.schema.columns.map(\.field.name))
        }
        columns.append(column)
      }
      return all.filter { columns.contains($0) }
    }
    guard request.isPublic else { return all }
    let tokens = layer.table.layer.popupInfo.map { Tokens($0) }
    return all.filter { isShown($0, layer, tokens) }
  }

  /// Whether the public may see a field that nobody listed: one that the pop-up shows, in its list
  /// or in its texts, and that tells of the thing, not of who kept its record.
  private static func isShown(_ column: Int, _ layer: SiteLayer, _ tokens: Tokens?) -> Bool {
    let field = layer.schema.columns[column].field
    if column == layer.schema.globalIDColumn || field.type.isIdentity { return false }
    if layer.definition.editFieldsInfo?.contains(field.name) == true { return false }
    guard let tokens else { return true }
    return tokens.contains(field.name)
  }

  /// The names a pop-up shows: visible fields, and whatever stands between braces in its texts.
  private struct Tokens {
    private var names: Set<String> = []

    init(_ popup: JSON) { collect(popup) }

    func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }

    private mutating func collect(_ json: JSON) {
      switch json {
      case .string(let text): collect(text)
      case .array(let elements):
        for element in elements { collect(element) }
      case .object(let object):
        if let name = object["fieldName"]?.string, object["visible"]?.bool != false {
          names.insert(name.lowercased())
        }
        for member in object.members where member.key != "expression" || member.value.string == nil
        {
          collect(member.value)
        }
      default: break
      }
    }

    private mutating func collect(_ text: String) {
      for part in text.split(separator: "{").dropFirst() {
        guard let end = part.firstIndex(of: "}") else { continue }
        names.insert(part[..<end].prefix { $0 != ":" }.lowercased())
      }
    }
  }

  // MARK: The pop-up

  private static func popup(_ layer: SiteLayer, hidden: [String], shown: [Field]) -> JSON {
    guard let popup = layer.table.layer.popupInfo else {
      let title = layer.definition.displayField.flatMap { shown.named($0) }
      return [
        "title": .string(title.map { "{\($0.name)}" } ?? layer.title),
        "fieldInfos": .array(
          shown.filter { !$0.type.isIdentity && $0.type != .objectID }.map { field in
            ["fieldName": .string(field.name), "label": .string(field.label), "visible": true]
          }),
        "showAttachments": .bool(layer.definition.hasAttachments),
      ]
    }
    return without(Set(hidden.map { $0.lowercased() }), popup)
  }

  /// A part of a pop-up with hidden fields taken out of its lists and texts.
  private static func without(_ hidden: Set<String>, _ json: JSON) -> JSON {
    switch json {
    case .string(let text): return .string(without(hidden, text))
    case .array(let elements):
      return .array(
        elements.filter { element in
          guard let name = element["fieldName"]?.string ?? element.string else { return true }
          return !hidden.contains(name.lowercased())
        }.map { without(hidden, $0) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { member in
            // Braces of programs are no tokens; hidden fields are no fields to them.
            if member.key == "expression", member.value.string != nil { return member }
            return .init(key: member.key, value: without(hidden, member.value))
          }))
    default: return json
    }
  }

  private static func without(_ hidden: Set<String>, _ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      guard index > 0 else {
        result += part
        continue
      }
      if let end = part.firstIndex(of: "}"),
        hidden.contains(part[..<end].prefix { $0 != ":" }.lowercased())
      {
        result += part[part.index(after: end)...]
      } else {
        result += "{" + part
      }
    }
    return result
  }
}

extension SiteLayer {
  /// Whether people call the layer so: its title, its table or its id in the map.
  func isNamed(_ name: String) -> Bool {
    title.isSameName(as: name) || store.name.isSameName(as: name)
      || table.layer.id.isSameName(as: name)
  }
}
