import FeatureData
import GeoPackage
import Packages

/// A returned package as the checks read it.
struct CheckedReturn: Sendable {
  /// The name in messages.
  let name: String
  let package: OpenPackage
  /// The data as issued.
  let base: GeoPackageReader
  let diff: PackageDiff
}

extension CheckedReturn {
  /// Whether the package was issued with a record.
  ///
  /// - Parameter rows: the rows of ``base``.
  func wasIssued(
    _ id: GlobalID, in table: Int, _ schema: MergeSchema, _ rows: StoreRows
  ) throws -> Bool {
    let listed = package.changes?.table(named: schema.tables[table].name)?.wasIssued(id)
    return try listed ?? (rows.rowid(table, of: id) != nil)
  }
}
