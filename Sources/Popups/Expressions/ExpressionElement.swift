import Arcade
import MapModel
import OrderedJSON

// What an element's expression returns (Web Map Specification 2.37, popupExpressionElement):
//
//   {type: "text", text, attributes?}
//   {type: "fields", title?, description?, fieldInfos?, attributes?}
//   {type: "media", title?, description?, mediaInfos, attributes?}
//
// Where there are attributes, names stand for these, and no longer for the feature's.

/// An element that an expression described for one record, before it is shown.
struct ExpressionElement: Sendable {
  var type = ""
  /// The dictionary but its attributes.
  var members = JSONObject()
  /// The attributes; nil when it gave none.
  var attributes: [ComputedResult.Pair]?

  /// Nil for anything but a dictionary with a type.
  init?(_ value: ArcadeValue, _ arcade: inout ArcadeWorkspace) {
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

  /// The fields that it lists; the attributes by their names where it lists none.
  func fields(_ reader: inout PopupReader) -> [PopupFieldInfo] {
    if let fields = reader.fields("fieldInfos", of: content), !fields.isEmpty { return fields }
    return attributes?.map { PopupFieldInfo(name: $0.key) } ?? []
  }

  /// The dictionary for a reader.
  var content: Members { Members(members, path: "") }
}

/// Names in an element that an expression described.
struct ExpressionElementNames: PopupNaming {
  let plan: ExpressionPlan
  /// The attributes' names, folded; nil where names are those of the feature.
  let attributes: [String]?
  /// The formats that the element gives, by folded name.
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
      return attributes.firstIndex(of: key).map { computed(.attribute($0)) } ?? .nothing
    }
    if key.hasPrefix("expression/") {
      let name = String(key.dropFirst("expression/".count))
      guard let index = plan.names.firstIndex(of: name) else { return .nothing }
      return computed(.expression(index))
    }
    return plan.table.value(named: name, info: info).map { .field($0) } ?? .nothing
  }
}

extension PopupWorkspace {
  /// The element that an expression describes for the record taken up; nil where it describes none.
  mutating func expressionElement(
    _ index: Int, title: String, in record: Span<UInt8>
  ) -> PopupElement? {
    guard runs.elements.indices.contains(index) else { return nil }
    if let known = runs.elements[index] { return known }
    let element = describedElement(index, title, in: record)
    runs.elements[index] = .some(element)
    return element
  }

  private mutating func describedElement(
    _ index: Int, _ title: String, in record: Span<UInt8>
  ) -> PopupElement? {
    let described = run(index, in: record) { ExpressionElement($0, &$1) }
    guard let plan = runs.plan, let element = described ?? nil else { return nil }
    runs.attributes = element.attributes?.map(\.value) ?? []
    var reader = PopupReader()
    let fields = element.fields(&reader)
    var names = ExpressionElementNames(plan, element.attributes, fields)
    return self.element(compiled(element, title, fields, &names, &reader), in: record)
  }

  private func compiled(
    _ element: ExpressionElement, _ title: String, _ fields: [PopupFieldInfo],
    _ names: inout ExpressionElementNames, _ reader: inout PopupReader
  ) -> PopupPlan {
    let own = reader.text("title", of: element.content)
    let heading = names.text(.plain, own.isEmpty ? title : own, at: "")
    let description = names.text(
      .markup, reader.text("description", of: element.content), at: "")
    switch element.type {
    case "text": return .text(names.text(.markup, reader.text("text", of: element.content), at: ""))
    case "media":
      let items = reader.media("mediaInfos", of: element.content) ?? []
      return .media(
        title: heading, description: description, items: items.map { names.item($0, at: "") })
    case "fields":
      let rows = fields.filter(\.isVisible).compactMap { names.row($0, at: "") }
      return rows.isEmpty
        ? .text(.empty) : .fields(title: heading, description: description, rows: rows)
    default: return .text(.empty)
    }
  }
}
