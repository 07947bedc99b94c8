import Bytes
import FeatureData
package import Filters
import GeoPackage
package import MapModel

/// A where clause that selects the rows of a layer to export; not yet compiled.
package struct ExportFilter: Sendable {
  private let text: String
  private let now: Int64

  /// Makes a filter.
  ///
  /// - Parameter now: milliseconds since 1970 UTC, for `CURRENT_TIMESTAMP`.
  package init(text: String, now: Int64) {
    self.text = text
    self.now = now
  }

  /// The clause, compiled for the fields of a layer.
  ///
  /// - Parameter rowID: the name of the row ID column, which the clause may also use.
  /// - Throws: `LocatedError`.
  package func clause(
    fields: [Field], firstFieldColumn: Int, rowID: String
  ) throws -> WhereClause {
    try about("filter \(text.prefix(60))") {
      try WhereClause(
        parsing: text, fields: fields, firstFieldColumn: firstFieldColumn, now: now, rowID: rowID)
    }
  }
}

extension ExportFilter {
  /// The clause, compiled for a table of a package.
  func clause(for table: GeoPackageTable, in map: StoredMap?) throws -> WhereClause {
    try clause(
      fields: table.fields(in: map), firstFieldColumn: table.firstColumn, rowID: table.idColumn)
  }
}

extension GeoPackageTable {
  /// Its fields in the order of its columns: from the package's map, or from the columns if it has
  /// none.
  func fields(in map: StoredMap?) -> [Field] {
    let definition = map?.layer(ofTable: name)?.layer.definition
    return columns.map { column in
      let name = column.fieldName ?? column.name
      return definition?.fields.named(name)
        ?? Field(name: name, alias: column.title, type: column.type.fieldType)
    }
  }
}
