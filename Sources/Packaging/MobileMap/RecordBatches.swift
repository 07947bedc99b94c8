import Bytes
import GeoPackage
import SQLiteFile

/// The records of a table of the GeoPackage, a batch at a time, as the geodatabase takes them.
struct RecordBatches: Sendable {
  /// Records that lie one after the other.
  struct Batch: Sendable {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    var objectIDs: [Int64] = []
  }

  private var rows: GeoPackageRows
  private let keepsRowIDs: Bool
  /// The record's column that is left out: the source's own object id.
  private let leftOut: Int?
  private var number: Int64 = 0
  private var encoder = RecordEncoder()

  /// Enough that handing on a batch costs nothing beside making it.
  private static let size = 1 << 18

  init(_ table: GeodatabasePlan.Table, in store: GeoPackageReader) throws(GeoPackageError) {
    keepsRowIDs = try Self.canKeepRowIDs(of: table, in: store)
    rows = try store.rows(of: table.name)
    leftOut = table.objectIDColumn.map { table.layout.firstColumn + $0 }
  }

  /// Whether every row id can be an object id; else rows are numbered.
  private static func canKeepRowIDs(
    of table: GeodatabasePlan.Table, in store: GeoPackageReader
  ) throws(GeoPackageError) -> Bool {
    var rows = try store.rows(of: table.name)
    while try rows.advance() {
      guard (1...Int64(Int32.max)).contains(rows.rowid) else { return false }
    }
    return true
  }

  /// The next batch, without rows at the end, and what follows it: so that one can be made while
  /// another is written.
  func next() throws(GeoPackageError) -> (batch: Batch, rest: RecordBatches) {
    var rest = self
    let batch = try rest.take()
    return (batch, rest)
  }

  private mutating func take() throws(GeoPackageError) -> Batch {
    var batch = Batch()
    batch.bytes.reserveCapacity(Self.size + 4_096)
    while batch.bytes.count < Self.size, try rows.next() {
      number += 1
      batch.objectIDs.append(keepsRowIDs ? rows.rowid : number)
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      if let leftOut {
        let layout = rows.layout
        encoder.removeAll()
        for place in 0..<layout.count where place != leftOut {
          encoder.append(layout.value(place, in: record), of: record)
        }
        encoder.write(to: &batch.bytes)
      } else {
        batch.bytes.append(record)
      }
      batch.ends.append(batch.bytes.count)
    }
    return batch
  }
}
