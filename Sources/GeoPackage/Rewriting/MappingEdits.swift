import Records
import SQLiteFile

/// The pairs to remove from and add to a mapping table.
struct MappingEdits {
  /// Pairs to remove.
  var removed: Set<PairEdits.Pair> = []
  /// Rows whose pairs are all removed.
  var deletedBases: Set<Int64> = []
  var deletedRelated: Set<Int64> = []
  /// Pairs to add, in order.
  var added: [PairEdits.Pair] = []
  /// All pairs that the table should have in the end; nil if only the other properties apply.
  var wanted: [PairEdits.Pair]?

  var isEmpty: Bool {
    removed.isEmpty && deletedBases.isEmpty && deletedRelated.isEmpty && added.isEmpty
      && wanted == nil
  }

  /// The columns of the two ids in a mapping table; nil for another kind of table.
  struct Ends {
    let base: Int
    let related: Int

    init?(_ table: StoredTable) {
      guard let base = table.column(named: "base_id"),
        let related = table.column(named: "related_id")
      else { return nil }
      self.base = base
      self.related = related
    }
  }

  /// Whether a stored pair is removed. If `wanted` is set, each pair stays as often as it is in
  /// there.
  private func isRemoved(
    base: Int64?, related: Int64?, open: inout [PairEdits.Pair: Int]
  ) -> Bool {
    if let base, deletedBases.contains(base) { return true }
    if let related, deletedRelated.contains(related) { return true }
    guard let base, let related else { return false }
    let pair = PairEdits.Pair(base: base, related: related)
    if removed.contains(pair) { return true }
    guard wanted != nil else { return false }
    guard let count = open[pair], count > 0 else { return true }
    open[pair] = count - 1
    return false
  }

  /// The edits of the rows of a table, in the row form of ``RowLayout/init(whole:)``.
  func edits(
    of table: StoredTable, _ ends: Ends, in database: DatabaseReader
  ) throws -> TableEdits {
    var edits = TableEdits()
    var decoder = RowDecoder(table, in: database)
    var open = openPairs
    try database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      let base = decoder.value(ends.base, of: record).integer
      let related = decoder.value(ends.related, of: record).integer
      if isRemoved(base: base, related: related, open: &open) { edits.deleted.append(rowid) }
    }
    for pair in addedPairs(&open) { edits.added.append((nil, Self.row(pair, of: table, ends))) }
    return edits
  }

  /// How often each pair is wanted.
  private var openPairs: [PairEdits.Pair: Int] {
    var open: [PairEdits.Pair: Int] = [:]
    for pair in wanted ?? [] { open[pair, default: 0] += 1 }
    return open
  }

  /// The pairs to add. `open` gives how often wanted pairs are still missing.
  private func addedPairs(_ open: inout [PairEdits.Pair: Int]) -> [PairEdits.Pair] {
    var pairs: [PairEdits.Pair] = []
    for pair in wanted ?? [] {
      guard let count = open[pair], count > 0 else { continue }
      open[pair] = count - 1
      pairs.append(pair)
    }
    return pairs + added
  }

  /// The pairs to remove and to add in a WITHOUT ROWID table, whose rows are its pairs.
  func pairs(
    of table: StoredTable, _ ends: Ends, in database: DatabaseReader
  ) throws -> (removed: Set<PairEdits.Pair>, added: Set<PairEdits.Pair>) {
    var removed: Set<PairEdits.Pair> = []
    var kept: Set<PairEdits.Pair> = []
    var decoder = RowDecoder(table, in: database)
    var open = openPairs
    try database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      let base = decoder.value(ends.base, of: record).integer
      let related = decoder.value(ends.related, of: record).integer
      let isRemoved = isRemoved(base: base, related: related, open: &open)
      guard let base, let related else { return }
      let pair = PairEdits.Pair(base: base, related: related)
      if isRemoved { removed.insert(pair) } else { kept.insert(pair) }
    }
    return (removed, Set(addedPairs(&open)).subtracting(kept))
  }

  private static func row(
    _ pair: PairEdits.Pair, of table: StoredTable, _ ends: Ends
  ) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for column in RowLayout(whole: table).others {
      switch column {
      case ends.base: encoder.append(pair.base)
      case ends.related: encoder.append(pair.related)
      default: encoder.append(table.columns[column].defaultValue)
      }
    }
    var row: [UInt8] = []
    encoder.write(to: &row)
    return row
  }
}
