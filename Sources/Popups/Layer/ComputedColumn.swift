import Arcade
import Bytes
import FeatureData

// Values that pop-ups compute, as columns beside the fields of a table:
//
//   included   what readers see: expressions in tables of fields, charts, titles and texts, the
//              subtitle; and elements of type `expression`, as plain text
//   excluded   expressions that only style the page, such as `style="color:{expression/color}"`, or
//              make links; and expressions that use missing fields
//
// The columns are in the order of the map's expressions, followed by those of elements.

/// A value computed by pop-ups, as a column beside the fields.
package struct ComputedColumn: Sendable, Equatable {
  /// The column's title: the expression's title, or else its name.
  package let title: String
  /// The index in ``PopupLayer/expressions``.
  let expression: Int
  /// Whether the expression describes a whole element.
  let isElement: Bool

  init(_ expression: PopupExpression, at index: Int, isElement: Bool) {
    let words = [expression.title, expression.name].lazy.map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    title = words.first { !$0.isEmpty } ?? "Computed"
    self.expression = index
    self.isElement = isElement
  }
}

extension [ComputedColumn] {
  /// Returns a unique name for each column that differs from the given names, ignoring case. It is
  /// the title, with a number added where needed.
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

/// A computed value as data.
package enum ComputedDatum: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  /// A point in time: milliseconds since 1970 UTC.
  case date(Int64)
  /// Days since 1970.
  case day(Int)
  /// Any other value as the pop-up writes it, without formats.
  case text(String)
}

extension PopupLayer {
  /// Returns the values of ``computedColumns`` for the workspace's current record. That is the
  /// record for which a pop-up, title or values were made last. Results that are already known are
  /// not computed again.
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

  /// Returns the computed columns of a layer: those of its blocks whose expressions can run.
  static func computedColumns(
    title: PopupText, subtitle: Int?, plans: [PopupPlan], expressions: [PopupExpression],
    running: ExpressionPlan?
  ) -> [ComputedColumn] {
    guard let running else { return [] }
    var shown = Set(title.shownExpressions)
    if let subtitle { shown.insert(subtitle) }
    var elements: Set<Int> = []
    for plan in plans {
      shown.formUnion(plan.shownExpressions)
      if case .expression(.runs(let index, _)) = plan { elements.insert(index) }
    }
    return expressions.indices.compactMap { index in
      guard running.programs[index]?.unknownFields.isEmpty == true,
        shown.contains(index) || elements.contains(index)
      else { return nil }
      return ComputedColumn(
        expressions[index], at: index, isElement: elements.contains(index))
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

extension MediaPlan {
  var shownExpressions: [Int] {
    var values: [Int] = []
    if case .chart(let chart) = content { values = chart.values.compactMap(\.value.expression) }
    return title.shownExpressions + caption.shownExpressions + values
  }
}

extension PopupText {
  /// The indices of the expressions whose values readers see in the text.
  var shownExpressions: [Int] {
    template.pieces.compactMap { piece in
      guard case .value(let name, let context) = piece, values.indices.contains(name) else {
        return nil
      }
      return context == .content || context == .plain ? values[name].expression : nil
    }
  }
}

extension PopupValue {
  /// The index of the expression that gives the value.
  var expression: Int? {
    if case .computed(let value) = self, case .expression(let index) = value.source {
      index
    } else {
      nil
    }
  }
}
