import Bytes
import FeatureData
import GeoPackage
import MapModel

/// A comparison of a table under way.
struct TableWalk {
  let table: MergeTable
  let index: Int
  let packageID: String
  let packageIndex: Int
  /// The fields whose values are compared, of those that both stores have.
  let compared: [Int]
  /// Whether equal records are equal rows.
  let isSameForm: Bool
  let clock: CrewClock
  private(set) var base: TableSide?
  private(set) var returned: TableSide
  var changes: [RowChange] = []
  var issues: [MergeIssue] = []

  /// The GlobalIDs of base that rows which are not the same have on either side, after
  /// ``findIdentities()``.
  var known = GlobalIDSet()
  /// Those of all rows of base that have one, in their order.
  var identities: [GlobalID] = []
  /// That of the current row of base.
  private var current: GlobalID?
  /// Changes and issues that were told of rows of base, with their places in `identities`.
  var references: [(identityIndex: Int, rowid: Int64, change: Int?, issue: Int?)] = []
  var baseLeft: [Leftover] = []
  var returnedLeft: [Leftover] = []

  /// A row that was not found at its row id.
  struct Leftover {
    /// The identity of a row of base; the GlobalID of a returned one, if it has any.
    var id: GlobalID?
    /// Whether the row has a GlobalID.
    var hasOwnID: Bool
    /// Where that of a row of base is in `identities`.
    var identityIndex = 0
    var rowid: Int64
    /// Of what is compared.
    var fingerprint: Fingerprint
    /// The row itself, of the first ones.
    var row: MergeRow?
    var isMatched = false
  }

  /// Rows that are kept while they are left over: some MB. Others are read again.
  private static let mostKept = 8_192

  init(
    _ table: MergeTable, index: Int, base: TableSide?, returned: TableSide, clock: CrewClock,
    packageID: String, packageIndex: Int
  ) {
    self.clock = clock
    self.table = table
    self.index = index
    self.base = base
    self.returned = returned
    self.packageID = packageID
    self.packageIndex = packageIndex
    let baseColumns = base?.alignment.places
    compared = table.fields.indices.filter { field in
      guard returned.alignment.places[field] != nil else { return false }
      switch table.fields[field].role {
      case .globalID, .key, .objectID: return false
      default: return true
      }
    }
    isSameForm = baseColumns == returned.alignment.places
  }

  /// Tells what columns one side lacks.
  mutating func noteColumns() {
    // A copy keeps the row ids of what it was made from as a field.
    let rowIDs = base?.alignment.idColumn ?? ""
    for name in returned.alignment.extraColumns where !name.isSameName(as: rowIDs) {
      issues.append(
        MergeIssue(
          .extraColumn, table: index, field: name, package: packageIndex,
          "The table \(table.name) has a column \(name) that the office's lacks; it is left out."))
    }
    // A column that the data as issued lacks, too, the office added since: nothing is gone.
    let issued = base?.alignment.places
    for (index, field) in table.fields.enumerated()
    where returned.alignment.places[index] == nil && (issued.map { $0[index] != nil } ?? true) {
      issues.append(
        MergeIssue(
          .missingColumn, table: self.index, field: field.name, package: packageIndex,
          "The table \(table.name) lacks the column \(field.name); its values stay as they are."))
    }
  }

  /// Walks both tables.
  mutating func run() throws(MergingError) {
    var returned = self.returned
    guard var base else {
      while try returned.next() { leave(returned: returned) }
      self.returned = returned
      return
    }
    var hasBase = try base.nextIdentity()
    identities.reserveCapacity(hasBase ? base.rows.expectedCount : 0)
    var hasReturned = try returned.advance()
    while hasBase, hasReturned {
      let (one, other) = (base.rows.rowid, returned.rows.rowid)
      if one <= other { identify(base) }
      if one == other, isSameForm, returned.rows.isStored(like: base.rows) {
        hasBase = try base.nextIdentity()
        hasReturned = try returned.advance()
        continue
      }
      if one <= other { try base.layOut() }
      if other <= one { try returned.layOut() }
      if one == other { compare(base, returned) }
      if one < other { leave(base: base) }
      if other < one { leave(returned: returned) }
      if one <= other { hasBase = try base.nextIdentity() }
      if other <= one { hasReturned = try returned.advance() }
    }
    while hasBase {
      identify(base)
      try base.layOut()
      leave(base: base)
      hasBase = try base.nextIdentity()
    }
    while hasReturned {
      try returned.layOut()
      leave(returned: returned)
      hasReturned = try returned.advance()
    }
    self.base = base
    self.returned = returned
    findIdentities()
  }

  /// Notes the identity that a row of base tells, if it tells one.
  private mutating func identify(_ base: borrowing TableSide) {
    current = base.identity()
    if let current { identities.append(current) }
  }

  /// Compares the rows of one row id.
  private mutating func compare(_ base: borrowing TableSide, _ returned: borrowing TableSide) {
    if isSameForm
      ? TableSide.isSameRecord(base, returned)
      : TableSide.hasSameValues(base, returned)
    {
      return
    }
    guard !returned.hasIdentities || current == returned.identity() else {
      leave(base: base)
      return leave(returned: returned)
    }
    let after = returned.row()
    let rowid = base.rows.rowid
    let id = current ?? RowIdentity.minted(table: table.name, rowid: rowid)
    let (changeCount, issueCount) = (changes.count, issues.count)
    if after.isTruncated { noteTruncated(id) }
    note(change(id, from: base.row().row, to: after.row))
    guard current != nil else { return }
    references.append(
      (
        identityIndex: identities.count - 1, rowid: rowid,
        change: changes.count > changeCount ? changeCount : nil,
        issue: issues.count > issueCount ? issueCount : nil
      ))
  }

  private mutating func leave(base: borrowing TableSide) {
    let row = base.row()
    baseLeft.append(
      Leftover(
        id: current ?? RowIdentity.minted(table: table.name, rowid: row.row.rowid),
        hasOwnID: current != nil, identityIndex: identities.count - 1, rowid: row.row.rowid,
        fingerprint: fingerprint(of: row.row),
        row: baseLeft.count < Self.mostKept ? row.row : nil))
  }

  private mutating func leave(returned: borrowing TableSide) {
    let row = returned.row()
    let id = returned.identity()
    if row.isTruncated { noteTruncated(id) }
    returnedLeft.append(
      Leftover(
        id: id, hasOwnID: id != nil, rowid: row.row.rowid, fingerprint: fingerprint(of: row.row),
        row: returnedLeft.count < Self.mostKept ? row.row : nil))
  }

  private func fingerprint(of row: MergeRow) -> Fingerprint {
    var bytes: [UInt8] = []
    for field in compared { table.fields[field].meaning.append(row.values[field], to: &bytes) }
    return Fingerprint(bytes.span)
  }

  private mutating func noteTruncated(_ id: GlobalID?) {
    issues.append(
      MergeIssue(
        .photoTruncated, table: index, id: id, package: packageIndex,
        "A photo or file of \(table.title) is shorter than its row says."))
  }

  /// Tells how many times have no zone that anybody knows.
  mutating func noteTimes() {
    let count = clock.timesWithoutZone(in: changes)
    guard count > 0 else { return }
    issues.append(
      MergeIssue(
        .timeWithoutZone, table: index, value: .integer(Int64(count)), package: packageIndex,
        "\(NumberText.plural(count, "time of \(table.title) has", "times of \(table.title) have")) "
          + "no time zone and count as UTC. If they are what the crew's clock showed, name its "
          + "zone: --time-zone America/Los_Angeles."))
  }

  mutating func note(_ change: RowChange?) {
    if let change { changes.append(change) }
  }

  /// The change between two states of a row; nil where they mean the same.
  func change(_ id: GlobalID, from before: MergeRow, to after: MergeRow) -> RowChange? {
    var after = clock.moments(of: after, besides: before)
    var isChanged = false
    for (column, field) in table.fields.enumerated() {
      let (old, new) = (before.values[column], after.values[column])
      let isSame =
        switch field.role {
        case .objectID: true
        // Emptied, it is still the row's.
        case .globalID, .key: new.isBlank || field.meaning.isSame(old, new)
        default:
          returned.alignment.places[column] == nil || field.meaning.isSame(old, new)
        }
      if isSame { after.values[column] = old } else { isChanged = true }
    }
    return isChanged ? RowChange(id: id, before: before, after: after) : nil
  }
}

extension FieldValue {
  /// Whether it is NULL or an empty text.
  fileprivate var isBlank: Bool { isNull || self == .text([]) }
}
