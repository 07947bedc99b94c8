/// The column types of a GeoPackage (GeoPackage 1.3 §1.1.1.1.3, table 1), without geometry.
package enum GeoPackageType: Equatable, Sendable {
  case boolean
  case tinyInteger
  case smallInteger
  case mediumInteger
  case integer
  case float
  case double
  /// Text with a maximum number of characters, or of any length.
  case text(length: Int?)
  case blob
  /// `YYYY-MM-DD`.
  case date
  /// `YYYY-MM-DDTHH:MM:SS.SSSZ`.
  case dateTime

  /// The type as written in `CREATE TABLE`.
  package var sql: String {
    switch self {
    case .boolean: "BOOLEAN"
    case .tinyInteger: "TINYINT"
    case .smallInteger: "SMALLINT"
    case .mediumInteger: "MEDIUMINT"
    case .integer: "INTEGER"
    case .float: "FLOAT"
    case .double: "REAL"
    case .text(let length): length.map { "TEXT(\($0))" } ?? "TEXT"
    case .blob: "BLOB"
    case .date: "DATE"
    case .dateTime: "DATETIME"
    }
  }

  /// Parses a declared type, ignoring case. Returns nil for geometry types and unknown words.
  ///
  /// Also accepts what other programs use in practice: `VARCHAR(n)`, `BIGINT`, `NUMERIC`.
  package init?(declared: String) {
    let text = declared.uppercased()
    let word = text.prefix { $0 != "(" && $0 != " " }
    let length = text.split(separator: "(").dropFirst().first.flatMap {
      Int($0.prefix { $0.isNumber })
    }
    switch word {
    case "BOOLEAN", "BOOL": self = .boolean
    case "TINYINT": self = .tinyInteger
    case "SMALLINT": self = .smallInteger
    case "MEDIUMINT": self = .mediumInteger
    case "INT", "INTEGER", "BIGINT": self = .integer
    case "FLOAT": self = .float
    case "DOUBLE", "REAL", "NUMERIC": self = .double
    case "TEXT", "VARCHAR", "NVARCHAR", "CHAR": self = .text(length: length)
    case "BLOB": self = .blob
    case "DATE": self = .date
    case "DATETIME", "TIMESTAMP": self = .dateTime
    default: return nil
    }
  }
}
