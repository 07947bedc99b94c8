import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages

/// The fields of a layer that are published: all, or with `--public` those that the map's author
/// shows, or those on the user's list.
struct FieldDisclosure: Sendable {
  /// The published columns of the schema.
  let columns: [Int]
  /// The record columns whose values are removed from everything made from a row. Unpublished keys
  /// are not removed, because they are needed to find records.
  let withheld: Set<Int>
  /// The pop-up without unpublished fields.
  let popupInfo: JSON?

  /// Whether the author may have given styles to texts of the pop-up.
  var mayHaveStyles: Bool {
    guard let popupInfo else { return false }
    return JSONWriter.write(popupInfo).contains("style".utf8)
  }

  /// - Parameter keys: The fields that link records of this and other layers.
  init(
    _ layer: SiteLayer, keys: [String], _ request: SiteRequest
  ) throws {
    let schema = layer.schema
    columns = try Self.columns(layer, request)
    let published = Set(columns)
    var keptColumns = Set(keys.compactMap { schema.column(named: $0) })
    keptColumns.formUnion(
      [schema.objectIDColumn, schema.globalIDColumn, schema.typeColumn].compactMap(\.self))
    let hidden = schema.columns.indices.filter { !published.contains($0) }
    withheld = Set(
      hidden.filter { !keptColumns.contains($0) }.map { schema.firstFieldColumn + $0 })
    guard !hidden.isEmpty else {
      popupInfo = layer.table.layer.popupInfo
      return
    }
    popupInfo = Self.popup(
      layer, hidden: hidden.map { schema.columns[$0].field.name },
      shown: columns.map { schema.columns[$0].field })
  }

  // MARK: Choosing fields

  private static func columns(
    _ layer: SiteLayer, _ request: SiteRequest
  ) throws -> [Int] {
    let all = Array(layer.schema.columns.indices)
    // Without fields of its own, a layer has those named for its table.
    let allowed =
      request.allowedFields.first { layer.title.isSameName(as: $0.layer) }
      ?? request.allowedFields.first { layer.isNamed($0.layer) }
    if let allowed {
      var columns: [Int] = []
      for name in allowed.fields {
        guard let column = layer.schema.column(named: name) else {
          throw PublishingError.noSuchField(
            layer: layer.title, name: name, fields: layer.schema.columns.map(\.field.name))
        }
        columns.append(column)
      }
      return all.filter { columns.contains($0) }
    }
    guard request.isPublic else { return all }
    let tokens = layer.table.layer.popupInfo.map { Tokens($0) }
    return all.filter { isShown($0, layer: layer, tokens: tokens) }
  }

  /// Returns whether a field that nobody listed is public. The pop-up must show it in its list or
  /// texts. Identities and editor tracking are never public.
  private static func isShown(_ column: Int, layer: SiteLayer, tokens: Tokens?) -> Bool {
    let field = layer.schema.columns[column].field
    if column == layer.schema.globalIDColumn || field.type.isIdentity { return false }
    if layer.definition.editFieldsInfo?.contains(field.name) == true { return false }
    guard let tokens else { return true }
    return tokens.contains(field.name)
  }

  /// The names that a pop-up shows: visible fields, and names in braces in its texts.
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

  /// Returns a part of a pop-up without hidden fields in its lists and texts.
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
            // Braces in programs are not tokens. Expressions cannot see hidden fields anyway.
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
  /// Returns whether a name is the layer's title, table name or id in the map.
  func isNamed(_ name: String) -> Bool {
    title.isSameName(as: name) || store.name.isSameName(as: name)
      || table.layer.id.isSameName(as: name)
  }
}
