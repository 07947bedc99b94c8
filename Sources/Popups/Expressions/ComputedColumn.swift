import Arcade
import Bytes
import FeatureData

// What pop-ups compute, as columns beside the fields of a table:
//
//   in   what readers see: expressions in tables of fields and charts, in titles and texts, the
//        subtitle; and elements of type `expression`, as plain text
//   out  what only shapes the page, as `style="color:{expression/colour}"`, or leads somewhere; what
//        asks for fields that are not there
//
// The columns stand in the order in which the map lists its expressions, those of elements last.

/// A value that pop-ups compute, as a column beside the fields.
package struct ComputedColumn: Sendable, Equatable {
  /// What people call it: the expression's title, else its name.
  package let title: String
  /// The place in ``PopupLayer/expressions``.
  let expression: Int
  /// Whether the expression describes a whole element.
  let isElement: Bool

  init(_ expression: PopupExpression, at place: Int, isElement: Bool) {
    let words = [expression.title, expression.name].lazy.map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    title = words.first { !$0.isEmpty } ?? "Computed"
    self.expression = place
    self.isElement = isElement
  }
}

extension [ComputedColumn] {
  /// Names for the columns, each once and none of those taken, without regard to case: the titles,
  /// with a number behind where that is needed.
  package func names(beside taken: [String]) -> [String] {
    var known = Set(taken.map { $0.lowercased() })
    return map { column in
      var name = column.title
      var number = 2
      while !known.insert(name.lowercased()).inserted {
        name = "\(column.title) \(number)"
        number += 1
      }
      return name
    }
  }
}

/// A computed value as data has it.
package enum ComputedDatum: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  /// A moment: milliseconds since 1970 UTC.
  case date(Int64)
  /// Days since 1970.
  case day(Int)
  /// All else, as the pop-up writes it without formats.
  case text(String)
}

extension PopupLayer {
  /// The values of ``computedColumns`` for the record that was taken up last in the workspace: whose
  /// pop-up, title or values were made last. What has been worked out for these is not again.
  package func computedValues(
    of record: Span<UInt8>, in workspace: inout PopupWorkspace
  ) -> [ComputedDatum] {
    var values: [ComputedDatum] = []
    for column in computedColumns {
      guard column.isElement else {
        values.append(workspace.result(of: column.expression, in: record).datum)
        continue
      }
      let text = workspace.expressionElement(
        column.expression, title: expressions[column.expression].title, in: record)?.plainText
      values.append(text.map { $0.isEmpty ? .null : .text($0) } ?? .null)
    }
    return values
  }

  /// The columns of a layer's blocks: what of them comes from expressions that run.
  static func computedColumns(
    title: PopupText, subtitle: Int?, _ plans: [PopupPlan], _ expressions: [PopupExpression],
    _ running: ExpressionPlan?
  ) -> [ComputedColumn] {
    guard let running else { return [] }
    var shown = Set(title.shownExpressions)
    if let subtitle { shown.insert(subtitle) }
    var elements: Set<Int> = []
    for plan in plans {
      shown.formUnion(plan.shownExpressions)
      if case .expression(let place, _) = plan { elements.insert(place) }
    }
    return expressions.indices.compactMap { place in
      guard running.programs[place]?.unknownFields.isEmpty == true,
        shown.contains(place) || elements.contains(place)
      else { return nil }
      return ComputedColumn(
        expressions[place], at: place, isElement: elements.contains(place))
    }
  }
}

extension ComputedResult {
  /// The value as data.
  fileprivate var datum: ComputedDatum {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let value): value.isFinite ? .number(value) : .null
    case .date(let milliseconds, _): .date(milliseconds)
    case .day(let days): .day(days)
    case .text(let text): .text(text)
    case .time, .list, .pairs:
      {
        var text: [UInt8] = []
        ComputedValue(.expression(0), info: nil, zone: .utc).append(self, to: &text)
        return .text(text.span.repairedString())
      }()
    }
  }
}

extension PopupPlan {
  /// The expressions whose values readers see in the block, by place.
  fileprivate var shownExpressions: [Int] {
    switch self {
    case .fields(let title, let description, let rows):
      title.shownExpressions + description.shownExpressions + rows.compactMap(\.value.expression)
    case .text(let text): text.shownExpressions
    case .media(let title, let description, let items):
      title.shownExpressions + description.shownExpressions + items.flatMap(\.shownExpressions)
    case .attachments(let title, let description),
      .relationship(let title, let description, _, _, _):
      title.shownExpressions + description.shownExpressions
    case .expression, .notEvaluated: []
    }
  }
}

extension MediaPlan {
  fileprivate var shownExpressions: [Int] {
    var values: [Int] = []
    if case .chart(let chart) = content { values = chart.values.compactMap(\.value.expression) }
    return title.shownExpressions + caption.shownExpressions + values
  }
}

extension PopupText {
  /// The expressions whose values readers see in the text, by place.
  fileprivate var shownExpressions: [Int] {
    template.pieces.compactMap { piece in
      guard case .value(let name, let context) = piece, values.indices.contains(name) else {
        return nil
      }
      return context == .content || context == .plain ? values[name].expression : nil
    }
  }
}

extension PopupValue {
  /// The place of the expression that gives the value.
  fileprivate var expression: Int? {
    if case .computed(let value) = self, case .expression(let place) = value.source {
      place
    } else {
      nil
    }
  }
}
