/// A relation between two tables (Related Tables Extension, OGC 18-000).
package struct GeoPackageRelation: Equatable, Sendable {
  /// The mapping table, which contains pairs of row ids.
  package var mappingTable: String
  /// `features`, `attributes`, `media`, or a name that begins with `x-`.
  package var relationName: String
  /// The table of the one side.
  package var baseTable: String
  /// The column of the one side that the related rows refer to.
  package var baseKey: String
  /// The table of the many side.
  package var relatedTable: String
  /// The column of the many side that refers to a row of the one side.
  package var relatedKey: String

  /// Creates a relation. Its pairs are found from the keys of the rows when these are written.
  package init(
    mappingTable: String, relationName: String, baseTable: String, baseKey: String,
    relatedTable: String, relatedKey: String
  ) {
    self.mappingTable = mappingTable
    self.relationName = relationName
    self.baseTable = baseTable
    self.baseKey = baseKey
    self.relatedTable = relatedTable
    self.relatedKey = relatedKey
  }
}
