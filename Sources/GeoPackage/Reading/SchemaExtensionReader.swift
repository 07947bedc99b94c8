import MapModel
import OrderedJSON
import Records
import SQLiteFile

/// Reads the descriptions of one table's columns from the schema extension.
struct SchemaExtensionReader {
  let columns: [MetadataReader.Row]
  let constraints: [MetadataReader.Row]

  func column(_ stored: StoredColumn, index: GeoPackageColumn.Index?) -> GeoPackageColumn {
    let type = GeoPackageType(declared: stored.declaredType) ?? Self.type(of: stored.affinity)
    let folded = GeoPackageNames.folded(stored.name)
    let row = columns.first { $0["column_name"].text.map(GeoPackageNames.folded) == folded }
    var column = GeoPackageColumn(
      name: stored.name, type: type, fieldName: row?["name"].text, title: row?["title"].text,
      description: row?["description"].text,
      domain: row?["constraint_name"].text.flatMap { domain(named: $0, type: type) },
      isNotNull: stored.isNotNull, defaultSQL: stored.defaultSQL, index: index)
    column.nullBecomesDefault = stored.nullBecomesDefault
    return column
  }

  private static func type(of affinity: Affinity) -> GeoPackageType {
    switch affinity {
    case .integer: .integer
    case .text: .text(length: nil)
    case .real, .numeric: .double
    case .blob: .blob
    }
  }

  private func domain(named name: String, type: GeoPackageType) -> Domain? {
    let rows = constraints.filter { $0["constraint_name"].text == name }
    guard let first = rows.first, let kind = first["constraint_type"].text else { return nil }
    switch GeoPackageNames.folded(kind) {
    case "range":
      guard let minimum = first["min"].real, let maximum = first["max"].real else { return nil }
      return .range(name: name, minimum: minimum, maximum: maximum)
    case "enum":
      let values = rows.compactMap { row -> CodedValue? in
        guard let code = Self.text(row["value"]) else { return nil }
        return CodedValue(
          name: row["description"].text ?? code, code: Self.code(code, type: type))
      }
      return .codedValues(name: name, values: values)
    default:
      return nil
    }
  }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .null, .blob: nil
    }
  }

  /// A code of a domain. The file stores texts; for a numeric column the code is a number.
  private static func code(_ text: String, type: GeoPackageType) -> JSON {
    switch type {
    case .text, .blob, .date, .dateTime: return .string(text)
    case .boolean, .tinyInteger, .smallInteger, .mediumInteger, .integer, .float, .double:
      if let integer = Int64(text) { return .number(JSONNumber(Int(integer))) }
      if let double = Double(text), let number = JSONNumber(double) { return .number(number) }
      return .string(text)
    }
  }
}

extension StoredColumn {
  /// The `DEFAULT` of the column as SQL; nil if there is none.
  fileprivate var defaultSQL: String? { defaultValue.sql ?? computedDefault?.sql }
}

extension SQLValue {
  /// The value as a literal in SQL; nil for NULL and for numbers that cannot be written.
  fileprivate var sql: String? {
    switch self {
    case .null: nil
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isFinite ? "\(real)" : nil
    case .text(let text): GeoPackageNames.literal(text)
    case .blob(let bytes): "x'" + bytes.map(Self.hexadecimal).joined() + "'"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}
