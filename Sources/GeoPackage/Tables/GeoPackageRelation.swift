/// A relation between two tables (Related Tables Extension, OGC 18-000).
package struct GeoPackageRelation: Equatable, Sendable {
  /// The table of pairs of row ids.
  package var mappingTable: String
  /// `features`, `attributes`, `media`, or a name that begins with `x-`.
  package var relationName: String
  /// The table of the one side.
  package var baseTable: String
  /// The column of the one side that the other side's rows name.
  package var baseKey: String
  /// The table of the many side.
  package var relatedTable: String
  /// The column of the many side that names a row of the one side.
  package var relatedKey: String

  /// A relation; its pairs are found from the keys of the rows as they are written.
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
