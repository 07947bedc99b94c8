import MapModel
import Records

/// The schema extension (GeoPackage 1.3 §F.9): true names, titles and allowed values of columns.
struct SchemaExtension: Sendable {
  private(set) var columns: [[SQLValue]] = []
  private(set) var constraints: [[SQLValue]] = []
  private var names: Set<String> = []
  private var known: [(domain: Domain, name: String)] = []

  var isEmpty: Bool { columns.isEmpty }

  /// Adds the descriptions of a table's columns.
  mutating func add(_ table: GeoPackageTable) {
    var fieldNames: Set<String> = []
    for column in table.columns {
      let constraint = column.domain.flatMap { constraintName(for: $0, type: column.type) }
      // (table_name, name) must be unique, so only the first field with a name gets it.
      let fieldName = column.fieldName.flatMap { fieldNames.insert($0).inserted ? $0 : nil }
      guard
        constraint != nil || fieldName != nil || column.title != nil
          || column.description != nil
      else { continue }
      columns.append([
        .text(table.name), .text(column.name), SQLValue(fieldName), SQLValue(column.title),
        SQLValue(column.description), nil, SQLValue(constraint),
      ])
    }
  }

  /// The constraint of a domain. Equal domains share one.
  private mutating func constraintName(for domain: Domain, type: GeoPackageType) -> String? {
    if let same = known.first(where: { $0.domain == domain }) { return same.name }
    guard let wanted = domain.name, let rows = Self.rows(of: domain, type: type) else {
      return nil
    }
    // Names are lowercase (requirement 108). GDAL reserves names that begin with _.
    let lower = wanted.lowercased().drop { $0 == "_" }
    let name = GeoPackageNames.unique(lower.isEmpty ? "domain" : String(lower), among: &names)
    constraints += rows.map { [.text(name)] + $0 }
    known.append((domain, name))
    return name
  }

  /// The rows of a domain without their first column; nil if it allows no value or any value.
  private static func rows(of domain: Domain, type: GeoPackageType) -> [[SQLValue]]? {
    switch domain {
    case .inherited: return nil
    case .codedValues(_, let values):
      var seen: Set<String> = []
      let rows: [[SQLValue]] = values.compactMap { value in
        let code = value.code.scalarText
        guard seen.insert(code).inserted else { return nil }
        return ["enum", .text(code), nil, nil, nil, nil, .text(value.name)]
      }
      return rows.isEmpty ? nil : rows
    case .range(_, let minimum, let maximum):
      // Dates are texts here, so a range in milliseconds cannot be expressed.
      if type == .date || type == .dateTime || minimum.isNaN || maximum.isNaN { return nil }
      // The format requires min < max (requirement 112).
      if minimum == maximum {
        let text = Int64(exactly: minimum).map { "\($0)" } ?? "\(minimum)"
        return [["enum", .text(text), nil, nil, nil, nil, nil]]
      }
      guard minimum < maximum else { return nil }
      return [["range", nil, number(minimum), 1, number(maximum), 1, nil]]
    }
  }

  /// A number for a NUMERIC column, which stores whole numbers as integers.
  private static func number(_ value: Double) -> SQLValue {
    Int64(exactly: value).map(SQLValue.integer) ?? .real(value)
  }
}
