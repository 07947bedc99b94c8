import FeatureData
import Packages

// A wrong clock affects every edit of a device, so each table of a package gets one issue.
//
// A date with a time zone is one moment. QGIS and QField write dates without a zone: they show the
// device's clock. Local time is up to 14 hours ahead of UTC and up to 12 behind, so such a date is
// reported only if it is impossible everywhere. A date without a time may be any moment of its day.
extension ReturnChecks {
  /// How far a clock may be ahead, in milliseconds.
  private static let tolerance: Int64 = 5 * 60 * 1_000

  /// Reports dates before the package was built, or after the time given for the merge.
  func clockSkew(_ packageIndex: Int) -> [MergeIssue] {
    let data = packages[packageIndex]
    let built = data.package.created.flatMap { DateText.milliseconds($0) }
    var issues: [MergeIssue] = []
    for changes in data.diff.tables {
      let table = schema.tables[changes.table]
      let fields = [MergeField.Role.editDate, .creationDate].compactMap(table.fieldIndex(of:))
      var early: [Found] = []
      var late: [Found] = []
      for change in changes.rows {
        guard let after = change.after else { continue }
        for field in fields where change.before?[field] != after[field] {
          guard let moments = EditTime(after[field]) else { continue }
          let found = Found(
            id: change.id, field: field, value: after[field], time: moments.milliseconds)
          if let built, moments.latest < built { early.append(found) }
          if let clock, moments.earliest > clock + Self.tolerance { late.append(found) }
        }
      }
      if let first = early.min(by: { $0.time < $1.time }) {
        issues.append(
          issue(
            first, of: early, table: changes.table, package: packageIndex,
            when: "before the package was built, the earliest"))
      }
      if let last = late.max(by: { $0.time < $1.time }) {
        issues.append(
          issue(
            last, of: late, table: changes.table, package: packageIndex,
            when: "after the time of the merge, the latest"))
      }
    }
    return issues
  }

  /// A date in a row.
  private struct Found {
    var id: GlobalID
    var field: Int
    var value: FieldValue
    var time: Int64
  }

  private func issue(
    _ found: Found, of all: [Found], table tableIndex: Int, package: Int, when: String
  ) -> MergeIssue {
    let table = schema.tables[tableIndex]
    let count = Set(all.map(\.id)).count
    return MergeIssue(
      .clockSkew, table: tableIndex, id: found.id, field: table.fields[found.field].name,
      value: found.value, package: package,
      "\(count) \(count == 1 ? "record" : "records") of \(table.title) "
        + "\(count == 1 ? "was" : "were") edited \(when) at \(found.value.text ?? ""). "
        + "The device's clock may be wrong.")
  }
}
