import MapModel
import OrderedJSON

/// Reads the parts of a `popupInfo` and notes what deviates from the specification.
struct PopupReader {
  var notes = MapNotices()
  private var popupNotices: [PopupNotice] = []

  /// All notices, grouped by source.
  var notices: [PopupNotice] { notes.list.map { .malformed($0) } + popupNotices }

  mutating func note(_ notice: PopupNotice) { popupNotices.append(notice) }

  /// Returns a text: empty if it is missing, cut if it is too long.
  mutating func text(_ key: String, of members: Members) -> String {
    let text = members.string(key, &notes) ?? ""
    guard text.utf8.count > PopupLimits.text else { return text }
    note(
      .textTooLong(path: members.path(key), count: text.utf8.count, limit: PopupLimits.text))
    return String(decoding: text.utf8.prefix(PopupLimits.text), as: UTF8.self)
  }

  /// Returns the elements of a list up to the limit.
  mutating func bounded<Element>(_ list: [Element], at path: String) -> [Element] {
    guard list.count > PopupLimits.list else { return list }
    note(.tooMany(path: path, count: list.count, limit: PopupLimits.list))
    return Array(list.prefix(PopupLimits.list))
  }

  /// Returns the objects of a list; nil if the member is missing or null.
  private mutating func list(_ key: String, of members: Members) -> [Members]? {
    guard members.value(key) != nil else { return nil }
    return bounded(members.elements(key, &notes), at: members.path(key))
  }

  mutating func fields(_ key: String, of members: Members) -> [PopupFieldInfo]? {
    guard let list = list(key, of: members) else { return nil }
    var result: [PopupFieldInfo] = []
    for entry in list {
      guard let name = entry.string("fieldName", &notes), !name.isEmpty else {
        notes.note(entry.path("fieldName"), .missing(used: ""))
        continue
      }
      let label = text("label", of: entry)
      let format = entry.members("format", &notes)
      if let format { checkDateFormat(format) }
      result.append(
        PopupFieldInfo(
          name: name, label: label.isEmpty ? nil : label,
          isVisible: entry.bool("visible", &notes) ?? true,
          format: format.map { .object($0.object) },
          fieldFormat: entry.object("fieldFormat", &notes).map { .object($0) },
          statistic: statistic(of: entry)))
    }
    return result
  }

  private mutating func checkDateFormat(_ format: Members) {
    guard let name = format.string("dateFormat", &notes), !name.isEmpty,
      DateFormat(name: name) == nil
    else { return }
    notes.note(format.path("dateFormat"), .unknownValue(name))
  }

  private mutating func statistic(of entry: Members) -> PopupStatistic? {
    guard let name = entry.string("statisticType", &notes), !name.isEmpty else { return nil }
    let known = PopupStatistic(rawValue: name)
    if known == nil { notes.note(entry.path("statisticType"), .unknownValue(name)) }
    return known
  }

  mutating func expressions(of members: Members) -> [PopupExpression] {
    var result: [PopupExpression] = []
    for entry in list("expressionInfos", of: members) ?? [] {
      if let expression = expression(entry) { result.append(expression) }
    }
    return result
  }

  /// Reads an expression from the list. It needs a name.
  private mutating func expression(_ entry: Members) -> PopupExpression? {
    guard let name = entry.string("name", &notes), !name.isEmpty else {
      notes.note(entry.path("name"), .missing(used: ""))
      return nil
    }
    return PopupExpression(
      name: name, title: text("title", of: entry), text: text("expression", of: entry),
      returnsNumber: entry.string("returnType", &notes) == "number")
  }

  /// Reads sort keys; nil if the member is missing or null.
  mutating func order(_ key: String, of members: Members) -> [PopupOrder]? {
    guard let list = list(key, of: members) else { return nil }
    var result: [PopupOrder] = []
    for entry in list {
      guard let field = entry.string("field", &notes), !field.isEmpty else { continue }
      let order = entry.string("order", &notes) ?? "asc"
      result.append(PopupOrder(field: field, isDescending: order.isSameName(as: "desc")))
    }
    return result
  }

  mutating func media(_ key: String, of members: Members) -> [PopupMediaInfo]? {
    guard let list = list(key, of: members) else { return nil }
    var result: [PopupMediaInfo] = []
    for entry in list {
      guard let content = mediaContent(entry) else { continue }
      result.append(
        PopupMediaInfo(
          title: text("title", of: entry), caption: text("caption", of: entry),
          altText: text("altText", of: entry), content: content))
    }
    return result
  }

  private mutating func mediaContent(_ entry: Members) -> PopupMediaInfo.Content? {
    let kind = entry.string("type", &notes) ?? ""
    let empty = Members(JSONObject(), path: entry.path("value"))
    let value = entry.members("value", &notes) ?? empty
    if kind == "image" {
      return .image(source: text("sourceURL", of: value), link: text("linkURL", of: value))
    }
    guard let form = PopupChartInfo.Form(rawValue: kind) else {
      note(.unknownKind(path: entry.path("type"), name: kind))
      return nil
    }
    func name(_ key: String, _ notes: inout MapNotices) -> String? {
      value.string(key, &notes).flatMap { $0.isEmpty ? nil : $0 }
    }
    let fields = bounded(value.array("fields", &notes), at: value.path("fields"))
    let colors = bounded(value.array("colors", &notes), at: value.path("colors"))
    return .chart(
      PopupChartInfo(
        form: form, fields: fields.compactMap(\.string),
        normalizeField: name("normalizeField", &notes),
        tooltipField: name("tooltipField", &notes), colors: colors.compactMap(Self.color)))
  }

  private static func color(_ json: JSON) -> [UInt8]? {
    guard let parts = json.array, parts.count == 3 || parts.count == 4 else { return nil }
    var color: [UInt8] = []
    for part in parts {
      guard let value = part.double, value.isFinite else { return nil }
      color.append(UInt8(min(max(value, 0), 255)))
    }
    return color.count == 3 ? color + [255] : color
  }
}
