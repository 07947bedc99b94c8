package import MapModel
package import SQLiteFile

/// What of a row's symbol follows numbers, a byte each; `VariableSteps.none` for what does not.
package struct VariableCodes: Sendable, Hashable {
  /// The step of the size.
  package var size = VariableSteps.none
  /// The step of the colour.
  package var color = VariableSteps.none
  /// The step of the opacity.
  package var opacity = VariableSteps.none
  /// The angle clockwise from upright, in 240ths of a turn.
  package var angle = VariableSteps.none

  /// The steps of a whole turn.
  package static let turn = 240

  /// As the symbol is.
  package init() {}
}

/// A renderer's visual variables compiled for the records of one table.
package struct VariableClassifier: Sendable {
  /// The steps of the size; nil where no row's number decides on it.
  package let size: VariableSteps?
  /// The steps of the colour; nil where it is the symbol's.
  package let color: VariableSteps?
  /// The steps of the opacity; nil where it is the symbol's.
  package let opacity: VariableSteps?
  private let rotation: RotationVariable?
  private let numbers: Numbers

  private struct Numbers: Sendable {
    var size: RowNumber?
    var color: RowNumber?
    var opacity: RowNumber?
    var rotation: RowNumber?
  }

  /// Compiles visual variables.
  ///
  /// A field that the table lacks counts as empty in every row. Of expressions the numbers are to be
  /// given with each row.
  /// - Parameters:
  ///   - fields: the table's fields, in the order of its columns.
  ///   - firstFieldColumn: the record column of the first field: 2 in a layer's row, 1 in a
  ///     table's.
  package init(_ variables: VisualVariables, fields: [Field], firstFieldColumn: Int) {
    func number(_ source: VariableNumber?) -> RowNumber? {
      switch source {
      case nil: return nil
      case .field(let name, let divisor):
        let columns = FieldColumns(fields: fields, first: firstFieldColumn)
        return RowNumber(
          column: columns.column(name), normalization: divisor.map { .field($0) },
          divisor: divisor.flatMap { columns.column($0) })
      case .expression(let expression):
        return variables.expressions.firstIndex(of: expression).map { RowNumber(given: $0) }
      }
    }
    func steps<Value>(_ variable: VisualVariable<Value>?) -> VariableSteps? {
      guard let variable, variable.number != nil else { return nil }
      return VariableSteps(numbers: variable.stops.map(\.number))
    }
    size = steps(variables.size)
    color = steps(variables.color)
    opacity = steps(variables.opacity)
    rotation = variables.rotation
    numbers = Numbers(
      size: number(variables.size?.number), color: number(variables.color?.number),
      opacity: number(variables.opacity?.number), rotation: number(variables.rotation?.number))
  }

  /// Whether no row's numbers decide on anything.
  package var isEmpty: Bool {
    size == nil && color == nil && opacity == nil && rotation == nil
  }

  /// What a row is drawn by.
  ///
  /// - Parameters:
  ///   - layout: `record` as parsed.
  ///   - record: a row's record.
  ///   - given: what the variables' expressions give for the row, in their order.
  package func codes(
    layout: RecordLayout, record: Span<UInt8>, given: [Double?] = []
  ) -> VariableCodes {
    var codes = VariableCodes()
    if let size {
      codes.size = size.step(numbers.size?.value(layout: layout, record: record, given: given))
    }
    if let color {
      codes.color = color.step(numbers.color?.value(layout: layout, record: record, given: given))
    }
    if let opacity {
      codes.opacity = opacity.step(
        numbers.opacity?.value(layout: layout, record: record, given: given))
    }
    if let rotation,
      let degrees = numbers.rotation?.value(layout: layout, record: record, given: given),
      let angle = rotation.angle(degrees)
    {
      let step = Int((angle / 360 * Double(VariableCodes.turn)).rounded())
      codes.angle = UInt8(truncatingIfNeeded: step % VariableCodes.turn)
    }
    return codes
  }
}
