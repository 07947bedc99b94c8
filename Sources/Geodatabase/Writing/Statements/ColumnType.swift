import MapModel

/// The type of a column in the declarations of a geodatabase: a word that determines SQLite's
/// affinity, and a check of the stored value.
enum ColumnType: Equatable, Sendable {
  case int16
  case int32
  case float32
  case float64
  case text(Int)
  /// Text without a length in the registry.
  case longText(Int)
  case realdate
  case uuid
  case xml
  case blob(limit: Int? = nil)
  case geometry

  /// The declaration of a column with this type in `CREATE TABLE`.
  func declaration(_ name: String, isNullable: Bool) -> String {
    let name = SQLName.quoted(name)
    let text = "\(name) \(word) check(\(check(name, isNullable: isNullable)))"
    return isNullable ? text : text + " not null"
  }

  private var word: String {
    switch self {
    case .int16: "int16"
    case .int32: "int32"
    case .float32: "float32"
    case .float64: "float64"
    case .text(let length), .longText(let length): "text(\(length))"
    case .realdate: "realdate"
    case .uuid: "uuidtext"
    case .xml: "xmltext"
    case .blob(let limit): limit.map { "blob(\($0))" } ?? "blob"
    case .geometry: "geometryblob"
    }
  }

  /// The result of SQLite's `typeof`.
  private var storage: String {
    switch self {
    case .int16, .int32: "integer"
    case .float32, .float64, .realdate: "real"
    case .text, .longText, .uuid, .xml: "text"
    case .blob, .geometry: "blob"
    }
  }

  private func check(_ name: String, isNullable: Bool) -> String {
    let isOfType = "typeof(\(name)) = '\(storage)'"
    if self == .geometry {
      let shape =
        "\(isOfType) and length(\(name)) >= 18 "
        + "and cast(hex(substr(\(name),1,1)) as integer) = 64"
      return isNullable ? "(\(shape)) or typeof(\(name)) = 'null'" : shape
    }
    let orNull = "\(isOfType) or typeof(\(name)) = 'null'"
    guard let limits = limits(name) else { return isNullable ? orNull : isOfType }
    return (isNullable ? "(\(orNull))" : isOfType) + " and \(limits)"
  }

  private func limits(_ name: String) -> String? {
    switch self {
    case .int16: "\(name) >= -32768 and \(name) <= 32767"
    case .int32: "\(name) >= -2147483648 and \(name) <= 2147483647"
    case .text(let length), .longText(let length): "not length(\(name)) > \(length)"
    case .blob(let limit): limit.map { "not length(\(name)) > \($0)" }
    case .realdate: "\(name) >= 0.0"
    case .uuid: "length(\(name)) = 38"
    case .float32, .float64, .xml, .geometry: nil
    }
  }

  /// `sde_type`, `column_size` and `decimal_digits` of `GDB_ColumnRegistry`. The number of
  /// `float32` is the free one between its neighbors. No known file has such a column.
  var registry: (type: Int64, size: Int64?, digits: Int64?) {
    switch self {
    case .int16: (1, 0, nil)
    case .int32: (2, 0, nil)
    case .float32: (3, 0, 0)
    case .float64: (4, 0, 0)
    case .text(let length): (5, Int64(length), nil)
    case .blob: (6, nil, nil)
    case .realdate: (7, 0, nil)
    case .geometry: (8, nil, nil)
    case .xml: (10, nil, nil)
    case .uuid: (12, 38, nil)
    case .longText: (13, nil, nil)
    }
  }
}

/// A column of a table in the registry.
struct ColumnSpec: Sendable {
  /// The purpose of a column.
  enum Role: Sendable {
    case plain
    /// The row ID of a system table or plain geodatabase, `integer primary key`.
    case rowID
    /// The object ID of a replica, which is not the row ID.
    case objectID
    case globalID
    /// A shape, with the number of its layer.
    case shape(layer: Int64)
  }

  var name: String
  var type: ColumnType
  var isNullable = true
  var role = Role.plain
  /// Whether its declaration has UNIQUE.
  var isUnique = false

  init(
    _ name: String, _ type: ColumnType, isNullable: Bool = true, role: Role = .plain,
    isUnique: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.role = role
    self.isUnique = isUnique
  }

  /// The declaration in `CREATE TABLE`.
  var declaration: String {
    if case .rowID = role { return "\(SQLName.quoted(name)) integer primary key not null" }
    return type.declaration(name, isNullable: isNullable) + (isUnique ? " unique" : "")
  }

  /// `object_flags` of `GDB_ColumnRegistry`: 3 row ID, 256 GlobalID, 4 nullable, +128 XML, 32772
  /// shape.
  var registryFlags: Int64 {
    switch role {
    case .rowID, .objectID: 3
    case .globalID: 256
    case .shape: 32_772
    case .plain: (isNullable ? 4 : 0) | (type == .xml ? 128 : 0)
    }
  }
}
