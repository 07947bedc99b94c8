import SQLiteFile

/// What changes in a mapping table that passes row by row: pairs that go and pairs that come.
struct MappingEdits {
  /// Pairs that go by name.
  var removed: Set<PairEdits.Pair> = []
  /// Rows that go with all their pairs.
  var goneBases: Set<Int64> = []
  var goneRelated: Set<Int64> = []
  /// Pairs that come, in their order.
  var added: [PairEdits.Pair] = []
  /// All pairs that there are to be; nil where only the others tell.
  var wanted: [PairEdits.Pair]?

  var isEmpty: Bool {
    removed.isEmpty && goneBases.isEmpty && goneRelated.isEmpty && added.isEmpty && wanted == nil
  }

  /// Where the ends of pairs are in a mapping table; nil for a table that is none.
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

  /// Whether a pair goes. Of pairs that are wanted, as many stay as are.
  private func isRemoved(
    base: Int64?, related: Int64?, open: inout [PairEdits.Pair: Int]
  ) -> Bool {
    if let base, goneBases.contains(base) { return true }
    if let related, goneRelated.contains(related) { return true }
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
    for pair in coming(&open) { edits.added.append((nil, Self.row(pair, of: table, ends))) }
    return edits
  }

  /// How often each pair is wanted.
  private var openPairs: [PairEdits.Pair: Int] {
    var open: [PairEdits.Pair: Int] = [:]
    for pair in wanted ?? [] { open[pair, default: 0] += 1 }
    return open
  }

  /// The pairs that come, where `open` tells how often those that are wanted are not there.
  private func coming(_ open: inout [PairEdits.Pair: Int]) -> [PairEdits.Pair] {
    var pairs: [PairEdits.Pair] = []
    for pair in wanted ?? [] {
      guard let count = open[pair], count > 0 else { continue }
      open[pair] = count - 1
      pairs.append(pair)
    }
    return pairs + added
  }

  /// The pairs that go and those that come in a table WITHOUT ROWID, whose rows are its pairs.
  func pairs(
    of table: StoredTable, _ ends: Ends, in database: DatabaseReader
  ) throws -> (gone: Set<PairEdits.Pair>, coming: Set<PairEdits.Pair>) {
    var gone: Set<PairEdits.Pair> = []
    var kept: Set<PairEdits.Pair> = []
    var decoder = RowDecoder(table, in: database)
    var open = openPairs
    try database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      let base = decoder.value(ends.base, of: record).integer
      let related = decoder.value(ends.related, of: record).integer
      let isGone = isRemoved(base: base, related: related, open: &open)
      guard let base, let related else { return }
      let pair = PairEdits.Pair(base: base, related: related)
      if isGone { gone.insert(pair) } else { kept.insert(pair) }
    }
    return (gone, Set(coming(&open)).subtracting(kept))
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
