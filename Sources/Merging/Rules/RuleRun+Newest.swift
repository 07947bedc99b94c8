import FeatureData
import Packages

// Rules that copy values from related records to their parents.
extension RuleRun {
  /// Copies fields of the newest records to their parents. It does so for parents with a record
  /// that was added or deleted, or that has a new date or a new value in one of the fields.
  ///
  /// Each field is copied from the newest record that has a value. If no record has a value, the
  /// parent keeps its own.
  mutating func copyNewest(_ newest: MapRule.Newest, _ rule: MapRule) throws {
    let copy = try copy(newest)
    for (parent, package) in try parents(copy).sorted(by: { $0.key < $1.key }) {
      let records = try records(of: parent, copy)
      for (from, to) in copy.fields {
        guard let record = records.first(where: { !$0.row[from].isEmpty }) else { continue }
        let related = RecordKey(table: copy.link.destination, globalID: record.id)
        try set(
          Setting(
            value: record.row[from], field: to, package: package,
            source: RuleSource(record: related, dateField: copy.date, date: record.row[copy.date]),
            isNew: causes[related]?.fields[from] != nil),
          of: RecordKey(table: copy.link.origin, globalID: parent), by: rule)
      }
    }
  }

  /// A rule with the indices of its tables and fields.
  private struct Copy {
    var link: MergeLink
    /// The date field of the records.
    var date: Int
    /// The fields in the records, and in the parents.
    var fields: [(from: Int, to: Int)]
  }

  private func copy(_ newest: MapRule.Newest) throws(RuleFailure) -> Copy {
    let records = try table(newest.records)
    let parents = try table(newest.parents)
    guard
      let link = schema.links.first(where: { $0.origin == parents && $0.destination == records })
    else {
      throw RuleFailure(
        "\(schema.tables[records].title) is not related to \(schema.tables[parents].title)")
    }
    var fields: [(Int, Int)] = []
    for name in newest.fields {
      fields.append((try field(name, of: records), try target(name, of: parents)))
    }
    return Copy(link: link, date: try field(newest.by, of: records), fields: fields)
  }

  /// The parents with changed records, each with the last package that changed one.
  private mutating func parents(_ copy: Copy) throws -> [GlobalID: Int?] {
    let link = copy.link
    let watched = [link.destinationField, copy.date] + copy.fields.map(\.from)
    var found: [GlobalID: Int?] = [:]
    for change in rows.changes(of: link.destination) {
      let isChanged = watched.contains { change.before?[$0] != change.after?[$0] }
      guard isChanged || change.before == nil || change.after == nil else { continue }
      let package = causes[RecordKey(table: link.destination, globalID: change.id)]?.packages.last
      for row in [change.before, change.after] {
        guard let row, let key = JoinKey(row[link.destinationField]) else { continue }
        for parent in try parents(link, key) {
          found[parent] = .some([found[parent] ?? nil, package].compactMap(\.self).max())
        }
      }
    }
    return found
  }

  private mutating func parents(
    _ link: MergeLink, _ key: JoinKey
  ) throws -> [GlobalID] {
    switch link.originKey {
    case .field(let field): return try rows.ids(link.origin, field: field, key: key)
    case .rowID:
      guard case .integer(let rowid) = key else { return [] }
      return try rows.id(link.origin, rowid: rowid).map { [$0] } ?? []
    }
  }

  /// A related record of a parent.
  private struct Related {
    var id: GlobalID
    var row: MergeRow
    var age: RecordAge
  }

  /// The records of a parent, newest first. Records with the same age are sorted by GlobalID.
  private mutating func records(
    of parent: GlobalID, _ copy: Copy
  ) throws -> [Related] {
    let link = copy.link
    let meaning = schema.tables[link.destination].fields[copy.date].meaning
    guard let row = try rows.row(link.origin, parent) else { return [] }
    let key: JoinKey? =
      switch link.originKey {
      case .field(let field): JoinKey(row[field])
      case .rowID: .integer(row.rowid)
      }
    guard let key else { return [] }
    var records: [Related] = []
    for id in try rows.ids(link.destination, field: link.destinationField, key: key) {
      guard let record = try rows.row(link.destination, id) else { continue }
      records.append(Related(id: id, row: record, age: RecordAge(record[copy.date], meaning)))
    }
    return records.sorted { $1.age < $0.age || (!($0.age < $1.age) && $0.id < $1.id) }
  }
}

/// The age of a record. A number or an instant is newer than a text, and any of them is newer than
/// null.
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
