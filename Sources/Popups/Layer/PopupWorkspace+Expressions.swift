import Arcade
import Bytes

/// An expression that failed for some records.
package struct ExpressionFailure: Sendable, Equatable {
  /// The index in ``PopupLayer/expressions``.
  package let expression: Int
  /// The number of records for which it failed.
  package internal(set) var count: Int
  /// The lowest number of these records (``PopupWorkspace/row``).
  package internal(set) var row: Int64
  /// The error at that record, with line and column.
  package internal(set) var problem: String

  /// Adds the failures that another workspace counted.
  package mutating func add(_ other: ExpressionFailure) {
    count += other.count
    guard other.row < row else { return }
    (row, problem) = (other.row, other.problem)
  }
}

/// The expression results of a workspace. A value is computed when a record's pop-up first needs it
/// and kept until the next record.
struct ExpressionRuns: Sendable {
  /// The plan of the current layer; nil if no expression is in use.
  var plan: ExpressionPlan?
  var arcade = ArcadeWorkspace(context: ArcadeContext(now: 0))
  /// Whether `arcade` has the current record.
  var knowsRecord = false
  /// The value of each expression for the current record; nil if not yet computed.
  var results: [ComputedResult?] = []
  /// The element of each expression for the current record. The outer optional is nil if it was not
  /// computed yet, the inner one if there is no element.
  var elements: [PopupElement??] = []
  /// The attributes of the current expression element.
  var attributes: [ComputedResult] = []
  /// The failures of each expression.
  var failures: [ExpressionFailure?] = []

  /// Starts a new record.
  mutating func begin(_ plan: ExpressionPlan?) {
    knowsRecord = false
    guard let plan else {
      self.plan = nil
      return
    }
    if plan === self.plan {
      for index in results.indices {
        results[index] = nil
        elements[index] = nil
      }
      return
    }
    self.plan = plan
    arcade = ArcadeWorkspace(context: plan.context)
    results = Array(repeating: nil, count: plan.programs.count)
    elements = Array(repeating: nil, count: plan.programs.count)
    failures = Array(repeating: nil, count: plan.programs.count)
  }

  /// Counts a failure. Each record counts once, because results are kept.
  mutating func fail(_ index: Int, _ error: ArcadeError, row: Int64) {
    let failure = ExpressionFailure(
      expression: index, count: 1, row: row, problem: error.description)
    if failures[index] == nil {
      failures[index] = failure
    } else {
      failures[index]?.add(failure)
    }
  }
}

extension PopupWorkspace {
  /// The expressions that failed so far.
  package var failures: [ExpressionFailure] { runs.failures.compactMap(\.self) }

  /// Returns the value of an expression for the current record; null if it fails or cannot run.
  mutating func result(of index: Int, in record: Span<UInt8>) -> ComputedResult {
    guard runs.results.indices.contains(index) else { return .null }
    if let known = runs.results[index] { return known }
    let result = run(index, in: record) { value, arcade in
      arcade.result(of: value)
    }
    runs.results[index] = result ?? .null
    return result ?? .null
  }

  /// Runs an expression and passes its value to `take` while the run's memory is valid. Returns nil
  /// if the expression fails.
  mutating func run<Result>(
    _ index: Int, in record: Span<UInt8>,
    take: (ArcadeValue, inout ArcadeRun) -> Result
  ) -> Result? {
    guard let plan = runs.plan, let program = plan.programs[index] else { return nil }
    do throws(ArcadeError) {
      try setFeature(record, plan)
      return take(try runs.arcade.value(of: program), &runs.arcade.run)
    } catch {
      runs.fail(index, error, row: row)
      return nil
    }
  }

  /// Makes the record the expressions' feature, unless it already is.
  private mutating func setFeature(
    _ record: Span<UInt8>, _ plan: ExpressionPlan
  ) throws(ArcadeError) {
    if runs.knowsRecord { return }
    do throws(ArcadeProblem) {
      try runs.arcade.setFeature(record, schema: plan.schema, table: plan.layerTable)
    } catch {
      throw ArcadeError(error, at: SourcePosition(line: 1, column: 1, offset: 0))
    }
    runs.knowsRecord = true
  }

  /// Returns the value from its source.
  mutating func result(of value: ComputedValue, in record: Span<UInt8>) -> ComputedResult {
    switch value.source {
    case .expression(let index): result(of: index, in: record)
    case .attribute(let index):
      runs.attributes.indices.contains(index) ? runs.attributes[index] : .null
    }
  }

  /// Returns the values of the named expressions in use for the current record.
  mutating func expressionValues(
    _ expressions: [PopupExpression], in record: Span<UInt8>
  ) -> [ExpressionValue] {
    guard let plan = runs.plan else { return [] }
    var values: [ExpressionValue] = []
    for (index, name) in plan.names.enumerated() where plan.programs[index] != nil {
      let writer = ComputedValue(
        .expression(index), info: plan.infos["expression/" + name], zone: plan.context.zone)
      let result = result(of: index, in: record)
      var text: [UInt8] = []
      writer.append(result, to: &text)
      values.append(
        ExpressionValue(
          name: expressions[index].name,
          title: expressions[index].title, text: text.span.repairedString(),
          data: result.json(writer)))
    }
    return values
  }
}
