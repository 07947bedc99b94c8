import Bytes
import FeatureData
import Merging

/// The sentences of a review.
struct ReviewWords {
  let record: ReviewMaking.Record
  let change: ReviewContent.Change
  let table: MergeTable
  /// What the record belongs to, as an inspection to its tree; nil for none.
  var parent: String?
  /// All packages of the merge.
  var packages: [ReviewContent.Package]

  /// When the package was built.
  private var built: String? { packages[record.package].built }
  /// Who did it: by name where there are several packages.
  private var crew: String {
    packages.count > 1 ? packages[record.package].name : "The field crew"
  }
  /// The other side of a conflict in a whole record.
  private var other: String {
    let clash = record.conflicts.last { $0.kind == .deleteUpdate || $0.kind == .updateDelete }
    return clash?.currentPackage.map { packages[$0].name } ?? "the office"
  }
  private var isByRule: Bool { record.cause?.isByRule ?? false }

  /// What changed, in a few words.
  var subtitle: String {
    if record.has(.orphan) { return "Deleted here, needed by others" }
    if record.has(.deleteUpdate) { return "Deleted here, edited by \(other)" }
    if record.has(.updateDelete) { return "Edited here, deleted by \(other)" }
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
      words.append(words.isEmpty ? capitalised(move) : move)
    }
    if let photos = change.photos?.returned { words.append("Photos \(photos)") }
    let refused = titles { $0.state == .refused }
    if !refused.isEmpty { words.append("Not taken: \(refused.joined(separator: ", "))") }
    return words.isEmpty ? "See the notes" : words.joined(separator: ", ")
  }

  /// What happened, in a sentence.
  var story: String {
    let others = record.conflicts.contains { $0.currentPackage != nil }
    let sides = others ? "Two crews" : "Both sides"
    if record.has(.orphan) {
      return "\(crew) deleted this record, but other records need it, so it stays."
    }
    if record.has(.deleteUpdate) {
      return "\(crew) deleted this record, and \(other) edited it \(since)."
    }
    if record.has(.updateDelete) {
      return "\(crew) edited this record, and \(other) deleted it \(since)."
    }
    let fields = change.conflicts.count
    if record.has(.insertInsert) {
      return
        "\(sides) added this record, with \(plural(fields, "different value", "different values"))."
    }
    if fields > 0 {
      let which = fields == 1 ? "the same field" : "\(fields) of the same fields"
      return "\(sides) changed \(which) \(since)."
    }
    if record.cause?.parent != nil {
      return "\(crew) deleted \(parent ?? "the record that this one belongs to"), and this record "
        + "went with it."
    }
    if isByRule {
      return packages.count > 1
        ? "A rule of the map changed this record after an edit by \(crew)."
        : "A rule of the map changed this record after an edit by the field crew."
    }
    switch change.action {
    case .added: return "\(crew) added this record\(ofParent)."
    case .deleted: return "\(crew) deleted this record\(ofParent)."
    case .updated: return updateStory
    }
  }

  private var since: String {
    "since the package was built" + (built.map { " on \($0)" } ?? "")
  }

  private var ofParent: String { parent.map { " of \($0)" } ?? "" }

  private var updateStory: String {
    let fields = change.values.count { $0.state == .taken && !isLocation($0) }
    let moved = change.values.contains { $0.state == .taken && isLocation($0) }
    var deeds: [String] = []
    if fields > 0 { deeds.append("changed \(plural(fields, "field", "fields"))") }
    if moved { deeds.append(change.formerPlace == nil ? "redrew the record" : "moved the record") }
    if let photos = change.photos {
      let count = photos.items.count
      deeds.append(
        "added, changed or deleted \(plural(count, "photo or file", "photos and files"))")
    }
    guard let last = deeds.popLast() else {
      let whose = packages.count > 1 ? packages[record.package].name : "the field crew"
      return "No value that \(whose) entered in this record was taken."
    }
    let list = deeds.isEmpty ? last : deeds.joined(separator: ", ") + " and " + last
    return "\(crew) \(list)."
  }

  private func isLocation(_ value: ReviewContent.Value) -> Bool {
    value.field.map { table.fields[$0].role == .geometry } ?? false
  }

  private func titles(_ isWanted: (ReviewContent.Value) -> Bool) -> [String] {
    change.values.filter(isWanted).compactMap { value in
      value.field.map { table.fields[$0].role == .geometry ? "Location" : table.fields[$0].title }
    }
  }

  private func plural(_ count: Int, _ one: String, _ many: String) -> String {
    NumberText.plural(count, one, many)
  }

  private func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  // MARK: Who and when

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// "crew-03, 20 Mar 2026"; nil where neither is known.
  static func by(_ editor: String?, _ date: String?, in zone: TimeZoneRules) -> String? {
    let words = [editor, date.map { day($0, in: zone) }].compactMap(\.self).filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The day of `2026-03-20T…` where clocks go by a zone; any other text as it is.
  static func day(_ text: String, in zone: TimeZoneRules) -> String {
    let parts = local(text, in: zone).prefix(10).split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]),
      months.indices.contains(month - 1)
    else { return text }
    return "\(day) \(months[month - 1]) \(parts[0])"
  }

  /// A date alone is the same everywhere.
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
