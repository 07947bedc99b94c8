package import MapModel

/// A column of a user table, beside its id and its geometry.
package struct GeoPackageColumn: Equatable, Sendable {
  /// The column's name in the table; see ``GeoPackageNames/columns(for:)``.
  package var name: String
  /// Its type.
  package var type: GeoPackageType
  /// The field's true name, where the column had to take another; `gpkg_data_columns.name`.
  package var fieldName: String?
  /// What people read; `gpkg_data_columns.title`.
  package var title: String?
  /// A longer text; `gpkg_data_columns.description`.
  package var description: String?
  /// The values allowed; becomes a constraint of the schema extension.
  package var domain: Domain?
  /// Whether the column refuses NULL. Left out when a row held NULL all the same.
  package var isNotNull: Bool
  /// Whether a NULL that it refuses is written as its default.
  package var nullBecomesDefault = false
  /// Whether a trigger gives a row that is added without a value an identity of its own.
  package var mintsGlobalIDs = false
  /// The `DEFAULT` of the column as SQL, such as `'x'` or `0`.
  package var defaultSQL: String?
  /// Whether an index is built over the column.
  package var index: Index?

  /// The two kinds of index over one column.
  package enum Index: Sendable {
    case plain
    /// Unique; built as a plain one when values repeat, which the table's account tells.
    case unique
  }

  /// A column.
  package init(
    name: String, type: GeoPackageType, fieldName: String? = nil, title: String? = nil,
    description: String? = nil, domain: Domain? = nil, isNotNull: Bool = false,
    defaultSQL: String? = nil, index: Index? = nil
  ) {
    self.name = name
    self.type = type
    self.fieldName = fieldName
    self.title = title
    self.description = description
    self.domain = domain
    self.isNotNull = isNotNull
    self.defaultSQL = defaultSQL
    self.index = index
  }
}
