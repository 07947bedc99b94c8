import Bytes
import FeatureData
import Filters
import GeoPackage
import Geometry
import Packages
import Records

/// The rows of one table that pass its layer's filter, read once for the packages of many areas.
///
/// Rows are numbered from 0 over all stripes. An area finds its rows by boxes and keys, so it costs
/// as much as it packs.
struct GatheredTable: Sendable {
  /// The table, with the survey of all its records.
  private(set) var table: PlannedTable
  /// Whether GlobalIDs in different spellings are the same; nil if none are.
  private(set) var respelled: Finding?
  private var stripes: [GatheredStripe] = []
  /// The boxes of the rows in the areas' coordinates; nil for tables.
  private var boxes: BoxIndex?
  /// The keys of all records and the rows that have them, by record column.
  private(set) var keys: [Int: KeyIndex] = [:]
  /// The keys of the columns that relate the table to itself; nil if none do.
  private(set) var selfKeys: RowKeys?
  private var spill: FileRegion?

  /// Reads all rows of a table.
  ///
  /// - Parameters:
  ///   - keyColumns: the record columns that relationships use.
  ///   - area: any of the areas, which all have the same spatial reference; nil if areas have no
  ///     shape or the table no geometry.
  static func read(
    _ table: PlannedTable, keyColumns: [Int], relatesToItself: Bool, area: AreaFilter?, now: Int64,
    into store: inout RowSpill, progress: (Int) -> Void
  ) async throws -> GatheredTable {
    var gathered = GatheredTable(table: table)
    var boxes = BoxIndex.Builder()
    if relatesToItself { gathered.selfKeys = RowKeys(columns: keyColumns.count) }
    var filter = RowFilter()
    filter.whereClause = try table.whereClause(now: now)
    filter.takesAll = !table.leavesRecordsOut
    let isFiltered = filter.whereClause != nil || table.leavesRecordsOut
    var keys = keyColumns.map { _ in KeyIndex.Builder(isFiltered: isFiltered) }
    var notices = RowNotices()
    gathered.table = try await RowReading.read(
      table, filter: filter, keyColumns: keyColumns, progress: progress,
      collect: { stripe in
        if let area { try boxes.append(of: stripe.batch, in: area) }
        for index in keyColumns.indices {
          try keys[index].append(all: stripe.allKeys[index], taken: stripe.takenKeys[index])
          gathered.selfKeys?.append(stripe.takenKeys[index], toColumn: index)
        }
        notices.merge(stripe.batch.notices, firstRow: stripe.firstRow)
        let first = gathered.rowCount
        gathered.stripes.append(try GatheredStripe(stripe, firstGathered: first, into: &store))
      })
    if area != nil { gathered.boxes = try boxes.finish() }
    for (column, builder) in zip(keyColumns, keys) { gathered.keys[column] = try builder.finish() }
    if notices.globalIDForms.isMixed {
      gathered.respelled = try await RespelledIDs.finding(in: gathered.table)
    }
    return gathered
  }

  private init(table: PlannedTable) { self.table = table }

  /// Sets the file of the rows that memory had no room for.
  mutating func setSpill(_ region: FileRegion?) { spill = region }

  /// The number of rows.
  var rowCount: Int { stripes.last?.rows.upperBound ?? 0 }

  /// Selects rows and passes them on, stripe by stripe.
  func read(
    _ filter: RowFilter, share: AreaShare?, keyColumns: [Int],
    collect: (RowReading.ReadStripe) throws -> Void
  ) throws {
    let candidates = try candidates(filter, share)
    var next = 0
    for stripe in stripes {
      var end = next
      while end < candidates.count, candidates[end].row < stripe.rows.upperBound { end += 1 }
      let batch = try stripe.batch(
        of: candidates[next..<end], filter, spill: spill, hasGeometry: table.schema?.geometry != nil
      )
      next = end
      let keys = try batch.keys(in: keyColumns)
      try collect(
        RowReading.ReadStripe(
          firstRow: stripe.firstRow, batch: batch, takenKeys: keys,
          allKeys: keyColumns.map { _ in [] }, passedCount: stripe.rows.count, marks: [],
          refused: [], fingerprint: batch.fingerprint))
    }
  }

  /// The numbers of the rows that a filter selects, ascending.
  func rows(_ filter: RowFilter, share: AreaShare? = nil) throws -> [Int] {
    var rows: [Int] = []
    let candidates = try candidates(filter, share)
    var next = 0
    for stripe in stripes {
      var end = next
      while end < candidates.count, candidates[end].row < stripe.rows.upperBound { end += 1 }
      try stripe.each(
        of: candidates[next..<end], filter, spill: spill,
        hasGeometry: table.schema?.geometry != nil
      ) { row, _, _ in rows.append(row) }
      next = end
    }
    return rows
  }

  /// Whether the first vertex of a row's shape is in an area.
  func startsIn(_ area: AreaFilter, row: Int) throws -> Bool {
    guard let stripe = stripes.first(where: { $0.rows.contains(row) }) else { return false }
    return try stripe.startsIn(area, row: row, spill: spill)
  }

  /// The rows that may be selected, ascending.
  private func candidates(_ filter: RowFilter, _ share: AreaShare?) throws -> [RowCandidate] {
    if filter.takesAll { return (0..<rowCount).map { RowCandidate(row: $0, needsTest: false) } }
    var found: [RowCandidate] = []
    for (column, keys) in filter.keys {
      guard var lookup = self.keys[column].map(KeyIndex.Lookup.init) else { continue }
      for key in keys {
        try lookup.each(with: key) { row in
          if let row { found.append(RowCandidate(row: row, needsTest: false)) }
        }
      }
    }
    if let area = filter.area {
      try boxes?.each(meeting: area.box) { row in
        guard share?.owns(Int(row), of: table.name) ?? true else { return }
        found.append(RowCandidate(row: Int(row), needsTest: true))
      }
    }
    found.sort { $0.code < $1.code }
    var kept = 0
    for candidate in found where kept == 0 || found[kept - 1].row != candidate.row {
      found[kept] = candidate
      kept += 1
    }
    found.removeLast(found.count - kept)
    return found
  }
}

/// A row that may be selected. One that needs no test sorts before the same row that does.
struct RowCandidate: Sendable {
  let code: Int

  init(row: Int, needsTest: Bool) { code = row << 1 | (needsTest ? 1 : 0) }

  var row: Int { code >> 1 }
  /// Whether the row's geometry must be compared with the area.
  var needsTest: Bool { code & 1 == 1 }
}

extension BoxIndex.Builder {
  /// Adds the boxes of a batch's rows in an area's coordinates.
  fileprivate mutating func append(of batch: RowBatch, in area: AreaFilter) throws {
    var layout = RecordLayout()
    var scratch = Geometry(.point)
    let bytes = batch.bytes.span
    for row in 0..<batch.count {
      let record = bytes.extracting(batch.range(of: row))
      try layout.parse(record)
      guard case .blob(let range) = layout.value(1, in: record) else {
        try append(.empty)
        continue
      }
      try append(
        area.box(of: batch.envelopes[row], blob: record.extracting(range), scratch: &scratch))
    }
  }
}
