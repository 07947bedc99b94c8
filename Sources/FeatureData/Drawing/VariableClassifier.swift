package import MapModel
package import Records

/// The properties of a row's symbol that depend on numbers, one byte each. `VariableSteps.none`
/// keeps the symbol's own property.
package struct VariableCodes: Sendable, Hashable {
  /// The step of the size.
  package var size = VariableSteps.none
  /// The step of the color.
  package var color = VariableSteps.none
  /// The step of the opacity.
  package var opacity = VariableSteps.none
  /// The angle clockwise from upright, in 240ths of a turn.
  package var angle = VariableSteps.none

  /// The number of steps in a full turn.
  package static let turn = 240

  /// Creates codes that keep the symbol's properties.
  package init() {}
}

/// A renderer's visual variables, compiled for the records of one table.
package struct VariableClassifier: Sendable {
  /// The steps of the size. Nil if no number of a row decides on it.
  package let size: VariableSteps?
  /// The steps of the color. Nil if the symbol's own is used.
  package let color: VariableSteps?
  /// The steps of the opacity. Nil if the symbol's own is used.
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
  /// A field that the table lacks is null in every row. The results of expressions must be passed
  /// with each row.
  /// - Parameters:
  ///   - fields: the table's fields in the order of its columns.
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

  /// Whether no property depends on a row's numbers.
  package var isEmpty: Bool {
    size == nil && color == nil && opacity == nil && rotation == nil
  }

  /// Returns the codes for drawing a row.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `record`.
  ///   - record: the record of a row.
  ///   - given: the results of the variables' expressions for the row, in order.
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
