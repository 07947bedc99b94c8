import FeatureData
import Packaging

// Records and their parents, kept in step.
extension RuleRun {
  /// Copies fields of the newest record to its parent, where a record was added, changed or
  /// deleted, or one of the fields was changed in a parent that has records.
  mutating func copyNewest(_ newest: MapRule.Newest, _ rule: MapRule) throws(RuleFailure) {
    let copy = try copy(newest)
    for (parent, hasChangedRecord) in try parents(copy).sorted(by: { $0.key < $1.key }) {
      let place = RowPlace(table: copy.link.origin, id: parent)
      let record = try newestRecord(of: parent, copy)
      // Without records there is nothing to be in step with, but for one that lost its last.
      guard record != nil || hasChangedRecord else { continue }
      for (from, to) in copy.fields {
        try set(record?[from] ?? .null, field: to, of: place, rule)
      }
    }
  }

  /// A rule in the places of the schema.
  private struct Copy {
    var link: MergeLink
    /// Of the records.
    var date: Int
    /// In the records, and in the parents.
    var fields: [(from: Int, to: Int)]
  }

  private func copy(_ newest: MapRule.Newest) throws(RuleFailure) -> Copy {
    let records = try table(newest.records)
    let parents = try table(newest.parents)
    guard
      let link = schema.links.first(where: { $0.origin == parents && $0.destination == records })
    else {
      throw .problem(
        "\(schema.tables[records].title) are not related to \(schema.tables[parents].title)")
    }
    var fields: [(Int, Int)] = []
    for name in newest.fields {
      fields.append((try field(name, of: records), try target(name, of: parents)))
    }
    return Copy(link: link, date: try field(newest.by, of: records), fields: fields)
  }

  /// The parents to look at, and whether a record of theirs was added, changed or deleted.
  private mutating func parents(_ copy: Copy) throws(RuleFailure) -> [GlobalID: Bool] {
    let link = copy.link
    var found: [GlobalID: Bool] = [:]
    for change in rows.changes(of: link.origin) {
      guard let after = change.after else { continue }
      let isChanged = copy.fields.contains { change.before?[$0.to] != after[$0.to] }
      if isChanged { found[change.id] = false }
    }
    for change in rows.changes(of: link.destination) {
      for row in [change.before, change.after] {
        guard let row, let key = RecordKey(row[link.destinationField]) else { continue }
        for parent in try self.parents(link, key) { found[parent] = true }
      }
    }
    return found
  }

  private mutating func parents(
    _ link: MergeLink, _ key: RecordKey
  ) throws(RuleFailure) -> [GlobalID] {
    do throws(MergingError) {
      switch link.originKey {
      case .field(let field): return try rows.ids(link.origin, field: field, key: key)
      case .rowID:
        guard case .integer(let rowid) = key else { return [] }
        return try rows.id(link.origin, rowid: rowid).map { [$0] } ?? []
      }
    } catch { throw .merging(error) }
  }

  private mutating func newestRecord(
    of parent: GlobalID, _ copy: Copy
  ) throws(RuleFailure) -> MergeRow? {
    let link = copy.link
    let meaning = schema.tables[link.destination].fields[copy.date].meaning
    do throws(MergingError) {
      guard let row = try rows.row(link.origin, parent) else { return nil }
      let key: RecordKey? =
        switch link.originKey {
        case .field(let field): RecordKey(row[field])
        case .rowID: .integer(row.rowid)
        }
      guard let key else { return nil }
      var newest: (row: MergeRow, age: RecordAge)?
      // By identity, so that of two of one age the first stays.
      for id in try rows.ids(link.destination, field: link.destinationField, key: key) {
        guard let record = try rows.row(link.destination, id) else { continue }
        let age = RecordAge(record[copy.date], meaning)
        if let known = newest, !(known.age < age) { continue }
        newest = (record, age)
      }
      return newest?.row
    } catch { throw .merging(error) }
  }
}

/// What tells which of two records is newer: a number or an instant over a text, and any of them
/// over nothing.
private struct RecordAge: Comparable {
  private var rank: Int
  private var number: Double
  private var text: [UInt8] = []

  init(_ value: FieldValue, _ meaning: FieldMeaning) {
    (rank, number) = (0, 0)
    switch value {
    case .integer(let whole): (rank, number) = (2, Double(whole))
    case .real(let real): (rank, number) = (2, real)
    case .text(let bytes):
      if meaning == .dateTime || meaning == .date,
        let instant = DateText.milliseconds(bytes.span, in: 0..<bytes.count)
      {
        (rank, number) = (2, Double(instant))
      } else if !bytes.isEmpty {
        (rank, text) = (1, bytes)
      }
    case .null, .blob: break
    }
  }

  static func < (left: RecordAge, right: RecordAge) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.number != right.number { return left.number < right.number }
    return left.text.lexicographicallyPrecedes(right.text)
  }
}
