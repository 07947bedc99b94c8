import GeoPackage
import MapModel
import OrderedJSON

/// The condition for a field group with contingent values. QGIS's value lists can't depend on other
/// fields, but conditions can. A null field meets every condition.
struct ContingentCondition {
  /// The names of the fields, as in the layer's definition.
  let fields: [String]
  let expression: String
  /// The message of the form if the condition isn't met.
  let message: String

  /// Nil for a group that allows all combinations, or with a field that has no column.
  init?(_ group: ContingentValues.FieldGroup, columns: [ProjectColumn], types: TypeColumn?) {
    guard group.isRestrictive else { return nil }
    let found = group.fields.compactMap { name in columns.first { $0.field.isNamed(name) } }
    guard found.count == group.fields.count else { return nil }
    fields = group.fields
    message = "These values are not allowed together: " + found.map(\.label).joined(separator: ", ")
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
      // Combinations for all types are valid for each type.
      let combinations = group.combinations.filter { $0.type == nil || $0.type == name }
      guard combinations.contains(where: { $0.type != nil }) else { continue }
      guard let any = anyOf(combinations) else { return nil }
      cases.append("WHEN \(types.column) = \(literal) THEN \(any)")
    }
    guard let others = general.isEmpty ? "true" : anyOf(general) else { return nil }
    expression = "CASE \(cases.joined(separator: " ")) ELSE \(others) END"
  }

  /// The condition for a combination; nil if a code can't be written as a literal.
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
        // BETWEEN exists only since QGIS 3.26.
        parts.append(
          "coalesce(\(name) >= \(minimum.text) AND \(name) <= \(maximum.text), true)")
      }
    }
    return parts.isEmpty ? "true" : parts.joined(separator: " AND ")
  }

  /// The column with the type of a record, and the type names with their values as literals.
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
