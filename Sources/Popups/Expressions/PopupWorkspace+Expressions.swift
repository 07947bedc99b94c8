import Arcade
import Bytes

/// What became of an expression that failed for some records.
package struct ExpressionFailure: Sendable, Equatable {
  /// The place in ``PopupLayer/expressions``.
  package let expression: Int
  /// For how many records it failed.
  package internal(set) var count: Int
  /// The least of the records' numbers (``PopupWorkspace/row``).
  package internal(set) var row: Int64
  /// What went wrong there, with line and column.
  package internal(set) var problem: String

  /// Takes up what another workspace saw.
  package mutating func add(_ other: ExpressionFailure) {
    count += other.count
    guard other.row < row else { return }
    (row, problem) = (other.row, other.problem)
  }
}

/// The expressions' side of a workspace: values are worked out when a record's pop-up first needs
/// them, and kept until the next record.
struct ExpressionRuns: Sendable {
  /// The plan of the layer at hand; nil where no expression is in use.
  var plan: ExpressionPlan?
  var arcade = ArcadeWorkspace(context: ArcadeContext(now: 0))
  /// Whether `arcade` knows the record at hand.
  var knowsRecord = false
  /// By expression: the value for the record at hand.
  var results: [ComputedResult?] = []
  /// By expression: the element that it described for the record at hand, or that it described none;
  /// nil where it has not been asked.
  var elements: [PopupElement??] = []
  /// The attributes of the expression element at hand.
  var attributes: [ComputedResult] = []
  /// By expression: for how many records it failed.
  var failures: [ExpressionFailure?] = []

  /// Takes up a record of a layer.
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

  /// The number of a failed expression's record is counted once.
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
  /// The expressions that failed for records so far.
  package var failures: [ExpressionFailure] { runs.failures.compactMap(\.self) }

  /// The value of an expression for the record taken up; null where it fails or cannot run.
  mutating func result(of index: Int, in record: Span<UInt8>) -> ComputedResult {
    guard runs.results.indices.contains(index) else { return .null }
    if let known = runs.results[index] { return known }
    let result = run(index, in: record) { value, arcade in
      arcade.result(of: value)
    }
    runs.results[index] = result ?? .null
    return result ?? .null
  }

  /// Runs an expression and takes its value while the run's memory is there; nil where it fails.
  mutating func run<Result>(
    _ index: Int, in record: Span<UInt8>,
    take: (ArcadeValue, inout ArcadeWorkspace) -> Result
  ) -> Result? {
    guard let plan = runs.plan, let program = plan.programs[index] else { return nil }
    do throws(ArcadeError) {
      try takeUp(record, plan)
      return take(try runs.arcade.value(of: program), &runs.arcade)
    } catch {
      runs.fail(index, error, row: row)
      return nil
    }
  }

  /// Makes the record the expressions' feature, where no expression did before.
  private mutating func takeUp(
    _ record: Span<UInt8>, _ plan: ExpressionPlan
  ) throws(ArcadeError) {
    if runs.knowsRecord { return }
    do throws(ArcadeProblem) {
      try runs.arcade.setFeature(record, schema: plan.schema, table: plan.ownTable)
    } catch {
      throw ArcadeError(error, at: SourcePosition(line: 1, column: 1, offset: 0))
    }
    runs.knowsRecord = true
  }

  /// A value by its source.
  mutating func result(of value: ComputedValue, in record: Span<UInt8>) -> ComputedResult {
    switch value.source {
    case .expression(let index): result(of: index, in: record)
    case .attribute(let place):
      runs.attributes.indices.contains(place) ? runs.attributes[place] : .null
    }
  }
}
