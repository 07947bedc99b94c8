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
  /// The rows without their bytes, if these are spilled.
  private let batch: RowBatch
  /// The offset of the bytes in the file; nil if they are in memory.
  private let offset: Int?

  init(
    _ stripe: RowReading.ReadStripe, firstGathered: Int, into spill: inout RowSpill
  ) throws {
    firstRow = stripe.firstRow
    rows = firstGathered..<(firstGathered + stripe.batch.count)
    var batch = stripe.batch
    batch.survey = Survey()
    offset = try spill.add(&batch.bytes)
    self.batch = batch
  }

  /// The selected rows of some candidates.
  func batch(
    of candidates: ArraySlice<RowCandidate>, _ filter: RowFilter, spill: FileRegion?,
    hasGeometry: Bool
  ) throws -> RowBatch {
    var taken = RowBatch()
    taken.notices = batch.notices
    if candidates.count == rows.count, filter.takesAll, filter.selection == nil, offset == nil {
      return batch
    }
    try each(of: candidates, filter, spill: spill, hasGeometry: hasGeometry) { row, record in
      taken.bytes.append(record)
      taken.ends.append(taken.bytes.count)
      if !batch.envelopes.isEmpty { taken.envelopes.append(batch.envelopes[row - rows.lowerBound]) }
      if !batch.rowids.isEmpty { taken.rowids.append(batch.rowids[row - rows.lowerBound]) }
    }
    return taken
  }

  /// Calls `found` with each selected row of some candidates.
  func each(
    of candidates: ArraySlice<RowCandidate>, _ filter: RowFilter, spill: FileRegion?,
    hasGeometry: Bool, _ found: (_ row: Int, _ record: Span<UInt8>) -> Void
  ) throws {
    var run = filter.selection.map { WhereRun($0) }
    var layout = RecordLayout()
    var scratch = Geometry(.point)
    for candidate in candidates {
      let index = candidate.row - rows.lowerBound
      let range = batch.range(of: index)
      // Bytes in memory are used in place, and spilled ones are read.
      let spilled = try offset.flatMap { offset in
        try spill?.read(at: offset + range.lowerBound, count: range.count)
      }
      let bytes = spilled ?? batch.bytes
      let record = bytes.span.extracting(spilled == nil ? range : 0..<range.count)
      if candidate.needsTest || run != nil { try layout.parse(record) }
      guard run?.isTrue(layout: layout, record: record) ?? true else { continue }
      if candidate.needsTest {
        guard hasGeometry, let area = filter.area,
          case .blob(let blob) = layout.value(1, in: record),
          try area.meets(
            batch.envelopes[index], blob: record.extracting(blob), scratch: &scratch)
        else { continue }
      }
      found(candidate.row, record)
    }
  }
}

extension GatheredStripe {
  /// Whether the first vertex of a row's shape is in an area.
  func startsIn(_ area: AreaFilter, row: Int, spill: FileRegion?) throws -> Bool {
    let all = RowFilter()
    var isIn = false
    var failure: (any Error)?
    try each(
      of: [RowCandidate(row: row, needsTest: false)], all, spill: spill, hasGeometry: true
    ) { _, record in
      do {
        var layout = RecordLayout()
        try layout.parse(record)
        guard case .blob(let range) = layout.value(1, in: record) else { return }
        var scratch = Geometry(.point)
        isIn = try area.holdsStart(of: record.extracting(range), scratch: &scratch)
      } catch { failure = error }
    }
    if let failure { throw failure }
    return isIn
  }
}

/// Where rows go that memory has no room for.
struct RowSpill: ~Copyable {
  /// The bytes that may still stay in memory.
  private var room: Int
  private let folder: String
  private var file: OutputFile?

  /// - Parameters:
  ///   - room: the bytes that may stay in memory.
  ///   - folder: the folder of the file, which has no name.
  init(room: Int, scratchIn folder: String) {
    self.room = room
    self.folder = folder
  }

  /// Takes bytes if memory has no room for them, and returns their offset in the file.
  mutating func add(_ bytes: inout [UInt8]) throws -> Int? {
    if bytes.count <= room {
      room -= bytes.count
      return nil
    }
    if file == nil { file = try OutputFile(scratchIn: folder) }
    let offset = file?.count ?? 0
    try file?.append(bytes.span)
    bytes = []
    return offset
  }

  /// The file, if any bytes went there.
  consuming func finish() throws -> FileRegion? {
    guard let file = file.take() else { return nil }
    return FileRegion(try file.reopen())
  }
}
