import Bytes
import Console
import FeatureData
import MapModel
import Merging
import Packages
import Publishing

/// A line for each conflict, issue and rule value of a merge. Records have the titles of the map's
/// pop-ups.
struct MergeLines {
  private let result: MergeJob.Result
  private var report: MergeReport { result.report }
  private var names: RecordNames
  private let parents: ParentNames
  /// The rows of the records in the lines.
  private var rows: [RecordKey: MergeRow] = [:]

  /// The largest number of lines of each kind. The report has all of them.
  private static let most = 20

  /// All lines.
  static func text(_ result: MergeJob.Result) -> String {
    var lines = MergeLines(result)
    return lines.all().map { $0 + "\n" }.joined()
  }

  private init(_ result: MergeJob.Result) {
    self.result = result
    let zone = result.map?.clock
    names = RecordNames(result.report.schema, timeZone: zone ?? .utc)
    let report = result.report
    parents = ParentNames(
      report.schema, changes: report.changes,
      stores: (try? StoreRows(result.current, schema: report.schema)).map { [$0] } ?? [])
    rows = Self.rows(of: shown, in: result)
  }

  /// The records that the lines are about.
  private var shown: Set<RecordKey> {
    var shown: Set<RecordKey> = []
    for conflict in report.conflicts.prefix(Self.most) {
      shown.insert(RecordKey(table: conflict.table, globalID: conflict.id))
      if let other = conflict.constraint?.other { shown.insert(other) }
    }
    for issue in report.issues.prefix(Self.most) {
      if let table = issue.table, let id = issue.id {
        shown.insert(RecordKey(table: table, globalID: id))
      }
    }
    for value in report.rules.values.prefix(Self.most) {
      shown.insert(RecordKey(table: value.table, globalID: value.id))
      if let source = value.source { shown.insert(source.record) }
    }
    return shown
  }

  /// The rows of records: the newest row of a changed record, and the office's row of others.
  private static func rows(
    of records: Set<RecordKey>, in result: MergeJob.Result
  ) -> [RecordKey: MergeRow] {
    var rows: [RecordKey: MergeRow] = [:]
    for changes in result.report.changes {
      for change in changes.rows {
        let record = RecordKey(table: changes.table, globalID: change.id)
        if records.contains(record) { rows[record] = change.after ?? change.before }
      }
    }
    // A record that can't be read is shown by its GlobalID.
    let missing = records.filter { rows[$0] == nil }
    guard !missing.isEmpty,
      let current = try? StoreRows(result.current, schema: result.report.schema)
    else { return rows }
    for record in missing { rows[record] = try? current.row(record.table, record.globalID) }
    return rows
  }

  private mutating func all() -> [String] {
    var lines: [String] = []
    for conflict in report.conflicts.prefix(Self.most) { lines.append(line(conflict)) }
    lines += more(report.conflicts.count, one: "conflict", many: "conflicts")
    for issue in report.issues.prefix(Self.most) { lines.append(line(issue)) }
    lines += more(report.issues.count, one: "issue", many: "issues")
    for problem in report.rules.problems {
      lines.append(
        "RULE not applied: \(PrintableText.of(problem.rule)): \(PrintableText.of(problem.reason))")
    }
    for value in report.rules.values.prefix(Self.most) { lines.append(line(value)) }
    lines += more(
      report.rules.values.count, one: "value set by a rule", many: "values set by rules")
    return lines
  }

  private func more(_ count: Int, one: String, many: String) -> [String] {
    guard count > Self.most else { return [] }
    return ["… \(NumberText.plural(count, one: one, many: many)) in all; --review lists them"]
  }

  /// `Trees 225 · 1950 NE 19TH AVE {BB686C32…}`. A related record also has its parent. A record
  /// without a title has its whole GlobalID.
  private mutating func name(_ table: Int, _ id: GlobalID) -> String {
    let layer = report.schema.tables[table].title
    guard let row = rows[RecordKey(table: table, globalID: id)] else {
      return "\(PrintableText.of(layer)) \(id.text)"
    }
    let parent =
      parents.parent(of: row, table: table, by: &names)
      .map { " of " + PrintableText.of($0) } ?? ""
    let title = names.title(of: row, table: table)
    let name = title.map { $0.hasPrefix(layer) ? $0 : "\(layer), \($0)" }
    let identity =
      report.schema.tables[table].keyText(of: row).map { PrintableText.of($0) }
      ?? (title == nil ? id.text : id.short)
    guard let name else { return "\(PrintableText.of(layer)) \(identity)\(parent)" }
    return "\(PrintableText.of(name))\(parent) \(identity)"
  }

  private mutating func text(
    _ value: FieldValue?, field: Int, of record: RecordKey
  ) -> String {
    guard let value else { return "(no record)" }
    guard let row = rows[record] else { return PrintableText.of(value.plainText ?? "(empty)") }
    let text = names.text(value, field: field, of: row, table: record.table)
    return text.map { PrintableText.of($0) } ?? "(empty)"
  }

  private func packageName(_ index: Int) -> String { PrintableText.of(report.packages[index].name) }

  private mutating func line(_ conflict: MergeConflict) -> String {
    let crew = packageName(conflict.package)
    let other = conflict.currentPackage.map(packageName) ?? "the office"
    let line = "CONFLICT \(name(conflict.table, conflict.id)) "
    let winner =
      switch conflict.resolution {
      case .returned: "\(crew) wins"
      case .current: "\(other) wins"
      case .restored: "the record is kept"
      case .decided: "decided by a person"
      }
    if let constraint = conflict.constraint { return line + text(conflict, constraint) }
    guard let field = conflict.field else {
      let what =
        switch conflict.kind {
        case .updateDelete: "edited by \(crew), deleted by \(other)"
        case .deleteUpdate: "deleted by \(crew), edited by \(other)"
        case .orphan: "deleted by \(crew), needed by other records"
        case .insertInsert, .updateUpdate, .constraint: "changed by \(crew) and \(other)"
        }
      return line + "\(what); \(winner)"
    }
    let column = report.schema.tables[conflict.table].fields[field]
    guard column.role != .geometry else {
      return line + "location: changed by \(crew) and \(other); \(winner)"
    }
    let record = RecordKey(table: conflict.table, globalID: conflict.id)
    return line
      + "\(PrintableText.of(column.title)): was \(text(conflict.base, field: field, of: record)); "
      + "\(other): \(text(conflict.current, field: field, of: record)); "
      + "\(crew): \(text(conflict.returned, field: field, of: record)); \(winner)"
  }

  /// `Code: "BCH" from crew-02.mmpk breaks UNIQUE Code of the office's database; Species 12 {…}
  /// already has it; null is kept`.
  private mutating func text(_ conflict: MergeConflict, _ broken: BrokenConstraint) -> String {
    let crew = packageName(conflict.package)
    let rule = PrintableText.of(broken.rule)
    let other = broken.other.map { "; \(name($0.table, $0.globalID)) already has it" } ?? ""
    guard let field = conflict.field else {
      return "the change of \(crew) breaks \(rule) of the office's database\(other); the change is "
        + "refused"
    }
    let record = RecordKey(table: conflict.table, globalID: conflict.id)
    let title = PrintableText.of(report.schema.tables[conflict.table].fields[field].title)
    return "\(title): \(quoted(conflict.returned ?? .null, field: field, of: record)) from "
      + "\(crew) breaks \(rule) of the office's database\(other); "
      + "\(quoted(conflict.current ?? .null, field: field, of: record)) is kept"
  }

  private mutating func line(_ value: RuleValue) -> String {
    let record = RecordKey(table: value.table, globalID: value.id)
    let title = report.schema.tables[value.table].fields[value.field].title
    let subject = "\(name(value.table, value.id)) \(PrintableText.of(title))"
    let old = text(value.old, field: value.field, of: record)
    let by = value.oldPackage.map { ", entered by \(packageName($0))" } ?? ""
    let new = text(value.new, field: value.field, of: record)
    let source = value.source.map { ", from \(name($0))" } ?? ""
    let rule = PrintableText.of(value.rule)
    guard let refusal = value.refusal else {
      return "RULE \(subject): was \(old)\(by); now \(new)\(source) (\(rule))"
    }
    let code = refusal.code.map { "\($0), " } ?? ""
    return "RULE \(subject): \(old)\(by) is kept; \(new)\(source) is refused: "
      + "\(PrintableText.of(refusal.message)) (\(code)\(rule))"
  }

  /// `Inspections of 2013-05-04`.
  private mutating func name(_ source: RuleSource) -> String {
    let record = source.record
    let layer = PrintableText.of(report.schema.tables[record.table].title)
    guard !source.date.isNull else { return layer }
    return "\(layer) of \(text(source.date, field: source.dateField, of: record))"
  }

  private mutating func line(_ issue: MergeIssue) -> String {
    let subject =
      switch (issue.table, issue.id) {
      case (let table?, let id?): name(table, id) + " "
      case (let table?, nil): PrintableText.of(report.schema.tables[table].title) + " "
      case (nil, _): ""
      }
    let what = refused(issue) ?? PrintableText.of(issue.message)
    let package = issue.package.map { "\(packageName($0)): " } ?? ""
    return "NOTE \(package)\(subject)\(what)"
  }

  /// `Condition "X" is refused: Value must be within domain (11007); "Good" is kept`. Null for an
  /// issue that is not about a value of a record.
  private mutating func refused(_ issue: MergeIssue) -> String? {
    guard issue.kind == .invalidValue, let table = issue.table, let id = issue.id,
      let field = issue.field.flatMap({ report.schema.tables[table].fieldIndex(named: $0) })
    else { return nil }
    let column = report.schema.tables[table].fields[field]
    let code = issue.code.map { " (\($0))" } ?? ""
    let message = PrintableText.of(issue.message)
    let why = (message.hasSuffix(".") ? String(message.dropLast()) : message) + code
    guard column.role != .geometry else {
      return "the location is refused: \(why); the old location is kept"
    }
    let record = RecordKey(table: table, globalID: id)
    let value = issue.value.map { " \(quoted($0, field: field, of: record))" } ?? ""
    let kept = rows[record].map { "; \(quoted($0[field], field: field, of: record)) is kept" } ?? ""
    return "\(PrintableText.of(column.title))\(value) is refused: \(why)\(kept)"
  }

  /// A value in quotes, or the word `null`.
  private mutating func quoted(
    _ value: FieldValue, field: Int, of record: RecordKey
  ) -> String {
    value.isNull ? "null" : "\"\(text(value, field: field, of: record))\""
  }
}
