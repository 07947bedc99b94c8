import FeatureData
import GeoPackage
import Geometry
import Merging
import Publishing

/// Makes the changes of a review, record by record.
struct ReviewBuilder {
  let source: ReviewSource
  let facts: ReviewFacts
  var tables: [ReviewTable]
  /// The names for keys of look-up tables, by table and field.
  private let lookUps: [[Int: LookUpNames]]
  let transforms: [CoordinateTransform?]

  init(_ source: ReviewSource, _ facts: ReviewFacts) {
    self.source = source
    self.facts = facts
    let schema = source.schema
    tables = schema.tables.map { ReviewTable($0, timeZone: source.timeZone) }
    lookUps = schema.tables.indices.map {
      LookUpNames.all(for: $0, in: schema, rows: source.current)
    }
    let store = source.current.store
    transforms = schema.tables.map { table in
      guard let srsID = table.srsID, table.fieldIndex(of: .geometry) != nil else { return nil }
      let reference =
        (try? store.spatialReference(srsID))
        ?? SpatialReference(epsg: srsID > 0 ? Int(srsID) : 4_326)
      return try? CoordinateTransform(from: reference, to: SpatialReference(epsg: 4_326))
    }
  }

  /// What happened to a record.
  struct Record {
    let key: RecordKey
    /// The row in the office data; nil if it is not there.
    var before: MergeRow?
    /// The row in the merge's result; nil if it is deleted.
    var after: MergeRow?
    let conflicts: [MergeConflict]
    let issues: [MergeIssue]
    var action: ReviewContent.Action
    /// The package that changed the record; the last one if there are several.
    let package: Int
    /// Who caused the change; nil if the record is unchanged.
    var cause: ChangeCause?
    /// The fields that rules of the map set.
    var setByRules: Set<Int> = []

    /// The newest row, for titles and formats.
    var row: MergeRow? { after ?? before }

    func has(_ kind: MergeConflict.Kind) -> Bool { conflicts.contains { $0.kind == kind } }
  }

  /// Returns the change of a record; nil if only its key is known.
  mutating func change(of key: RecordKey) throws -> ReviewContent.Change? {
    guard let record = try record(key), let row = record.row else { return nil }
    let table = tables[key.table].table
    let title =
      try self.title(of: row, in: key.table)
      ?? "\(table.title) \(table.keyText(of: row) ?? key.globalID.text)"
    let parent = try parent(of: row, in: key.table)
    var change = ReviewContent.Change(
      id: key.globalID.text, layer: key.table, package: record.package, action: record.action,
      title: title)
    var geometry = shapes(of: record)
    if tables[key.table].table.fieldIndex(of: .geometry) == nil, let parent {
      // A record without a geometry is shown at its parent's location.
      geometry.after = shape(of: parent.row, in: parent.table)
      change.usesParentPoint = true
    }
    change.point = geometry.after.point ?? geometry.before.point
    if let former = geometry.before.point, let now = geometry.after.point, former != now {
      change.formerPoint = former
    }
    change.outline = geometry.after.outline
    if geometry.before.outline != geometry.after.outline {
      change.formerOutline = geometry.before.outline
    }
    change.values = try values(of: record, geometry)
    change.attachments = try attachments(of: key)
    change.notes = try notes(of: record)
    change.isShared = (facts.packages[key] ?? []).count > 1
    change.isOpen = !record.conflicts.isEmpty && !facts.decided.contains(key)
    change.resolution = resolution(of: record)
    let words = ReviewWords(
      record: record, change: change, table: tables[key.table].table,
      parent: try parent.flatMap { try self.title(of: $0.row, in: $0.table) },
      packages: source.packages)
    change.subtitle = words.subtitle
    change.story = words.story
    return change
  }

  /// Returns the features around the changes, in the layers of the changes.
  func surroundings(
    of changes: [ReviewContent.Change]
  ) throws -> [ReviewContent.Point] {
    guard let box = ReviewSurroundings(changes.compactMap(\.point)) else { return [] }
    let located = Set(changes.filter { $0.point != nil }.map(\.layer))
    let parents = source.schema.links.filter { located.contains($0.destination) }.map(\.origin)
    let layers = located.union(parents).sorted()
    return try layers.flatMap { layer in
      try transforms[layer].map { transform in
        try box.points(
          of: source.schema.tables[layer].name, in: source.current.store, toDegrees: transform)
      } ?? []
    }
  }

  // MARK: Texts

  /// Returns the title of a row of a table, with names instead of keys of look-up tables.
  mutating func title(of row: MergeRow, in table: Int) throws -> String? {
    tables[table].title(of: row, names: try names(of: row, in: table))
  }

  /// Returns the texts of a row's values by field, with names beside keys of look-up tables.
  mutating func texts(of row: MergeRow, in table: Int) throws -> [String?] {
    tables[table].texts(of: row, names: try names(of: row, in: table))
  }

  /// Returns the text of a value in a row, with its name if it is a key of a look-up table.
  mutating func text(
    _ value: FieldValue, at field: Int, of row: MergeRow, in table: Int
  ) throws -> String? {
    let name = try lookUps[table][field]?.name(of: value)
    return tables[table].text(value, at: field, of: row, names: name.map { [field: $0] } ?? [:])
  }

  private func names(of row: MergeRow, in table: Int) throws -> [Int: String] {
    var names: [Int: String] = [:]
    for (field, lookUp) in lookUps[table] { names[field] = try lookUp.name(of: row[field]) }
    return names
  }

  // MARK: The record

  private func record(_ key: RecordKey) throws -> Record? {
    var record = Record(
      key: key, conflicts: facts.conflicts[key] ?? [], issues: facts.issues[key] ?? [],
      action: .updated, package: facts.package(behind: key) ?? 0, cause: facts.causes[key],
      setByRules: facts.fieldsSetByRules(in: key))
    if let change = facts.changes[key] {
      record.before = change.before
      record.after = change.after
      record.action =
        change.before == nil ? .added : change.after == nil ? .deleted : .updated
    } else {
      record.before = try source.current.row(key.table, key.globalID)
      record.after = record.before
      guard let refused = facts.refused[key] else {
        if record.has(.orphan) { record.action = .deleted }
        return record
      }
      switch refused.change.action {
      case .insert: (record.action, record.after) = (.added, refused.change.after)
      case .update: record.action = .updated
      case .delete: record.action = .deleted
      }
    }
    // The office deleted the record and the crew edited it. It is restored, but it is not new.
    if record.has(.updateDelete) { record.action = .updated }
    if record.has(.orphan) { record.action = .deleted }
    return record
  }

  private func resolution(of record: Record) -> ReviewContent.Resolution {
    switch record.conflicts.last?.resolution {
    case .current: .current
    case .restored: .restored
    case .returned, .decided, nil: facts.refused[record.key] == nil ? .returned : .current
    }
  }

  private func shapes(of record: Record) -> (before: ReviewShape, after: ReviewShape) {
    let table = record.key.table
    func shape(_ row: MergeRow?) -> ReviewShape {
      row.map { self.shape(of: $0, in: table) } ?? ReviewShape()
    }
    return (shape(record.before), shape(record.after))
  }

  private func shape(of row: MergeRow, in table: Int) -> ReviewShape {
    guard let index = source.schema.tables[table].fieldIndex(of: .geometry) else {
      return ReviewShape()
    }
    return ReviewShape(row[index], toDegrees: transforms[table])
  }

  /// Returns what each rule set, the value it replaced, and what it could not set.
  private mutating func ruleNotes(of record: Record) throws -> [String] {
    let fields = source.schema.tables[record.key.table].fields
    return try (facts.rules[record.key] ?? []).map { value in
      let title = fields[value.field].title
      let new = try quoted(value.new, field: value.field, of: record)
      let old = try quoted(value.old, field: value.field, of: record)
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

  /// Returns a value in quotes, or "empty".
  private mutating func quoted(
    _ value: FieldValue, field: Int, of record: Record
  ) throws -> String {
    guard !value.isNull else { return "empty" }
    let table = record.key.table
    let text = try record.row.flatMap { try self.text(value, at: field, of: $0, in: table) }
    return "\u{201C}\(text ?? value.plainText ?? "")\u{201D}"
  }

  /// Returns the name of a record that a rule used, such as `Inspections of 4 May 2013`.
  private func name(_ origin: RuleSource) -> String {
    let title = source.schema.tables[origin.record.table].title
    guard let date = origin.date.text, !date.isEmpty else { return title }
    return "\(title) of \(ReviewWords.day(date, in: source.timeZone))"
  }

  private mutating func notes(of record: Record) throws -> [String] {
    var notes = record.issues.map(source.note)
    if facts.refused[record.key] != nil {
      notes.append("This change was not merged.")
    }
    notes += try ruleNotes(of: record)
    let crews = facts.packages[record.key] ?? []
    if crews.count > 1 {
      let names = crews.map { source.packages[$0].name }.joined(separator: ", ")
      notes.append("Several packages changed it: \(names).")
    }
    return notes
  }
}
