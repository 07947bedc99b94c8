import Bytes
import Console
import FeatureData
import Merging
import Publishing

/// The text of `diff`: what changed in each layer and table, record by record.
struct DiffText {
  let path: String
  let report: DiffReport
  let parents: ParentNames
  let colored: Bool
  /// The time zone for dates in titles.
  let timeZone: TimeZoneRules

  private var diff: PackageDiff { report.diff }

  var text: String {
    let name = TextStyle.bold.apply(PrintableText.of(path), if: colored)
    var lines = ["\(name): \(verdict)"]
    var names = RecordNames(report.schema, timeZone: timeZone)
    for changes in diff.tables where !changes.rows.isEmpty {
      lines += self.lines(changes, &names)
    }
    lines += diff.pairs.map(line)
    lines += diff.issues.map { "  ! " + PrintableText.of($0.message) }
    return lines.map { $0 + "\n" }.joined()
  }

  private var verdict: String {
    let rows = diff.tables.flatMap(\.rows)
    if diff.isEmpty { return "no changes since it was issued" }
    return rows.isEmpty ? "pairs of records changed" : counts(rows)
  }

  private func line(_ pairs: PairChanges) -> String {
    let name = report.schema.pairs[pairs.relation].mappingTable
    let count = PairCounts(added: pairs.added.count, removed: pairs.removed.count)
    return "  \(PrintableText.of(name)): \(count.text)"
  }

  private func counts(_ rows: [RowChange]) -> String {
    let actions: [(RowChange.Action, String)] = [
      (.insert, "added"), (.update, "updated"), (.delete, "deleted"),
    ]
    return actions.compactMap { action, word in
      let count = rows.count { $0.action == action }
      return count == 0 ? nil : "\(NumberText.grouped(count)) \(word)"
    }.joined(separator: ", ")
  }

  private func lines(_ changes: TableChanges, _ names: inout RecordNames) -> [String] {
    let table = report.schema.tables[changes.table]
    let words = ChangeText(table)
    let before = NumberText.plural(
      diff.rowCounts[changes.table].base, one: "record", many: "records")
    var lines = ["  \(PrintableText.of(table.title)): \(counts(changes.rows)) (had \(before))"]
    for change in changes.rows {
      lines += self.lines(
        change, name: name(of: change, changes.table, &names), table: changes.table, words)
    }
    return lines
  }

  /// `Inspection of 5/3/2026 of Trees 225 · 1950 NE 19TH AVE  {A507ACB1…}`. Since titles are not
  /// unique, part of the GlobalID follows. A record without a title has its whole GlobalID.
  private func name(of change: RowChange, _ table: Int, _ names: inout RecordNames) -> String {
    guard let row = change.after ?? change.before else { return change.id.text }
    let title = names.title(of: row, table: table)
    let parent =
      parents.parent(of: row, table: table, by: &names)
      .map { " of " + Self.line($0) } ?? ""
    let identity =
      report.schema.tables[table].keyText(of: row).map { Self.line($0) }
      ?? (title == nil ? change.id.text : change.id.short)
    return title.map { "\(Self.line($0))\(parent)  \(identity)" } ?? identity + parent
  }

  private func lines(
    _ change: RowChange, name: String, table index: Int, _ words: ChangeText
  ) -> [String] {
    let table = report.schema.tables[index]
    let (sign, color): (String, TextStyle) =
      switch change.action {
      case .insert: ("+", .green)
      case .update: ("~", .yellow)
      case .delete: ("-", .red)
      }
    var lines = ["    " + color.apply("\(sign) \(name)", if: colored)]
    guard change.action == .update else { return lines }
    for field in change.fields(of: table) {
      let old = change.before.map { words.text($0.values[field], field: field, of: $0) } ?? ""
      let new = change.after.map { words.text($0.values[field], field: field, of: $0) } ?? ""
      lines.append(
        "        \(PrintableText.of(table.fields[field].title)): "
          + "\(Self.shown(old)) -> \(Self.shown(new))")
    }
    if let moved = moved(change, index) { lines.append("        " + moved) }
    return lines
  }

  private func moved(_ change: RowChange, _ index: Int) -> String? {
    switch report.geometries[index].effect(of: change) {
    case .unchanged: nil
    case .added: "geometry added"
    case .removed: "geometry removed"
    case .reshaped: "geometry changed"
    case .moved(let meters): "moved by \(Self.distance(meters))"
    }
  }

  /// The distance, rounded to what a phone can measure.
  private static func distance(_ meters: Double) -> String {
    if meters < 10 { return "\((meters * 100).rounded() / 100) m" }
    return NumberText.grouped(Int(min(meters, 1e9).rounded())) + " m"
  }

  private static func shown(_ value: String) -> String { value.isEmpty ? "(empty)" : line(value) }

  /// The longest text of a value. Reports for programs have the whole value.
  private static let longest = 200

  private static func line(_ text: String) -> String {
    let printable = PrintableText.of(text)
    return printable.count > longest ? printable.prefix(longest) + "…" : printable
  }
}

extension GlobalID {
  /// The first eight digits, to find the record by its title.
  var short: String { "\(text.prefix(9))…}" }
}
