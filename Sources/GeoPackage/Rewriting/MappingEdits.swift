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
  private func goes(
    _ base: Int64?, _ related: Int64?, _ open: inout [PairEdits.Pair: Int]
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
    var open: [PairEdits.Pair: Int] = [:]
    for pair in wanted ?? [] { open[pair, default: 0] += 1 }
    var decoder = RowDecoder(table, in: database)
    try database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      let base = decoder.value(ends.base, of: record).integer
      let related = decoder.value(ends.related, of: record).integer
      if goes(base, related, &open) { edits.deleted.append(rowid) }
    }
    for pair in wanted ?? [] {
      guard let count = open[pair], count > 0 else { continue }
      open[pair] = count - 1
      edits.added.append((nil, Self.row(pair, of: table, ends)))
    }
    for pair in added { edits.added.append((nil, Self.row(pair, of: table, ends))) }
    return edits
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
