import Bytes
import FeatureData
import Filters
import Geometry
import Records

/// The rows of one stripe of a table: in memory, or in a file if memory has no room.
struct GatheredStripe: Sendable {
  /// The number of the source's records before the stripe.
  let firstRow: Int
  /// The numbers of the rows.
  let rows: Range<Int>
  private let content: Content
  private let notices: RowNotices

  private enum Content: Sendable {
    case memory(RowBatch)
    case file(SpilledRows)
  }

  init(
    _ stripe: RowReading.ReadStripe, firstGathered: Int, into spill: inout RowSpill
  ) throws {
    firstRow = stripe.firstRow
    rows = firstGathered..<(firstGathered + stripe.batch.count)
    notices = stripe.batch.notices
    var batch = stripe.batch
    batch.survey = Survey()
    content = try spill.add(batch).map(Content.file) ?? .memory(batch)
  }

  /// The selected rows of some candidates.
  func batch(
    of candidates: ArraySlice<RowCandidate>, _ filter: RowFilter, spill: FileRegion?,
    hasGeometry: Bool
  ) throws -> RowBatch {
    if candidates.count == rows.count, filter.takesAll, filter.selection == nil,
      case .memory(let batch) = content
    {
      return batch
    }
    var taken = RowBatch()
    taken.notices = notices
    try each(of: candidates, filter, spill: spill, hasGeometry: hasGeometry) { _, place, record in
      taken.bytes.append(record)
      taken.ends.append(taken.bytes.count)
      if let envelope = place.envelope { taken.envelopes.append(envelope) }
      if let rowid = place.rowid { taken.rowids.append(rowid) }
    }
    return taken
  }

  /// Calls `found` with each selected row of some candidates.
  func each(
    of candidates: ArraySlice<RowCandidate>, _ filter: RowFilter, spill: FileRegion?,
    hasGeometry: Bool, _ found: (_ row: Int, RowPlace, _ record: Span<UInt8>) throws -> Void
  ) throws {
    var run = filter.selection.map { WhereRun($0) }
    var layout = RecordLayout()
    var scratch = Geometry(.point)
    var buffer: [UInt8] = []
    for candidate in candidates {
      let index = candidate.row - rows.lowerBound
      try withRow(index, spill: spill, &buffer) { place, record in
        if candidate.needsTest || run != nil { try layout.parse(record) }
        guard run?.isTrue(layout: layout, record: record) ?? true else { return }
        if candidate.needsTest {
          guard hasGeometry, let area = filter.area, let envelope = place.envelope,
            case .blob(let blob) = layout.value(1, in: record),
            try area.meets(envelope, blob: record.extracting(blob), scratch: &scratch)
          else { return }
        }
        try found(candidate.row, place, record)
      }
    }
  }

  /// Passes one row on. Bytes in memory are used in place, and spilled ones are read.
  private func withRow(
    _ index: Int, spill: FileRegion?, _ buffer: inout [UInt8],
    _ body: (RowPlace, Span<UInt8>) throws -> Void
  ) throws {
    switch content {
    case .memory(let batch):
      let place = RowPlace(
        envelope: batch.envelopes.isEmpty ? nil : batch.envelopes[index],
        rowid: batch.rowids.isEmpty ? nil : batch.rowids[index])
      try body(place, batch.bytes.span.extracting(batch.range(of: index)))
    case .file(let rows):
      let place = try rows.read(index, of: spill, into: &buffer)
      try body(place, buffer.span.extracting(rows.headLength...))
    }
  }
}

extension GatheredStripe {
  /// Whether the first vertex of a row's shape is in an area.
  func startsIn(_ area: AreaFilter, row: Int, spill: FileRegion?) throws -> Bool {
    var isIn = false
    try each(
      of: [RowCandidate(row: row, needsTest: false)], RowFilter(), spill: spill, hasGeometry: true
    ) { _, _, record in
      var layout = RecordLayout()
      try layout.parse(record)
      guard case .blob(let range) = layout.value(1, in: record) else { return }
      var scratch = Geometry(.point)
      isIn = try area.holdsStart(of: record.extracting(range), scratch: &scratch)
    }
    return isIn
  }
}
