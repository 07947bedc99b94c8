package import MapModel

/// A column of a user table, other than its id and geometry.
package struct GeoPackageColumn: Equatable, Sendable {
  /// The name of the column in the table; see ``GeoPackageNames/columns(for:)``.
  package var name: String
  /// Its type.
  package var type: GeoPackageType
  /// The original name of the field, if the column has another one; `gpkg_data_columns.name`.
  package var fieldName: String?
  /// The title that people read; `gpkg_data_columns.title`.
  package var title: String?
  /// A longer description; `gpkg_data_columns.description`.
  package var description: String?
  /// The allowed values. They become a constraint of the schema extension.
  package var domain: Domain?
  /// Whether the column does not allow NULL. Omitted from the declaration if a row has NULL anyway.
  package var isNotNull: Bool
  /// Whether NULL is replaced by the default (`NOT NULL ON CONFLICT REPLACE`).
  package var nullBecomesDefault = false
  /// Whether a trigger gives a GlobalID to rows added without one.
  package var mintsGlobalIDs = false
  /// The `DEFAULT` of the column as SQL, such as `'x'` or `0`.
  package var defaultSQL: String?
  /// The kind of index on the column.
  package var index: Index?

  /// The two kinds of index on one column.
  package enum Index: Sendable {
    case plain
    /// A unique index. If values repeat, it becomes a plain one and the table's account lists them.
    case unique
  }

  /// Creates a column.
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
