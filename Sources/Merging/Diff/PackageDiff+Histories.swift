import Bytes
package import GeoPackage
import Geodatabase
import MapModel
package import Packages

// Gaps in the history of a replica. The history is the replica's base, so anything the app dropped
// from it has to be reported.
extension PackageDiff {
  /// Adds issues for gaps in a replica's history and for layers that could not be read.
  ///
  /// - Parameters:
  ///   - package: the returned package; if it isn't a replica, no issues are added.
  ///   - base: the data as issued, with the same table names.
  ///   - comparesHistories: whether the base is the replica's own history.
  ///   - packageIndex: the index of the package in the call.
  package mutating func reportHistoryGaps(
    of package: OpenPackage, base: GeoPackageReader, comparesHistories: Bool, schema: MergeSchema,
    packageIndex: Int
  ) throws {
    guard let origin = package.origin else { return }
    try countExtraTables(of: package, base: base, packageIndex)
    var issues = origin.findings.map { finding in
      MergeIssue(
        .layerUnread, value: FieldValue(text: finding.subject), package: packageIndex,
        "\(finding.subject): \(finding.message) Edits in it are not known and not merged.")
    }
    if comparesHistories {
      for (name, gaps) in origin.gaps {
        // The table may have been given its name in the office data.
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
            "\(title) keeps no history, so its edits are not known. Name the data as issued for "
              + "this package: --base NAME=FILE."))
      }
    }
    prepend(issues)
  }

  /// Counts the edits in tables that the office data lacks. A replica holds every table of its
  /// service, so issues about tables without edits are removed.
  private mutating func countExtraTables(
    of package: OpenPackage, base: GeoPackageReader, _ packageIndex: Int
  ) throws {
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
        "The geodatabase has a table \(name) that the office data lacks. "
        + "\(NumberText.plural(count, one: "edit in it is", many: "edits in it are")) not merged."
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
          NumberText.plural(
            gaps.unknown.count, one: "record of \(title) is", many: "records of \(title) are")
            + " older than the download, but the app no longer keeps the values at the download. "
            + "Merge counts \(gaps.unknown.count == 1 ? "it" : "them") as added. Object id: "
            + numbers(gaps.unknown)
        ))
    }
    if !gaps.notUploaded.isEmpty {
      issues.append(
        (
          .historyGap,
          NumberText.plural(
            gaps.notUploaded.count, one: "record of \(title) was",
            many: "records of \(title) were")
            + " probably edited after the last upload and before the last download. Merge counts "
            + "those edits as downloaded. Object id: " + numbers(gaps.notUploaded)
        ))
    }
    return issues
  }
}
