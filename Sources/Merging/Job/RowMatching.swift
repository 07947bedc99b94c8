import Bytes
import FeatureData
package import GeoPackage

/// Whether the rows that a package changed can be found in the office's data: by GlobalID, by key,
/// and by row number only where row numbers mean the same rows on both sides. Stores give their
/// rows numbers anew: what is row 8000 here may be another tree there.
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

  /// The tables whose changes cannot be carried out, each with the reason.
  ///
  /// - Throws: ``MergingError`` where a store cannot be read.
  package func refusals(of diff: PackageDiff) throws(MergingError) -> [Int: String] {
    var refusals: [Int: String] = [:]
    for changes in diff.tables where changes.rows.contains(where: { $0.before != nil }) {
      let table = schema.tables[changes.table]
      guard !table.isAttachments else { continue }
      if table.place(of: .key) != nil {
        refusals[changes.table] = try faultOfKey(changes.table)
      } else if changes.rows.contains(where: { Self.isByNumber($0, table) }) {
        refusals[changes.table] = try disagreement(changes.table)
      }
    }
    return refusals
  }

  /// Whether a row is known by its number alone.
  private static func isByNumber(_ change: RowChange, _ table: MergeTable) -> Bool {
    change.before.map { RowIdentity.minted(table: table.name, rowid: $0.rowid) == change.id }
      ?? false
  }

  private func faultOfKey(_ table: Int) throws(MergingError) -> String? {
    for (store, whose) in [(base, "as issued"), (current, "of the office")] {
      if let fault = try StoreRows(store, schema: schema).faultOfKey(table) {
        return
          "The key does not tell the rows \(whose) apart: \(fault). No change of rows that were"
          + " there is taken."
      }
    }
    return nil
  }

  /// A row number that means two rows, in words; nil where there is none.
  private func disagreement(_ index: Int) throws(MergingError) -> String? {
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
    let sample = field.map { place in
      let (old, new) = (before[place].plainText ?? "", after[place].plainText ?? "")
      return
        ": row \(before.rowid) had \(table.fields[place].title) \"\(old)\" when it was issued, "
        + "and has \"\(new)\" now"
    }
    return
      "The rows have no GlobalIDs, and \(NumberText.plural(others.count, "row", "rows")) of the "
      + "office's data differ from those as issued\(sample ?? ""). Row numbers may mean other rows, "
      + "so no change of rows that were there is taken. Name a field that tells them apart: --key "
      + "\(table.name)=FIELD."
  }
}
