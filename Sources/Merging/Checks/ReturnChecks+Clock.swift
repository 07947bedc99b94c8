import FeatureData
import Packaging

// A device's clock is wrong for all it does, so that a table of a package is told once.
//
// A date with a time zone is one moment. One without is what the device's clock showed (QGIS and
// QField write so), which somewhere on Earth is up to 14 hours ahead of UTC or 12 behind: it is told
// when it cannot be anywhere. A day alone may be any moment of that day.
extension ReturnChecks {
  /// How far clocks may go ahead, in milliseconds.
  private static let tolerance: Int64 = 5 * 60 * 1_000

  /// Dates before the package was built, or after the time that was given.
  func clockSkew(_ place: Int) -> [MergeIssue] {
    let data = packages[place]
    let built = data.package.created.flatMap { DateText.milliseconds($0) }
    var issues: [MergeIssue] = []
    for changes in data.diff.tables {
      let table = schema.tables[changes.table]
      let fields = [MergeField.Role.editDate, .creationDate].compactMap(table.place(of:))
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
          issue(first, early, changes.table, place, "before the package was built, the earliest"))
      }
      if let last = late.max(by: { $0.time < $1.time }) {
        issues.append(
          issue(last, late, changes.table, place, "after the time of the merge, the latest"))
      }
    }
    return issues
  }

  /// A date of a row.
  private struct Found {
    var id: GlobalID
    var field: Int
    var value: FieldValue
    var time: Int64
  }

  private func issue(
    _ found: Found, _ all: [Found], _ place: Int, _ package: Int, _ when: String
  ) -> MergeIssue {
    let table = schema.tables[place]
    let count = Set(all.map(\.id)).count
    return MergeIssue(
      .clockSkew, table: place, id: found.id, field: table.fields[found.field].name,
      value: found.value, package: package,
      "\(count) \(count == 1 ? "row" : "rows") of \(table.title) were edited \(when) at "
        + "\(found.value.text ?? ""): the device's clock may be wrong.")
  }
}
