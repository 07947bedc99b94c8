package import FeatureData
package import MapModel

/// The fields of a layer or table as expressions see them. Names are resolved once, when an
/// expression is compiled.
package final class ArcadeSchema: Sendable {
  /// How stored values of a column become Arcade values.
  enum ValueKind: Sendable {
    case text
    case number
    case date
    case day
    case time
    /// A moment with an offset, stored as text.
    case timestamp
    /// A GlobalID or GUID, as text.
    case identity
    /// Bytes, which expressions read as null.
    case bytes
  }

  /// The column of a field's values in records, and how to read them.
  struct Cell: Sendable {
    let valueKind: ValueKind
    /// The column in the record.
    let column: Int
  }

  /// A field with its cell.
  struct Column: Sendable {
    let field: Field
    let cell: Cell
  }

  /// The layer's title in the map.
  package let title: String
  /// The layer's fields, domains, types and relationships.
  package let definition: LayerDefinition
  /// The form of the records.
  package let table: TableSchema
  /// The fields that expressions see, in order.
  let columns: [Column]
  /// The cells of `columns`. Reading one does not copy its field.
  let cells: [Cell]
  /// The fields of the table for where clauses, by column. Hidden fields have an empty name and a
  /// type that no clause can read.
  let clauseFields: [Field]
  /// The index in `columns` of the field with the record's type; nil without types.
  let typeColumn: Int?
  private let columnsByName: [String: Int]

  /// Makes the schema of a layer's or table's records.
  ///
  /// - Parameters:
  ///   - title: the layer's title in the map.
  ///   - definition: the effective definition.
  ///   - table: the form of the records.
  ///   - visible: the columns of `table` that expressions see; nil for all. Expressions cannot use
  ///     the other fields.
  package init(
    title: String, definition: LayerDefinition, table: TableSchema, visible: [Int]? = nil
  ) {
    self.title = title
    self.definition = definition
    self.table = table
    let declared = Dictionary(
      definition.fields.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let all = Array(table.columns.indices)
    let visible = visible ?? all
    let shown = Set(visible)
    clauseFields = all.map { index in
      shown.contains(index) ? table.columns[index].field : Field(name: "", type: .blob)
    }
    columns = visible.filter(table.columns.indices.contains).map { index in
      let column = table.columns[index]
      let field = declared[column.field.name.lowercased()] ?? column.field
      return Column(
        field: field,
        cell: Cell(
          valueKind: Self.valueKind(of: field, column.storage),
          column: table.firstFieldColumn + index))
    }
    cells = columns.map(\.cell)
    var columnsByName: [String: Int] = [:]
    for (index, column) in columns.enumerated() where columnsByName[column.field.name] == nil {
      columnsByName[column.field.name] = index
    }
    for (index, column) in columns.enumerated() {
      let folded = column.field.name.lowercased()
      if columnsByName[folded] == nil { columnsByName[folded] = index }
    }
    self.columnsByName = columnsByName
    typeColumn =
      definition.types.isEmpty
      ? nil : definition.typeIDField.flatMap { columnsByName[$0] ?? columnsByName[$0.lowercased()] }
  }

  /// The index of a field in `columns`. An exact match wins over one that differs in case.
  func column(named name: String) -> Int? {
    columnsByName[name] ?? columnsByName[name.lowercased()]
  }

  private static func valueKind(of field: Field, _ storage: ColumnStorage) -> ValueKind {
    if storage == .boolean { return .number }
    return switch field.type.family {
    case .integer, .real, .rowNumber: .number
    case .moment: .date
    case .day: .day
    case .timeOfDay: .time
    case .offsetMoment: .timestamp
    case .identity: .identity
    case .bytes, .shape: .bytes
    case .text, .xml: .text
    }
  }
}
