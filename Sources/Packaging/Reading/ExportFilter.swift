package import FeatureData
import GeoPackage
package import MapModel

/// Which rows of a layer are taken out: a where-clause, not compiled yet.
package struct ExportFilter: Sendable {
  private let text: String
  private let now: Int64

  /// A filter.
  ///
  /// - Parameter now: milliseconds since 1970 UTC, for `CURRENT_TIMESTAMP`.
  package init(text: String, now: Int64) {
    self.text = text
    self.now = now
  }

  /// The clause, compiled for the fields of a layer.
  ///
  /// - Parameter rowID: the column of the table's row ids, which may be named, too.
  /// - Throws: `PackagingError.filter`.
  package func clause(
    fields: [Field], firstFieldColumn: Int, rowID: String
  ) throws(PackagingError) -> WhereClause {
    do throws(WhereError) {
      return try WhereClause(
        parsing: text, fields: fields, firstFieldColumn: firstFieldColumn, now: now, rowID: rowID)
    } catch { throw .filter(text: text, error) }
  }
}

extension GeoPackageTable {
  /// Its fields in the order of its columns: as the map of the package has them, else as the
  /// columns tell.
  func fields(in map: StoredMap?) -> [Field] {
    let definition = map?.tables.first { $0.name == name }?.layer.definition
    return columns.map { column in
      let name = column.fieldName ?? column.name
      return definition?.fields.named(name)
        ?? Field(name: name, alias: column.title, type: column.type.fieldType)
    }
  }
}
