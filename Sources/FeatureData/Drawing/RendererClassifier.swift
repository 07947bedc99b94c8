package import MapModel
import OrderedJSON
package import Records

// Values are compared as ArcGIS does, by their text: 1, 1.0 and "1" are equal. A text in the data
// counts as a number only if the map's value is a number, so that the codes "01" and "1" stay
// different.

/// A renderer compiled for the records of one table. It finds the class of a row.
package struct RendererClassifier: Sendable {
  private let method: Method
  private let otherwise: Int

  private enum Method: Sendable {
    case single
    case oneValue(column: Int, ClassTable)
    case severalValues(columns: [Int?], ClassTable)
    case ranges(RangeClasses)
    /// By values that are passed with each row.
    case given(ClassTable)
    /// By numbers that are passed with each row.
    case givenNumber(RangeClasses)
  }

  /// The result of `classIndex` for a row that is not drawn.
  package static let notDrawn = -1

  /// Compiles a renderer.
  ///
  /// A field that the table lacks is null in every row.
  /// - Parameters:
  ///   - fields: the table's fields in the order of its columns.
  ///   - firstFieldColumn: the record column of the first field: 2 in a layer's row, 1 in a
  ///     table's.
  package init(_ renderer: Renderer, fields: [Field], firstFieldColumn: Int) {
    let columns = FieldColumns(fields: fields, first: firstFieldColumn)
    otherwise = renderer.defaultClass ?? Self.notDrawn
    switch renderer.rule {
    case .single:
      method = .single
    case .values(let names):
      let table = ClassTable(renderer.classes, fieldCount: names.count)
      if names.count == 1 {
        // A record has no column -1, so its value is null.
        method = .oneValue(column: columns.column(names[0]) ?? -1, table)
      } else {
        method = .severalValues(columns: names.map { columns.column($0) }, table)
      }
    case .expressionValues:
      method = .given(ClassTable(renderer.classes, fieldCount: 1))
    case .expressionBreaks:
      method = .givenNumber(RangeClasses(renderer.classes, by: RowNumber(given: 0)))
    case .breaks(let name, let normalization):
      var divisor: Int?
      if case .field(let other)? = normalization { divisor = columns.column(other) }
      method = .ranges(
        RangeClasses(
          renderer.classes,
          by: RowNumber(
            column: columns.column(name), normalization: normalization, divisor: divisor)))
    }
  }

  /// Returns the index of the row's class in the renderer's `classes`, or `notDrawn` if no class
  /// matches.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `record`.
  ///   - record: the record of a row.
  package func classIndex(layout: RecordLayout, record: Span<UInt8>) -> Int {
    switch method {
    case .single:
      return otherwise
    case .oneValue(let column, let table):
      return table.index(of: layout.value(column, in: record), in: record) ?? otherwise
    case .severalValues(let columns, let table):
      var key: [UInt8] = []
      for (position, column) in columns.enumerated() {
        if position > 0 { key.append(ClassTable.separator) }
        ClassTable.append(column.map { layout.value($0, in: record) } ?? .null, record, to: &key)
      }
      return table.index(ofKey: key.span) ?? otherwise
    case .ranges(let ranges):
      return ranges.index(layout: layout, record: record) ?? otherwise
    case .given, .givenNumber:
      return otherwise
    }
  }

  /// Returns the index of the class for the result of the renderer's expression.
  ///
  /// - Parameters:
  ///   - value: a number, a text in `bytes`, or null.
  ///   - bytes: the text.
  package func classIndex(of value: RecordValue, in bytes: Span<UInt8>) -> Int {
    switch method {
    case .given(let table): return table.index(of: value, in: bytes) ?? otherwise
    case .givenNumber(let ranges):
      guard case .real(let number) = value else { return otherwise }
      return ranges.index(of: number) ?? otherwise
    case .single, .oneValue, .severalValues, .ranges: return otherwise
    }
  }
}
