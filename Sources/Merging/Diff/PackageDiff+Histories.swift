import Bytes
package import GeoPackage
import Geodatabase
import MapModel
package import Packaging

// What a replica does not tell of its rows. Its history is its base: where the app has dropped some
// of it, nothing may be passed over in silence.
extension PackageDiff {
  /// Notes what the histories of a copied replica do not tell, and which layers it was not copied of.
  ///
  /// - Parameters:
  ///   - package: what came back; of another form there is nothing to tell.
  ///   - base: the data as issued, with tables of the same names.
  ///   - comparesHistories: whether the data as issued are the replica's own.
  ///   - packageIndex: of the package in the call.
  package mutating func noteHistories(
    of package: OpenPackage, base: GeoPackageReader, comparesHistories: Bool, schema: MergeSchema,
    packageIndex: Int
  ) throws(MergingError) {
    guard let origin = package.origin else { return }
    try countExtraTables(of: package, base: base, packageIndex)
    var issues = origin.findings.map { finding in
      MergeIssue(
        .layerUnread, value: FieldValue(text: finding.subject), package: packageIndex,
        "\(finding.subject): \(finding.message) What was edited there is not known.")
    }
    if comparesHistories {
      for (name, gaps) in origin.gaps {
        // The store's table may go by the current data's name.
        let table = schema.table(named: package.nameInUse(of: name))
        issues += Self.issues(of: gaps, table, title: table.map { schema.tables[$0].title } ?? name)
          .map { kind, message in MergeIssue(kind, table: table, package: packageIndex, message) }
      }
      for name in origin.withoutHistory {
        let table = schema.table(named: package.nameInUse(of: name))
        let title = table.map { schema.tables[$0].title } ?? name
        issues.append(
          MergeIssue(
            .historyMissing, table: table, package: packageIndex,
            "\(title) keeps no history: what was edited in it cannot be told. Name the data as "
              + "issued for this package: --base NAME=FILE."))
      }
    }
    note(issues)
  }

  /// Says of tables that the current data lack how many rows were edited. A replica brings all that
  /// its service has: nothing is told of tables that nobody edited.
  private mutating func countExtraTables(
    of package: OpenPackage, base: GeoPackageReader, _ packageIndex: Int
  ) throws(MergingError) {
    guard issues.contains(where: { $0.kind == .extraTable }) else { return }
    let whole = try MergeSchema(reading: package.store, map: nil)
    var edits: [String: Int] = [:]
    for (index, table) in whole.tables.enumerated() {
      let diff = try TableDiff(
        table: index, of: whole, base: base, returned: package.store, packageID: "",
        packageIndex: packageIndex)
      edits[table.name.lowercased()] = diff.changes.rows.count
    }
    replaceIssues { issue in
      guard issue.kind == .extraTable, let name = issue.value?.text,
        let count = edits[name.lowercased()]
      else { return issue }
      guard count > 0 else { return nil }
      var issue = issue
      issue.message =
        "The geodatabase has a table \(name) that the office's data lacks: "
        + "\(NumberText.plural(count, "edit", "edits")) in it are left out."
      return issue
    }
  }

  private static func issues(
    of gaps: HistoryGaps, _ table: Int?, title: String
  ) -> [(MergeIssue.Kind, String)] {
    func numbers(_ ids: [Int64]) -> String {
      ids.prefix(5).map { "\($0)" }.joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
    }
    var issues: [(MergeIssue.Kind, String)] = []
    if !gaps.unknown.isEmpty {
      issues.append(
        (
          .historyGap,
          "\(NumberText.plural(gaps.unknown.count, "row", "rows")) of \(title) were there before the "
            + "download, and the app no longer keeps how they were; they count as added: object id "
            + numbers(gaps.unknown)
        ))
    }
    if !gaps.notUploaded.isEmpty {
      issues.append(
        (
          .historyGap,
          "\(NumberText.plural(gaps.notUploaded.count, "row", "rows")) of \(title) seem to have been "
            + "edited before the last download and after the last upload; what was edited then "
            + "counts as downloaded: object id " + numbers(gaps.notUploaded)
        ))
    }
    return issues
  }
}
