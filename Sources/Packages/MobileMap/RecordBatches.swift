import Bytes
import GeoPackage
import Records

/// The records of a GeoPackage table in batches, in the form that the geodatabase takes.
struct RecordBatches: Sendable {
  /// Consecutive records.
  struct Batch: Sendable {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    var objectIDs: [Int64] = []
  }

  private var rows: GeoPackageRows
  private let keepsRowIDs: Bool
  /// The record's column to leave out: the object ID of the source.
  private let leftOut: Int?
  private var number: Int64 = 0
  private var encoder = RecordEncoder()

  /// Large enough that passing on a batch costs little compared with making it.
  private static let size = 1 << 18

  init(_ table: GeodatabasePlan.Table, in store: GeoPackageReader) throws {
    keepsRowIDs = try Self.canKeepRowIDs(of: table, in: store)
    rows = try store.rows(of: table.name)
    leftOut = table.objectIDColumn.map { table.layout.firstColumn + $0 }
  }

  /// Whether every row ID can be an object ID. Otherwise rows are numbered.
  private static func canKeepRowIDs(
    of table: GeodatabasePlan.Table, in store: GeoPackageReader
  ) throws -> Bool {
    var rows = try store.rows(of: table.name)
    while try rows.advance() {
      guard (1...Int64(Int32.max)).contains(rows.rowid) else { return false }
    }
    return true
  }

  /// The next batch, and the batches after it. The batch at the end has no rows. This form allows
  /// one batch to be made while another is written.
  func next() throws -> (batch: Batch, rest: RecordBatches) {
    var rest = self
    let batch = try rest.take()
    return (batch, rest)
  }

  private mutating func take() throws -> Batch {
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
        for column in 0..<layout.count where column != leftOut {
          encoder.append(layout.value(column, in: record), of: record)
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
