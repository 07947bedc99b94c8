import Bytes
import FeatureData
import Merging
import Publishing

/// Writes the sentences of a review.
struct ReviewWords {
  let record: ReviewBuilder.Record
  let change: ReviewContent.Change
  let table: MergeTable
  /// The title of the parent record, such as the tree of an inspection.
  var parent: String?
  /// All packages of the merge.
  var packages: [ReviewContent.Package]

  /// The day when the package was built.
  private var built: String? { packages[record.package].built }
  /// Who changed the record: by name if there are several packages.
  private var crew: String {
    packages.count > 1 ? packages[record.package].name : "The field crew"
  }
  /// The same within a line.
  private var crewInLine: String {
    packages.count > 1 ? packages[record.package].name : "the crew"
  }
  /// The last conflict of a deletion and an edit, which says what is in the result.
  private var deletion: MergeConflict? {
    record.conflicts.last { $0.kind == .deleteUpdate || $0.kind == .updateDelete }
  }
  /// The other side of that conflict.
  private var other: String {
    deletion?.currentPackage.map { packages[$0].name } ?? "the office"
  }

  /// What changed, in a few words.
  var subtitle: String {
    if record.has(.orphan) { return "Deleted by \(crewInLine), needed by other records" }
    if let deletion {
      let name = packages.count > 1 ? packages[deletion.package].name : "the crew"
      return deletion.kind == .deleteUpdate
        ? "Deleted by \(name), edited by \(other)" : "Edited by \(name), deleted by \(other)"
    }
    let conflicts = titles { $0.state == .conflict }
    if !conflicts.isEmpty { return "Conflict: \(conflicts.joined(separator: ", "))" }
    switch change.action {
    case .added:
      if let parent { return parent }
      return change.values.lazy.filter { $0.state == .taken }.compactMap(\.returned)
        .first { !$0.isEmpty && !change.title.contains($0) } ?? table.title
    case .deleted:
      guard record.cause?.parent != nil else { return parent ?? "Deleted" }
      return parent.map { "Deleted with \($0)" } ?? "Deleted with its record"
    case .updated: break
    }
    var words = titles { $0.state == .taken && !isLocation($0) }
    if let move = change.values.first(where: { isLocation($0) && $0.state == .taken })?.returned {
      words.append(words.isEmpty ? capitalized(move) : move)
    }
    if let photos = change.attachments?.returned { words.append("Photos \(photos)") }
    let refused = titles { $0.state == .refused }
    if !refused.isEmpty { words.append("Refused: \(refused.joined(separator: ", "))") }
    return words.isEmpty ? "See the notes" : words.joined(separator: ", ")
  }

  /// What happened, in one sentence.
  var story: String {
    if record.has(.orphan) {
      return "\(crew) deleted this record, but other records need it, so it stays."
    }
    if let deletion {
      let name = packages.count > 1 ? packages[deletion.package].name : "The field crew"
      let deeds = deletion.kind == .deleteUpdate ? ("deleted", "edited") : ("edited", "deleted")
      return "\(name) \(deeds.0) this record, and \(other) \(deeds.1) it \(since)."
    }
    let fields = change.conflicts.count
    if record.has(.insertInsert) {
      let values = plural(fields, one: "different value", many: "different values")
      return "\(sides) added this record, with \(values)."
    }
    if fields > 0 {
      let which = fields == 1 ? "the same field" : "\(fields) of the same fields"
      return "\(sides) changed \(which) \(since)."
    }
    if record.cause?.parent != nil {
      return
        "\(crew) deleted \(parent ?? "the parent record"), and this record was deleted with it."
    }
    if record.cause?.isByRule == true { return ruleStory }
    switch change.action {
    case .added: return "\(crew) added this record\(ofParent)."
    case .deleted: return "\(crew) deleted this record\(ofParent)."
    case .updated: return updateStory
    }
  }

  /// Who changed the same fields.
  private var sides: String {
    let crews = Set(record.conflicts.map(\.package))
      .union(record.conflicts.compactMap(\.currentPackage))
    guard crews.count > 1 else { return "Both sides" }
    let words = crews.count == 2 ? "two crews" : "\(crews.count) crews"
    let isOfOffice = record.conflicts.contains { $0.currentPackage == nil }
    return isOfOffice ? "The office and \(words)" : capitalized(words)
  }

  private var since: String {
    "since the package was built" + (built.map { " on \($0)" } ?? "")
  }

  private var ofParent: String { parent.map { " of \($0)" } ?? "" }

  private var updateStory: String {
    let taken = change.values.filter { $0.state == .taken && !isByRule($0) }
    let fields = taken.filter { !isLocation($0) }
    var deeds: [Deed] = []
    if !fields.isEmpty {
      let count = plural(fields.count, one: "field", many: "fields")
      deeds.append(Deed(doers(of: fields), "changed \(count)"))
    }
    if let move = taken.first(where: isLocation) {
      let words = change.formerPoint == nil ? "redrew the record" : "moved the record"
      deeds.append(Deed(doers(of: [move]), words))
    }
    deeds += attachmentDeeds
    if !deeds.isEmpty { return sentence(deeds) }
    if !record.setByRules.isEmpty { return ruleStory }
    let editor = packages.count > 1 ? packages[record.package].name : "the field crew"
    return "No value that \(editor) entered in this record was accepted."
  }

  private var attachmentDeeds: [Deed] {
    let items = change.attachments?.items ?? []
    let verbs: [(ReviewContent.Action, String)] = [
      (.added, "added"), (.updated, "changed"), (.deleted, "deleted"),
    ]
    return Set(items.map(\.package)).sorted().flatMap { package in
      verbs.compactMap { action, verb in
        let count = items.count { $0.package == package && $0.action == action }
        let words = plural(count, one: "photo or file", many: "photos or files")
        return count == 0 ? nil : Deed([package], "\(verb) \(words)")
      }
    }
  }

  private var ruleStory: String {
    packages.count > 1
      ? "A rule of the map changed this record after an edit by \(crew)."
      : "A rule of the map changed this record after an edit by the field crew."
  }

  /// What some packages did to a record.
  private struct Deed {
    let doers: [Int]
    let words: String

    init(_ doers: [Int], _ words: String) {
      self.doers = doers
      self.words = words
    }
  }

  /// "crew-04 and crew-09 changed 2 fields and moved the record; crew-05 added 1 photo."
  private func sentence(_ deeds: [Deed]) -> String {
    var groups: [(doers: [Int], words: [String])] = []
    for deed in deeds {
      if groups.last?.doers == deed.doers {
        groups[groups.count - 1].words.append(deed.words)
      } else {
        groups.append((deed.doers, [deed.words]))
      }
    }
    let clauses = groups.map { group in
      let doers =
        packages.count > 1 ? list(group.doers.map { packages[$0].name }) : "The field crew"
      return "\(doers) \(list(group.words))"
    }
    return clauses.joined(separator: "; ") + "."
  }

  /// "one", "one and two", "one, two and three".
  private func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns the packages that entered some values.
  private func doers(of values: [ReviewContent.Value]) -> [Int] {
    Set(
      values.map { value in
        value.field.flatMap { record.cause?.fields[$0] } ?? record.package
      }
    ).sorted()
  }

  private func isByRule(_ value: ReviewContent.Value) -> Bool {
    value.field.map(record.setByRules.contains) ?? false
  }

  private func isLocation(_ value: ReviewContent.Value) -> Bool {
    value.field.map { table.fields[$0].role == .geometry } ?? false
  }

  private func titles(_ isWanted: (ReviewContent.Value) -> Bool) -> [String] {
    change.values.filter(isWanted).compactMap { value in
      value.field.map { table.fields[$0].role == .geometry ? "Location" : table.fields[$0].title }
    }
  }

  private func plural(_ count: Int, one: String, many: String) -> String {
    NumberText.plural(count, one: one, many: many)
  }

  private func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  // MARK: Who and when

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns a person and day, such as "crew-03, 20 Mar 2026"; nil if neither is known.
  static func by(_ editor: String?, on date: String?, in zone: TimeZoneRules) -> String? {
    let words = [editor, date.map { day($0, in: zone) }].compactMap(\.self).filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Returns the day of `2026-03-20T…` in a time zone. Any other text is returned unchanged.
  static func day(_ text: String, in zone: TimeZoneRules) -> String {
    let parts = local(text, in: zone).prefix(10).split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]),
      months.indices.contains(month - 1)
    else { return text }
    return "\(day) \(months[month - 1]) \(parts[0])"
  }

  /// Returns a date and time as local date. A date without a time is the same everywhere.
  private static func local(_ text: String, in zone: TimeZoneRules) -> String {
    guard text.utf8.count > 10, let time = DateText.milliseconds(text) else { return text }
    let (seconds, _) = time.quotientAndRemainder(dividingBy: 1_000)
    let (local, isTooLate) = time.addingReportingOverflow(
      Int64(zone.offset(atUTC: seconds)) * 1_000)
    var date: [UInt8] = []
    guard !isTooLate, DateText.appendDate(local, to: &date) else { return text }
    return String(decoding: date, as: UTF8.self)
  }
}
