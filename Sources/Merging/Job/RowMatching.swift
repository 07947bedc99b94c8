import Bytes
import FeatureData
package import GeoPackage

/// Checks whether changed rows can be matched with the office data: by GlobalID, by key, or by row
/// number. Row numbers count only if they mean the same rows on both sides. Apps renumber rows, so
/// row 8000 may be another tree in the office data.
package struct RowMatching {
  private let schema: MergeSchema
  private let base: GeoPackageReader
  private let current: GeoPackageReader

  /// - Parameter base: the data as issued.
  package init(schema: MergeSchema, base: GeoPackageReader, current: GeoPackageReader) {
    self.schema = schema
    self.base = base
    self.current = current
  }

  /// The tables with changes that cannot be matched, with the reason.
  ///
  /// - Throws: ``MergingError`` if a store cannot be read.
  package func refusals(of diff: PackageDiff) throws -> [Int: String] {
    var refusals: [Int: String] = [:]
    for changes in diff.tables where changes.rows.contains(where: { $0.before != nil }) {
      let table = schema.tables[changes.table]
      guard !table.isAttachments else { continue }
      if table.fieldIndex(of: .key) != nil {
        refusals[changes.table] = try keyProblem(changes.table)
      } else if changes.rows.contains(where: { Self.isByNumber($0, table) }) {
        refusals[changes.table] = try disagreement(changes.table)
      }
    }
    return refusals
  }

  /// Whether a row is identified by its number only.
  private static func isByNumber(_ change: RowChange, _ table: MergeTable) -> Bool {
    change.before.map { RowIdentity.minted(table: table.name, rowid: $0.rowid) == change.id }
      ?? false
  }

  private func keyProblem(_ table: Int) throws -> String? {
    for (store, name) in [(base, "data as issued"), (current, "office data")] {
      if let fault = try StoreRows(store, schema: schema).keyProblem(table) {
        return
          "The key is not unique in the \(name): \(fault). Changes and deletions in this table are "
          + "not merged."
      }
    }
    return nil
  }

  /// Describes a row number that means different rows in base and office data; nil if there is
  /// none.
  private func disagreement(_ index: Int) throws -> String? {
    let table = schema.tables[index]
    let diff = try TableDiff(
      table: index, of: schema, base: base, returned: current, packageID: "", packageIndex: 0)
    let others = diff.changes.rows.filter {
      $0.action == .update && Self.isByNumber($0, table)
    }
    guard let first = others.min(by: { ($0.before?.rowid ?? 0) < ($1.before?.rowid ?? 0) }),
      let before = first.before, let after = first.after
    else { return nil }
    let field = first.fields(of: table).first
    let sample = field.map { field in
      let (old, new) = (before[field].plainText ?? "", after[field].plainText ?? "")
      return
        ": row \(before.rowid) had \(table.fields[field].title) \"\(old)\" as issued and has "
        + "\"\(new)\" now"
    }
    return
      "The records have no GlobalIDs, and "
      + NumberText.plural(
        others.count, one: "row of the office data differs", many: "rows of the office data differ")
      + " from the data as issued\(sample ?? ""). Row numbers may mean other records, so changes "
      + "and deletions in this table are not merged. Name a field that identifies the records: "
      + "--key \(table.name)=FIELD."
  }
}
