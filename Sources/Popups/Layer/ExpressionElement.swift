import Arcade
import MapModel
import OrderedJSON

// The result of an element's expression (Web Map Specification 2.37, popupExpressionElement):
//
//   {type: "text", text, attributes?}
//   {type: "fields", title?, description?, fieldInfos?, attributes?}
//   {type: "media", title?, description?, mediaInfos, attributes?}
//
// If there are attributes, names refer to them and no longer to the feature's fields.

/// An element that an expression described for one record, before it is shown.
struct ExpressionElement: Sendable {
  var type = ""
  /// The dictionary without its attributes.
  var members = JSONObject()
  /// The attributes, if there are any.
  var attributes: [ComputedResult.Pair]?

  /// Returns nil for anything but a dictionary with a type.
  init?(_ value: ArcadeValue, _ arcade: inout ArcadeRun) {
    guard case .dictionary(let dictionary) = value else { return nil }
    let entries = arcade.entries(of: dictionary)
    for (key, value) in zip(entries.keys, entries.values) {
      if key.isSameName(as: "attributes") {
        if case .pairs(let pairs) = arcade.result(of: value) { attributes = pairs }
      } else if let json = try? arcade.json(of: value) {
        members.append(key, json)
      }
    }
    guard let type = members["type"]?.string else { return nil }
    self.type = type
  }

  /// Returns the listed fields, or the attributes by name if no fields are listed.
  func fields(_ reader: inout PopupReader) -> [PopupFieldInfo] {
    if let fields = reader.fields("fieldInfos", of: content), !fields.isEmpty { return fields }
    return attributes?.map { PopupFieldInfo(name: $0.key) } ?? []
  }

  /// The dictionary as input for a reader.
  var content: Members { Members(members, path: "") }

  /// Compiles the element. Its own title comes before that of the map.
  func plan(
    titled title: String, fields: [PopupFieldInfo],
    names: inout ExpressionElementNames, reader: inout PopupReader
  ) -> PopupPlan {
    let ownTitle = reader.text("title", of: content)
    let heading = names.text(.plain, ownTitle.isEmpty ? title : ownTitle, at: "")
    let description = names.text(
      .markup, reader.text("description", of: content), at: "")
    switch type {
    case "text": return .text(names.text(.markup, reader.text("text", of: content), at: ""))
    case "media":
      let items = reader.media("mediaInfos", of: content) ?? []
      return .media(
        PopupGallery(
          title: heading, description: description,
          items: items.map { names.item($0, at: "") }))
    case "fields":
      let rows = fields.filter(\.isVisible).compactMap { names.row($0, at: "") }
      return rows.isEmpty
        ? .text(.empty) : .fields(PopupTable(title: heading, description: description, rows: rows))
    default: return .text(.empty)
    }
  }
}

/// Resolves names in an element that an expression described.
struct ExpressionElementNames: PopupNaming {
  let plan: ExpressionPlan
  /// The attributes' names in lower case; nil if names refer to the feature's fields.
  let attributes: [String]?
  /// The formats that the element gives, by name in lower case.
  let infos: [String: PopupFieldInfo]

  init(_ plan: ExpressionPlan, _ attributes: [ComputedResult.Pair]?, _ fields: [PopupFieldInfo]) {
    self.plan = plan
    self.attributes = attributes?.map { PopupCompiler.folded($0.key) }
    infos = Dictionary(
      fields.map { (PopupCompiler.folded($0.name), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func info(of name: String) -> PopupFieldInfo? {
    let key = PopupCompiler.folded(name)
    return infos[key] ?? (attributes == nil ? plan.infos[key] : nil)
  }

  func label(of info: PopupFieldInfo, _ value: PopupValue) -> String { info.label ?? info.name }

  func seriesLabel(of value: PopupValue, _ tooltip: PopupValue?) -> FieldValue? { nil }

  func value(named name: String, info: PopupFieldInfo?, at path: String) -> PopupValue {
    let key = PopupCompiler.folded(name)
    let info = info ?? self.info(of: name)
    func computed(_ source: ComputedValue.Source) -> PopupValue {
      .computed(ComputedValue(source, info: info, zone: plan.context.zone))
    }
    if let attributes {
      return attributes.firstIndex(of: key).map { computed(.attribute($0)) } ?? .unresolved
    }
    if key.hasPrefix("expression/") {
      let name = String(key.dropFirst("expression/".count))
      guard let index = plan.names.firstIndex(of: name) else { return .unresolved }
      return computed(.expression(index))
    }
    return plan.table.value(named: name, info: info).map { .field($0) } ?? .unresolved
  }
}
