import GeoPackage
import MapModel
import OrderedJSON

/// What must hold of the fields of a group whose values go together: QGIS's lists cannot follow
/// other fields, its conditions can. A field that is not filled in yet refuses nothing.
struct ContingentCondition {
  /// The fields, spelled as in the layer's definition.
  let fields: [String]
  let expression: String
  /// What the form says where it does not hold.
  let message: String

  /// Nil for a group whose other combinations are allowed, or of which a field has no column.
  init?(_ group: ContingentValues.FieldGroup, columns: [ProjectColumn], types: TypeColumn?) {
    guard group.isRestrictive else { return nil }
    let found = group.fields.compactMap { name in columns.first { $0.field.isNamed(name) } }
    guard found.count == group.fields.count else { return nil }
    fields = group.fields
    message = "These values do not go together: " + found.map(\.label).joined(separator: ", ")
    func anyOf(_ combinations: [ContingentValues.Combination]) -> String? {
      var texts: [String] = []
      for combination in combinations {
        guard let text = Self.text(combination, found) else { return nil }
        texts.append("(\(text))")
      }
      return texts.joined(separator: " OR ")
    }
    let general = group.combinations.filter { $0.type == nil }
    guard general.count < group.combinations.count else {
      guard let all = anyOf(general) else { return nil }
      expression = all
      return
    }
    guard let types else { return nil }
    var cases: [String] = []
    for (name, literal) in types.kinds {
      // What holds for all types holds for each.
      let own = group.combinations.filter { $0.type == nil || $0.type == name }
      guard own.contains(where: { $0.type != nil }) else { continue }
      guard let any = anyOf(own) else { return nil }
      cases.append("WHEN \(types.column) = \(literal) THEN \(any)")
    }
    guard let others = general.isEmpty ? "true" : anyOf(general) else { return nil }
    expression = "CASE \(cases.joined(separator: " ")) ELSE \(others) END"
  }

  /// A combination; nil where a code is no value of an expression.
  private static func text(
    _ combination: ContingentValues.Combination, _ columns: [ProjectColumn]
  ) -> String? {
    var parts: [String] = []
    for (value, column) in zip(combination.values, columns) {
      let name = column.expression
      switch value {
      case .any: continue
      case .null: parts.append("\(name) IS NULL")
      case .code(let code):
        guard let literal = QGISExpression.literal(code) else { return nil }
        parts.append("coalesce(\(name) = \(literal), true)")
      case .range(let minimum, let maximum):
        // BETWEEN is known from QGIS 3.26 on.
        parts.append(
          "coalesce(\(name) >= \(minimum.text) AND \(name) <= \(maximum.text), true)")
      }
    }
    return parts.isEmpty ? "true" : parts.joined(separator: " AND ")
  }

  /// The column that tells the type of a row, and the types' names with their values as literals.
  struct TypeColumn {
    var column: String
    var kinds: [(name: String, literal: String)]
  }
}

extension ContingentCondition {
  /// The conditions of a layer.
  static func all(
    of table: ProjectSource.Table, columns: [ProjectColumn]
  ) -> [ContingentCondition] {
    let definition = table.layer.definition
    guard let values = ContingentValues(definition) else { return [] }
    let type = definition.typeIDField.flatMap { table.column(of: $0) }
    let types = type.map { column in
      TypeColumn(
        column: QGISExpression.column(column.name),
        kinds: definition.types.compactMap { kind in
          QGISExpression.literal(kind.id).map { (kind.name, $0) }
        })
    }
    return values.groups.compactMap {
      ContingentCondition($0, columns: columns, types: types)
    }
  }
}
