import Bytes
import FeatureData
package import MapModel
package import Records

/// A value expression of the filter language, evaluated on rows. It is used for statistics and
/// groups (`outStatistics`, `groupByFieldsForStatistics`).
package struct WhereExpression: Sendable {
  /// The expression as written.
  package let text: String
  /// The index of the field if the expression is a single field, or nil.
  package let field: Int?
  private let type: WhereType
  private let steps: [WhereStep]
  private var machine: WhereMachine

  /// Compiles an expression. For fields, columns and time, see ``WhereClause``.
  package init(
    parsing text: String, fields: [Field], firstFieldColumn: Int, now: Int64? = nil
  ) throws(WhereError) {
    var parser = try WhereParser(
      text, fields, firstFieldColumn: firstFieldColumn, now: now, parameters: [],
      rowID: nil)
    let value = try parser.parseValue()
    self.text = text
    type = value.type
    steps = value.steps
    machine = parser.compiler.machine
    var field: Int?
    if steps.count == 1, case .column(let column) = steps[0] { field = column - firstFieldColumn }
    self.field = field
  }

  /// The type of a field for the results.
  package var fieldType: FieldType {
    switch type {
    case .number, .interval, .open, .null: .double
    case .text, .identity: .string
    case .moment: .date
    }
  }

  /// Returns the result for a row. GlobalIDs are texts.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `record`.
  ///   - record: the record of a row.
  package mutating func value(layout: RecordLayout, record: Span<UInt8>) -> WhereParameter {
    machine.memory.beginRow()
    switch machine.result(of: steps, layout, record) {
    case .null: return .null
    case .integer(let value): return type == .moment ? .moment(value) : .number(Double(value))
    case .real(let value): return .number(value)
    case .text(let range): return value(of: record.extracting(range))
    case .made(let range):
      let bytes = machine.memory.bytes.span
      return value(of: bytes.extracting(range))
    }
  }

  private func value(of text: Span<UInt8>) -> WhereParameter {
    switch type {
    case .moment:
      DateText.milliseconds(text, in: 0..<text.count).map(WhereParameter.moment) ?? .null
    case .number:
      WhereNumber(text, in: 0..<text.count).map { .number($0.double) } ?? .null
    case .text, .interval, .identity, .null, .open: .text(text.repairedString())
    }
  }
}
