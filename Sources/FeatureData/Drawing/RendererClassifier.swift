package import MapModel
import OrderedJSON
package import SQLiteFile

// Values are compared as ArcGIS compares them, by what they would read as text: 1, 1.0 and "1" are
// alike. A text of the data is a number only where the map's own value is one, so that the codes
// "01" and "1" stay apart.

/// A renderer compiled for the records of one table: finds the class of a row.
package struct RendererClassifier: Sendable {
  private let method: Method
  private let otherwise: Int

  private enum Method: Sendable {
    case single
    case oneValue(column: Int, ClassTable)
    case severalValues(columns: [Int?], ClassTable)
    case ranges(RangeClasses)
    /// By values that are given with each row.
    case given(ClassTable)
    /// By numbers that are given with each row.
    case givenNumber(RangeClasses)
  }

  /// What `classIndex` gives for a row that is not drawn.
  package static let notDrawn = -1

  /// Compiles a renderer.
  ///
  /// A field that the table lacks counts as empty in every row.
  /// - Parameters:
  ///   - fields: the table's fields, in the order of its columns.
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
        // A record has no column -1: its value is NULL.
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

  /// The index of the row's class in the renderer's `classes`; `notDrawn` when none takes it.
  ///
  /// - Parameters:
  ///   - layout: `record` as parsed.
  ///   - record: a row's record.
  package func classIndex(layout: RecordLayout, record: Span<UInt8>) -> Int {
    switch method {
    case .single:
      return otherwise
    case .oneValue(let column, let table):
      return table.index(of: layout.value(column, in: record), in: record) ?? otherwise
    case .severalValues(let columns, let table):
      var key: [UInt8] = []
      for (place, column) in columns.enumerated() {
        if place > 0 { key.append(ClassTable.separator) }
        ClassTable.append(column.map { layout.value($0, in: record) } ?? .null, record, to: &key)
      }
      return table.index(ofKey: key.span) ?? otherwise
    case .ranges(let ranges):
      return ranges.index(layout: layout, record: record) ?? otherwise
    case .given, .givenNumber:
      return otherwise
    }
  }

  /// The index of the class of what the renderer's expression gives for a row.
  ///
  /// - Parameters:
  ///   - value: a number, a text in `bytes`, or nothing.
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
