import Bytes
import FeatureData
import GeoPackage
import MapModel

/// The comparison of one table.
struct TableWalk {
  let table: MergeTable
  let index: Int
  let packageID: String
  let packageIndex: Int
  /// The fields that are compared: those that both stores have, except identities.
  let compared: [Int]
  /// Whether both stores have the same columns in the same order, so records can be compared as
  /// bytes.
  let isSameForm: Bool
  let clock: CrewClock
  private(set) var base: TableSide?
  private(set) var returned: TableSide
  var changes: [RowChange] = []
  var issues: [MergeIssue] = []

  /// The GlobalIDs of base that also appear in changed or left-over rows of either side. Filled by
  /// ``findIdentities()``.
  var known = GlobalIDSet()
  /// The GlobalIDs of all base rows that have one, in row order.
  var identities: [GlobalID] = []
  /// The GlobalID of the current base row.
  private var current: GlobalID?
  /// The base rows that have a change or an issue, with the index of their GlobalID in
  /// `identities`.
  var references: [(identityIndex: Int, rowid: Int64, change: Int?, issue: Int?)] = []
  var baseLeftovers: [Leftover] = []
  var returnedLeftovers: [Leftover] = []

  /// A row that was not found at its row id.
  struct Leftover {
    /// The identity of a base row, or the GlobalID of a returned row; nil if it has none.
    var id: GlobalID?
    /// Whether the row has a GlobalID.
    var hasOwnID: Bool
    /// The index of a base row's GlobalID in `identities`.
    var identityIndex = 0
    var rowid: Int64
    /// The fingerprint of the compared values.
    var fingerprint: Fingerprint
    /// The row itself; nil beyond ``mostKept`` rows.
    var row: MergeRow?
    var isMatched = false
  }

  /// How many left-over rows are kept in memory, a few MB. Others are read again.
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
    let baseColumns = base?.alignment.columns
    compared = table.fields.indices.filter { field in
      guard returned.alignment.columns[field] != nil else { return false }
      switch table.fields[field].role {
      case .globalID, .key, .objectID: return false
      case .attribute, .geometry, .creator, .creationDate, .editor, .editDate, .content:
        return true
      }
    }
    isSameForm = baseColumns == returned.alignment.columns
  }

  /// Reports columns that one side lacks.
  mutating func reportColumns() {
    // A copied store keeps the row ids of its source in a column.
    let rowIDs = base?.alignment.idColumn ?? ""
    for name in returned.alignment.extraColumns where !name.isSameName(as: rowIDs) {
      issues.append(
        MergeIssue(
          .extraColumn, table: index, field: name, package: packageIndex,
          "The returned table \(table.name) has a column \(name) that the office data lacks. "
            + "Merge ignores it."))
    }
    // If base lacks the column too, the office added it later and the crew removed nothing.
    let issued = base?.alignment.columns
    for (index, field) in table.fields.enumerated()
    where returned.alignment.columns[index] == nil && (issued.map { $0[index] != nil } ?? true) {
      issues.append(
        MergeIssue(
          .missingColumn, table: self.index, field: field.name, package: packageIndex,
          "The returned table \(table.name) has no column \(field.name). The office data keeps its "
            + "values."))
    }
  }

  /// Reads both tables and compares their rows.
  mutating func run() throws {
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

  /// Records the GlobalID or key of a base row, if it has one.
  private mutating func identify(_ base: borrowing TableSide) {
    current = base.identity()
    if let current { identities.append(current) }
  }

  /// Compares two rows with the same row id.
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
    if after.isTruncated { reportTruncated(id) }
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
    baseLeftovers.append(
      Leftover(
        id: current ?? RowIdentity.minted(table: table.name, rowid: row.row.rowid),
        hasOwnID: current != nil, identityIndex: identities.count - 1, rowid: row.row.rowid,
        fingerprint: fingerprint(of: row.row),
        row: baseLeftovers.count < Self.mostKept ? row.row : nil))
  }

  private mutating func leave(returned: borrowing TableSide) {
    let row = returned.row()
    let id = returned.identity()
    if row.isTruncated { reportTruncated(id) }
    returnedLeftovers.append(
      Leftover(
        id: id, hasOwnID: id != nil, rowid: row.row.rowid, fingerprint: fingerprint(of: row.row),
        row: returnedLeftovers.count < Self.mostKept ? row.row : nil))
  }

  private func fingerprint(of row: MergeRow) -> Fingerprint {
    var bytes: [UInt8] = []
    for field in compared { table.fields[field].meaning.append(row.values[field], to: &bytes) }
    return Fingerprint(bytes.span)
  }

  private mutating func reportTruncated(_ id: GlobalID?) {
    issues.append(
      MergeIssue(
        .photoTruncated, table: index, id: id, package: packageIndex,
        "An attachment of \(table.title) is shorter than its record says."))
  }

  /// Reports how many times have no known time zone.
  mutating func reportTimesWithoutZone() {
    let count = clock.timesWithoutZone(in: changes)
    guard count > 0 else { return }
    issues.append(
      MergeIssue(
        .timeWithoutZone, table: index, value: .integer(Int64(count)), package: packageIndex,
        NumberText.plural(
          count, one: "time of \(table.title) has no time zone and counts",
          many: "times of \(table.title) have no time zone and count")
          + " as UTC. If the crew's clock showed local time, name its zone, for example "
          + "--time-zone America/Los_Angeles."))
  }

  mutating func note(_ change: RowChange?) {
    if let change { changes.append(change) }
  }

  /// The change between two states of a row; nil if all values mean the same.
  func change(_ id: GlobalID, from before: MergeRow, to after: MergeRow) -> RowChange? {
    var after = clock.converted(after, issuedAs: before)
    var isChanged = false
    for (column, field) in table.fields.enumerated() {
      let (old, new) = (before.values[column], after.values[column])
      let isSame =
        switch field.role {
        case .objectID: true
        // A row with an emptied GlobalID or key keeps it.
        case .globalID, .key: new.isEmpty || field.meaning.isSame(old, new)
        case .attribute, .geometry, .creator, .creationDate, .editor, .editDate, .content:
          returned.alignment.columns[column] == nil || field.meaning.isSame(old, new)
        }
      if isSame { after.values[column] = old } else { isChanged = true }
    }
    return isChanged ? RowChange(id: id, before: before, after: after) : nil
  }
}
