import Bytes
import FeatureData
import GeoPackage
import Geometry

/// What a row has beside its record.
struct RowPlace: Sendable {
  /// The box of its shape in the source's coordinates; nil if the table has no geometry.
  var envelope: Envelope?
  /// Its id in the original store; nil if rows are renumbered.
  var rowid: Int64?
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

  /// Writes rows to the file if memory has no room for them; nil if it has.
  mutating func add(_ batch: RowBatch) throws -> SpilledRows? {
    if batch.bytes.count <= room {
      room -= batch.bytes.count
      return nil
    }
    if file == nil { file = try OutputFile(scratchIn: folder) }
    let (rows, bytes) = SpilledRows.encoded(batch, offset: file?.count ?? 0)
    try file?.append(bytes.span)
    return rows
  }

  /// The file, if any bytes went there.
  consuming func finish() throws -> FileRegion? {
    guard let file = file.take() else { return nil }
    return FileRegion(try file.reopen())
  }
}

/// Where the rows of one stripe are in the file. Each is its box and its id, if the table has these,
/// and its record.
struct SpilledRows: Sendable {
  private let offset: Int
  /// Where each row ends, from the offset.
  private let ends: [UInt32]
  private let hasEnvelopes: Bool
  private let hasRowids: Bool

  /// The bytes of a row before its record.
  var headLength: Int { (hasEnvelopes ? StoredEnvelope.length : 0) + (hasRowids ? 8 : 0) }

  fileprivate static func encoded(_ batch: RowBatch, offset: Int) -> (SpilledRows, [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(batch.bytes.count + batch.count * (StoredEnvelope.length + 8))
    var ends: [UInt32] = []
    ends.reserveCapacity(batch.count)
    for row in 0..<batch.count {
      if !batch.envelopes.isEmpty { StoredEnvelope.append(batch.envelopes[row], to: &bytes) }
      if !batch.rowids.isEmpty { bytes.append(littleEndian: UInt64(bitPattern: batch.rowids[row])) }
      bytes.append(batch.bytes.span.extracting(batch.range(of: row)))
      ends.append(UInt32(bytes.count))
    }
    let rows = SpilledRows(
      offset: offset, ends: ends, hasEnvelopes: !batch.envelopes.isEmpty,
      hasRowids: !batch.rowids.isEmpty)
    return (rows, bytes)
  }

  /// Reads a row. Its bytes replace the content of `buffer`.
  func read(
    _ index: Int, of file: FileRegion?, into buffer: inout [UInt8]
  ) throws(BytesError) -> RowPlace {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    try file?.read(at: offset + start, count: Int(ends[index]) - start, into: &buffer)
    let bytes = buffer.span
    return RowPlace(
      envelope: hasEnvelopes ? StoredEnvelope.read(bytes, at: 0) : nil,
      rowid: hasRowids
        ? Int64(bitPattern: bytes.littleEndianUInt64(at: headLength - 8)) : nil)
  }
}
