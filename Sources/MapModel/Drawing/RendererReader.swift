import OrderedJSON

// Renderers as written (Web Map Specification, "renderer" objects):
//
//   simple        symbol, label
//   uniqueValue   field1, field2, field3, fieldDelimiter, uniqueValueInfos [{value, label, symbol}]
//                 or uniqueValueGroups [{heading, classes [{label, symbol, values [[…]]}]}],
//                 defaultSymbol, defaultLabel; or valueExpression instead of the fields
//   classBreaks   field, minValue, classBreakInfos [{classMinValue, classMaxValue, label, symbol}],
//                 normalizationType, normalizationField, normalizationTotal, defaultSymbol, …
//
// The values "<Null>" and "" mean no value.

/// Reads renderers. A renderer that isn't supported becomes one symbol for all rows, with a notice.
struct RendererReader {
  let symbols: SymbolReader

  /// The maximum number of classes, more than any legend could show.
  private static let mostClasses = 5_000

  init(geometry: Symbol.Geometry) {
    symbols = SymbolReader(geometry: geometry)
  }

  func renderer(_ members: Members, _ notices: inout MapNotices) -> Renderer {
    var renderer = classes(members, &notices)
    renderer.variables = VariableReader(geometry: symbols.geometry).variables(members, &notices)
    return renderer
  }

  private func classes(_ members: Members, _ notices: inout MapNotices) -> Renderer {
    let type = members.string("type", &notices) ?? "simple"
    switch type {
    case "simple":
      return single(members, &notices)
    case "uniqueValue":
      guard let rule = valuesRule(members, &notices) else { break }
      return uniqueValues(by: rule, of: members, notices: &notices)
    case "classBreaks":
      guard let rule = breaksRule(members, &notices) else { break }
      return classBreaks(by: rule, of: members, notices: &notices)
    default:
      notices.note(
        members.path("type"),
        .notDrawn("renderer \"\(type)\"", instead: "one symbol for all rows"))
    }
    return fallback(members, &notices)
  }

  private func single(_ members: Members, _ notices: inout MapNotices) -> Renderer {
    let symbol = members.members("symbol", &notices).map { symbols.symbol($0, &notices) }
    let label = members.string("label", &notices) ?? ""
    let only = RendererClass(label: label, symbol: symbol ?? .plain(for: symbols.geometry))
    return Renderer(rule: .single, classes: [only], defaultClass: 0)
  }

  /// Returns one of the renderer's symbols: the default, or else the first.
  private func fallback(_ members: Members, _ notices: inout MapNotices) -> Renderer {
    var unread = MapNotices()
    let candidates =
      [members.members("defaultSymbol", &unread), members.members("symbol", &unread)]
      + ["uniqueValueInfos", "classBreakInfos"].map {
        members.elements($0, &unread).first?.members("symbol", &unread)
      }
    guard let first = candidates.compactMap(\.self).first else {
      return .plain(for: symbols.geometry)
    }
    let only = RendererClass(label: "", symbol: symbols.symbol(first, &notices))
    return Renderer(rule: .single, classes: [only], defaultClass: 0)
  }

  private func uniqueValues(
    by rule: Renderer.Rule, of members: Members, notices: inout MapNotices
  ) -> Renderer {
    var count = 1
    if case .values(let fields) = rule { count = fields.count }
    let delimiter = members.string("fieldDelimiter", &notices) ?? ", "
    var classes: [RendererClass] = []
    let groups = members.elements("uniqueValueGroups", &notices)
    for group in groups {
      let heading = group.string("heading", &notices) ?? ""
      for entry in group.elements("classes", &notices) {
        let rows = entry.array("values", &notices).map { row in
          (row.array ?? [row]).map(Self.nullable)
        }
        classes.append(
          readClass(
            entry, rows: .values(rows), heading: heading, label: Self.label(of: rows, delimiter),
            notices: &notices))
      }
    }
    // Programs that write groups repeat all classes in the older form.
    if groups.isEmpty {
      for entry in members.elements("uniqueValueInfos", &notices) {
        let row = Self.parts(of: entry.object["value"] ?? .null, count, delimiter)
        classes.append(
          readClass(
            entry, rows: .values([row]), heading: "", label: Self.label(of: [row], delimiter),
            notices: &notices))
      }
    }
    return finish(rule, classes: classes, members: members, notices: &notices)
  }

  private func classBreaks(
    by rule: Renderer.Rule, of members: Members, notices: inout MapNotices
  ) -> Renderer {
    var classes: [RendererClass] = []
    var lower = members.double("minValue", &notices) ?? -.infinity
    for entry in members.elements("classBreakInfos", &notices) {
      guard let upper = entry.double("classMaxValue", &notices) else {
        notices.note(entry.path("classMaxValue"), .missing(used: ""))
        continue
      }
      let own = entry.double("classMinValue", &notices)
      let minimum = own ?? lower
      let range = RendererClass.Rows.range(
        minimum: minimum, takesMinimum: own != nil || classes.isEmpty, maximum: upper)
      classes.append(
        readClass(
          entry, rows: range, heading: "", label: Self.label(from: minimum, to: upper),
          notices: &notices))
      lower = upper
    }
    return finish(rule, classes: classes, members: members, notices: &notices)
  }

  private func readClass(
    _ entry: Members, rows: RendererClass.Rows, heading: String, label standard: String,
    notices: inout MapNotices
  ) -> RendererClass {
    let symbol = entry.members("symbol", &notices).map { symbols.symbol($0, &notices) }
    let label = entry.string("label", &notices) ?? ""
    return RendererClass(
      label: label.isEmpty ? standard : label, symbol: symbol ?? .plain(for: symbols.geometry),
      rows: rows, heading: heading)
  }

  private func finish(
    _ rule: Renderer.Rule, classes: [RendererClass], members: Members,
    notices: inout MapNotices
  ) -> Renderer {
    var classes = classes
    if classes.count > Self.mostClasses {
      notices.note(
        members.path, .notDrawn("class \(Self.mostClasses)", instead: "the default symbol"))
      classes.removeLast(classes.count - Self.mostClasses)
    }
    guard let other = members.members("defaultSymbol", &notices) else {
      return classes.isEmpty
        ? .plain(for: symbols.geometry)
        : Renderer(rule: rule, classes: classes, defaultClass: nil)
    }
    let label = members.string("defaultLabel", &notices) ?? ""
    classes.append(
      RendererClass(
        label: label.isEmpty ? "Other" : label, symbol: symbols.symbol(other, &notices)))
    return Renderer(rule: rule, classes: classes, defaultClass: classes.count - 1)
  }
}

extension RendererReader {
  /// Returns the rule from `field1` to `field3` or `valueExpression`. Nil, with a notice, without
  /// any.
  private func valuesRule(
    _ members: Members, _ notices: inout MapNotices
  ) -> Renderer.Rule? {
    if let expression = DrawingExpression(members, &notices) {
      return FieldExpression(arcade: expression.source).map { .values(fields: [$0.field]) }
        ?? .expressionValues(expression)
    }
    let fields = ["field1", "field2", "field3"].compactMap { members.string($0, &notices) }
      .filter { !$0.isEmpty }
    if fields.isEmpty { notices.note(members.path("field1"), .missing(used: "")) }
    return fields.isEmpty ? nil : .values(fields: fields)
  }

  private func breaksRule(
    _ members: Members, _ notices: inout MapNotices
  ) -> Renderer.Rule? {
    if let expression = DrawingExpression(members, &notices) {
      // The result of an expression is not normalized again.
      return FieldExpression(arcade: expression.source).map {
        .breaks(field: $0.field, normalization: nil)
      } ?? .expressionBreaks(expression)
    }
    guard let field = members.string("field", &notices), !field.isEmpty else {
      notices.note(members.path("field"), .missing(used: ""))
      return nil
    }
    return .breaks(field: field, normalization: normalization(members, &notices))
  }

  private func normalization(
    _ members: Members, _ notices: inout MapNotices
  ) -> Renderer.Normalization? {
    let field = members.string("normalizationField", &notices)
    switch members.string("normalizationType", &notices) {
    case "esriNormalizeByField":
      if let field, !field.isEmpty { return .field(field) }
    case "esriNormalizeByLog":
      return .log
    case "esriNormalizeByPercentOfTotal":
      if let total = members.double("normalizationTotal", &notices), total != 0 {
        return .percentOfTotal(total)
      }
    case nil:
      return field.flatMap { $0.isEmpty ? nil : .field($0) }
    case let other?:
      notices.note(members.path("normalizationType"), .unknownValue(other))
      return nil
    }
    notices.note(members.path("normalizationField"), .missing(used: ""))
    return nil
  }

  /// Splits the single value of older classes into the values of the fields: `Oak, Good`.
  private static func parts(of value: JSON, _ count: Int, _ delimiter: String) -> [JSON] {
    guard count > 1, case .string(let text) = value, !delimiter.isEmpty else {
      return [nullable(value)]
    }
    let bytes = Array(text.utf8)
    let mark = Array(delimiter.utf8)
    var parts: [JSON] = []
    var start = 0
    var index = 0
    while index + mark.count <= bytes.count, parts.count < count - 1 {
      if bytes[index..<index + mark.count].elementsEqual(mark) {
        parts.append(.string(String(decoding: bytes[start..<index], as: UTF8.self)))
        index += mark.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
    return parts.map(nullable)
  }

  private static func nullable(_ value: JSON) -> JSON {
    value.string == "<Null>" ? .null : value
  }

  private static func label(of rows: [[JSON]], _ delimiter: String) -> String {
    (rows.first ?? []).map { $0.isNothing ? "No value" : $0.scalarText }.joined(
      separator: delimiter)
  }

  /// Returns the label of a range. Programs write the largest integer of a script for no limit.
  private static func label(from minimum: Double, to maximum: Double) -> String {
    let unlimited = 9_007_199_254_740_991.0
    switch (minimum > -unlimited, maximum < unlimited) {
    case (true, true): return "\(text(minimum)) – \(text(maximum))"
    case (true, false): return "≥ \(text(minimum))"
    case (false, true): return "≤ \(text(maximum))"
    case (false, false): return ""
    }
  }

  private static func text(_ value: Double) -> String { JSONNumber(value)?.text ?? "" }
}
