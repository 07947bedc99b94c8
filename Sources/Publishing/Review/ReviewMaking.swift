import FeatureData
import GeoPackage
import Geometry
import Merging

/// Makes the changes of a review, record by record.
struct ReviewMaking {
  let source: ReviewSource
  let facts: ReviewFacts
  var tables: [ReviewTable]
  let transforms: [CoordinateTransform?]

  init(_ source: ReviewSource, _ facts: ReviewFacts) {
    self.source = source
    self.facts = facts
    let schema = source.schema
    tables = schema.tables.map { ReviewTable($0, timeZone: source.timeZone) }
    let store = source.current.store
    transforms = schema.tables.map { table in
      guard let srsID = table.srsID, table.place(of: .geometry) != nil else { return nil }
      let reference =
        (try? store.spatialReference(srsID))
        ?? SpatialReference(epsg: srsID > 0 ? Int(srsID) : 4_326)
      return try? CoordinateTransform(from: reference, to: SpatialReference(epsg: 4_326))
    }
  }

  /// What happened to a record, at its three times.
  struct Record {
    let place: RecordKey
    /// As the office has it; nil where it has not.
    var before: MergeRow?
    /// As the merge leaves it; nil where it is deleted.
    var after: MergeRow?
    let conflicts: [MergeConflict]
    let issues: [MergeIssue]
    var action: ReviewContent.Action
    /// The package that is behind it; of several the last one.
    let package: Int
    /// Who made it what it is; nil where it is as it was.
    var cause: ChangeCause?
    /// The fields that rules of the map set.
    var setByRules: Set<Int> = []

    /// A row of it for titles and formats: the newest there is.
    var row: MergeRow? { after ?? before }

    func has(_ kind: MergeConflict.Kind) -> Bool { conflicts.contains { $0.kind == kind } }
  }

  /// The change at a place; nil where nothing is known of the record but its identity.
  mutating func change(at place: RecordKey) throws(MergingError) -> ReviewContent.Change? {
    guard let record = try record(at: place), let row = record.row else { return nil }
    let table = tables[place.table].table
    let title =
      tables[place.table].title(of: row)
      ?? "\(table.title) \(table.keyText(of: row) ?? place.globalID.text)"
    let parent = try parent(of: row, in: place.table)
    var change = ReviewContent.Change(
      id: place.globalID.text, layer: place.table, package: record.package, action: record.action,
      title: title)
    var geometry = shapes(of: record)
    if tables[place.table].table.place(of: .geometry) == nil, let parent {
      // What has no place of its own lies where the record is that it belongs to.
      geometry.after = shape(of: parent.row, in: parent.table)
      change.isPlacedByParent = true
    }
    change.place = geometry.after.place ?? geometry.before.place
    if let former = geometry.before.place, let now = geometry.after.place, former != now {
      change.formerPlace = former
    }
    change.outline = geometry.after.outline
    if geometry.before.outline != geometry.after.outline {
      change.formerOutline = geometry.before.outline
    }
    change.values = try values(of: record, geometry)
    change.photos = try photos(of: place)
    change.notes = notes(of: record)
    change.isOpen = !record.conflicts.isEmpty && !facts.decided.contains(place)
    change.resolution = resolution(of: record)
    let words = ReviewWords(
      record: record, change: change, table: tables[place.table].table,
      parent: parent.flatMap { tables[$0.table].title(of: $0.row) },
      packages: source.packages)
    change.subtitle = words.subtitle
    change.story = words.story
    return change
  }

  /// What lies around the changes, of the layers they are in.
  func surroundings(of changes: [ReviewContent.Change]) -> [ReviewContent.Place] {
    guard let box = ReviewSurroundings(changes.compactMap(\.place)) else { return [] }
    let placed = Set(changes.filter { $0.place != nil }.map(\.layer))
    let parents = source.schema.links.filter { placed.contains($0.destination) }.map(\.origin)
    let layers = placed.union(parents).sorted()
    return layers.flatMap { layer in
      transforms[layer].map { transform in
        box.places(
          of: source.schema.tables[layer].name, in: source.current.store, toDegrees: transform)
      } ?? []
    }
  }

  // MARK: The record

  private func record(at place: RecordKey) throws(MergingError) -> Record? {
    var record = Record(
      place: place, conflicts: facts.conflicts[place] ?? [], issues: facts.issues[place] ?? [],
      action: .updated, package: facts.package(behind: place) ?? 0, cause: facts.causes[place],
      setByRules: facts.setByRules(at: place))
    if let change = facts.changes[place] {
      record.before = change.before
      record.after = change.after
      record.action =
        change.before == nil ? .added : change.after == nil ? .deleted : .updated
    } else {
      record.before = try source.current.row(place.table, place.globalID)
      record.after = record.before
      guard let refused = facts.refused[place] else {
        if record.has(.orphan) { record.action = .deleted }
        return record
      }
      switch refused.change.action {
      case .insert: (record.action, record.after) = (.added, refused.change.after)
      case .update: record.action = .updated
      case .delete: record.action = .deleted
      }
    }
    // The office deleted it, the crew edited it: it is back, and not new.
    if record.has(.updateDelete) { record.action = .updated }
    if record.has(.orphan) { record.action = .deleted }
    return record
  }

  private func resolution(of record: Record) -> ReviewContent.Resolution {
    switch record.conflicts.last?.resolution {
    case .current: .current
    case .restored: .restored
    case .returned, .decided, nil: facts.refused[record.place] == nil ? .returned : .current
    }
  }

  private func shapes(of record: Record) -> (before: ReviewShape, after: ReviewShape) {
    let table = record.place.table
    func shape(_ row: MergeRow?) -> ReviewShape {
      row.map { self.shape(of: $0, in: table) } ?? ReviewShape()
    }
    return (shape(record.before), shape(record.after))
  }

  private func shape(of row: MergeRow, in table: Int) -> ReviewShape {
    guard let place = source.schema.tables[table].place(of: .geometry) else {
      return ReviewShape()
    }
    return ReviewShape(row[place], toDegrees: transforms[table])
  }

  /// What each rule set, the value it replaced, and what it could not set.
  private mutating func ruleNotes(of record: Record) -> [String] {
    let fields = source.schema.tables[record.place.table].fields
    return (facts.rules[record.place] ?? []).map { value in
      let title = fields[value.field].title
      let new = text(value.new, value.field, record)
      let old = text(value.old, value.field, record)
      let origin = value.source.map { " from \(name($0))" } ?? ""
      let by = value.oldPackage.map { "\(source.packages[$0].name) entered \(old)." }
      guard let refusal = value.refusal else {
        return "A rule of the map set \(title) to \(new)\(origin) (\(value.rule)). "
          + (by ?? "It was \(old).")
      }
      return "A rule of the map did not set \(title) to \(new)\(origin) (\(value.rule)). "
        + "\(refusal.message). " + (by ?? "It stays \(old).")
    }
  }

  /// A value in quotes, or the word for none.
  private mutating func text(_ value: FieldValue, _ field: Int, _ record: Record) -> String {
    guard !value.isNull else { return "empty" }
    let table = record.place.table
    let text = record.row.flatMap { tables[table].text(value, at: field, of: $0) }
    return "\u{201C}\(text ?? value.plainText ?? "")\u{201D}"
  }

  /// `Inspections of 4 May 2013`.
  private func name(_ origin: RuleSource) -> String {
    let title = source.schema.tables[origin.record.table].title
    guard let date = origin.date.text, !date.isEmpty else { return title }
    return "\(title) of \(ReviewWords.day(date, in: source.timeZone))"
  }

  private mutating func notes(of record: Record) -> [String] {
    var notes = record.issues.map(source.note)
    if facts.refused[record.place] != nil {
      notes.append("This change was not taken in.")
    }
    notes += ruleNotes(of: record)
    let crews = facts.packages[record.place] ?? []
    if crews.count > 1 {
      let names = crews.map { source.packages[$0].name }.joined(separator: ", ")
      notes.append("Several packages changed it: \(names).")
    }
    return notes
  }
}
