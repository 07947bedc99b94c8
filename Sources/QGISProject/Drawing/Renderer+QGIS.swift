import MapModel
import Markup
import OrderedJSON

/// A renderer in QGIS, and the differences from the map.
struct RendererPlan {
  var node: XMLNode
  /// What is drawn differently, each with what is drawn instead.
  var differences: [(item: String, instead: String)] = []

  /// - Parameters:
  ///   - column: returns the column of a field; nil for a field that the table lacks.
  ///   - arcade: translates expressions of the map.
  init(_ renderer: Renderer, column: (String) -> String?, arcade: ArcadeTranslation) {
    var plain = renderer
    var differences: [(item: String, instead: String)] = []
    let missing = renderer.fields.filter { column($0) == nil }
    var key: ArcadeTranslation.Value?
    if let expression = renderer.expression {
      switch arcade.translate(expression.source) {
      case .success(let value): key = value
      case .failure(let cause):
        differences.append(
          (
            "classes by \(Self.name(of: expression))",
            "one symbol is drawn (\(cause.reason))"
          ))
        plain = renderer.withoutClasses
      }
    } else if !missing.isEmpty, renderer.rule != .single {
      differences.append(("classes by the field \(missing[0])", "one symbol is drawn"))
      plain = renderer.withoutClasses
    }
    for expression in renderer.variables.expressions {
      if case .failure(let cause) = arcade.number(of: expression) {
        differences.append(
          (
            "symbols that depend on \(Self.name(of: expression))",
            "all records have the same symbol (\(cause.reason))"
          ))
      }
    }
    if let size = renderer.variables.size,
      size.number == nil || size.stops.contains(where: { $0.value.stops.count > 1 })
    {
      differences.append(
        ("sizes that depend on the scale", "the sizes of a middle scale are drawn"))
    }
    let symbols = XMLNode(
      "symbols", [:],
      plain.classes.enumerated().map { index, entry in
        let symbol = entry.symbol.sized(by: renderer.variables.size)
        return symbol.qgisSymbol(
          named: String(index),
          driven: DrivenProperties(
            renderer.variables, of: symbol, column: column, arcade: arcade))
      })
    node = plain.qgisNode(symbols, key: key, column: column)
    self.differences = differences
  }

  private static func name(of expression: DrawingExpression) -> String {
    expression.title.isEmpty ? "an expression" : "the expression \(expression.title)"
  }
}

extension Symbol {
  /// The symbol at a middle scale, if its size depends only on the scale.
  fileprivate func sized(by size: SizeVariable?) -> Symbol {
    guard let size, size.number == nil, let stop = size.stops.first else { return self }
    return varied(size: stop.value.usual, color: nil, opacity: nil)
  }
}

extension Renderer {
  /// - Parameter key: the value of the expression that selects the class.
  fileprivate func qgisNode(
    _ symbols: XMLNode, key: ArcadeTranslation.Value?, column: (String) -> String?
  ) -> XMLNode {
    switch rule {
    case .single: return XMLNode("renderer-v2", ["type": "singleSymbol"], [symbols])
    case .expressionValues:
      let value = key?.text ?? "NULL"
      let categories = classes.enumerated().flatMap { index, entry in
        entry.categories(symbol: index, isText: marksNothing || key?.kind == .text)
      }
      return XMLNode(
        "renderer-v2",
        ["type": "categorizedSymbol", "attr": marksNothing ? Self.marked(value) : value],
        [XMLNode("categories", [:], categories), symbols])
    case .expressionBreaks:
      let number = key?.text ?? "NULL"
      return defaultClass == nil
        ? graduated(by: number, symbols) : ruled(by: number, symbols)
    case .values(let fields):
      let categories = classes.enumerated().flatMap { index, entry in
        entry.categories(symbol: index, isText: fields.count > 1 || marksNothing)
      }
      return XMLNode(
        "renderer-v2",
        [
          "type": "categorizedSymbol",
          "attr": Self.key(fields, marksNothing: marksNothing, column),
        ],
        [XMLNode("categories", [:], categories), symbols])
    case .breaks(let field, let normalization):
      let number = Self.number(field, normalization: normalization, column: column)
      return defaultClass == nil
        ? graduated(by: number, symbols) : ruled(by: number, symbols)
    }
  }

  /// The expression that selects the class: of several fields, the joined texts.
  private static func key(
    _ fields: [String], marksNothing: Bool, _ column: (String) -> String?
  ) -> String {
    let columns = fields.compactMap(column)
    guard columns.count > 1 || marksNothing else { return columns.first ?? "NULL" }
    return columns.map(marked).joined(separator: " || ', ' || ")
  }

  /// Whether a class has the records without a value. QGIS gives a category without a value all that
  /// no other one takes, so the key and this class have a mark instead.
  private var marksNothing: Bool { classes.contains(where: \.takesNothing) }

  /// The text of a value, or the mark for null and blank text.
  private static func marked(_ value: String) -> String {
    let text = "to_string(\(value))"
    return "coalesce(if(trim(\(text)) = '', NULL, \(text)), '\(RendererClass.nothingMark)')"
  }

  private static func number(
    _ field: String, normalization: Normalization?, column: (String) -> String?
  ) -> String {
    let own = column(field) ?? "NULL"
    return switch normalization {
    case nil: own
    case .field(let other): "\(own) / nullif(\(column(other) ?? "NULL"), 0)"
    case .log: "log10(\(own))"
    case .percentOfTotal(let total): "\(own) / \(QGISNumber.text(total)) * 100"
    }
  }

  private func graduated(by number: String, _ symbols: XMLNode) -> XMLNode {
    let ranges = classes.enumerated().compactMap { index, entry -> XMLNode? in
      guard case .range(let minimum, _, let maximum) = entry.rows else { return nil }
      return XMLNode(
        "range",
        [
          "render": "true", "symbol": String(index), "label": entry.label,
          "lower": QGISNumber.limit(minimum), "upper": QGISNumber.limit(maximum),
        ])
    }
    return XMLNode(
      "renderer-v2",
      [
        "type": "graduatedSymbol", "attr": number, "graduatedMethod": "GraduatedColor",
        "symbollevels": "0",
      ], [XMLNode("ranges", [:], ranges), symbols])
  }

  /// Rules for ranges and for all other records, which graduated symbols don't support.
  private func ruled(by number: String, _ symbols: XMLNode) -> XMLNode {
    let rules = classes.enumerated().map { index, entry -> XMLNode in
      var rule = XMLNode(
        "rule", ["key": "{rule-\(index)}", "symbol": String(index), "label": entry.label])
      if case .range(let minimum, let takesMinimum, let maximum) = entry.rows {
        var parts: [String] = []
        if minimum > -1e300 {
          parts.append("\(number) \(takesMinimum ? ">=" : ">") \(QGISNumber.text(minimum))")
        }
        parts.append("\(number) <= \(QGISNumber.limit(maximum))")
        rule.set("filter", parts.joined(separator: " AND "))
      } else {
        rule.set("filter", "ELSE")
      }
      return rule
    }
    return XMLNode(
      "renderer-v2", ["type": "RuleRenderer", "symbollevels": "0"],
      [XMLNode("rules", ["key": "{rules}"], rules), symbols])
  }
}

extension RendererClass {
  /// A category for each combination of values. A category without a value takes all others.
  fileprivate func categories(symbol: Int, isText: Bool) -> [XMLNode] {
    func category(_ value: String, _ type: String) -> XMLNode {
      XMLNode(
        "category",
        [
          "render": "true", "symbol": String(symbol), "label": label, "value": value,
          "type": type,
        ])
    }
    guard case .values(let combinations) = rows else { return [category("", "string")] }
    return combinations.map { values in
      if isText {
        return category(values.map(\.qgisKey).joined(separator: ", "), "string")
      }
      switch values.first {
      case .number(let number):
        return category(number.text, number.int64 == nil ? "double" : "long")
      case .string(let text): return category(text, "string")
      default: return category("", "string")
      }
    }
  }

  /// Marks null and blank text in keys made of texts.
  static let nothingMark = "\u{2205}"
}

extension JSON {
  /// The value in the form of QGIS's `to_string`.
  fileprivate var qgisKey: String {
    if case .number(let number) = self { return QGISNumber.text(number.double) }
    return isNothing ? RendererClass.nothingMark : scalarText
  }
}

extension QGISNumber {
  /// A limit of a range; beyond all numbers if it has none.
  static func limit(_ value: Double) -> String {
    value.isFinite && value.magnitude < 1e300 ? text(value) : value < 0 ? "-1e300" : "1e300"
  }
}
