import Bytes
package import FeatureData
import Records

/// An index of the rows of a table by GlobalID. Needs 32 bytes per row.
struct RowIdentities {
  private struct Entry {
    var id: GlobalID
    var rowid: Int64
  }

  private let table: String
  private let isKey: Bool
  /// The number of rows without an identity.
  private(set) var missingCount = 0
  private var entries: [Entry] = []
  private var chains = HashChains()
  /// Rows that got a generated GlobalID because an earlier row has theirs.
  private var minted: [GlobalID: Int64] = [:]
  private(set) var largestRowID: Int64 = 0
  private(set) var largestObjectID: Int64 = 0

  /// - Parameter isKey: Whether a key identifies rows, instead of a GlobalID.
  init(table: String, isKey: Bool = false) {
    self.table = table
    self.isKey = isKey
  }

  /// The row ids of rows with the same identity as an earlier row.
  var repeated: [Int64] { minted.values.sorted() }

  /// Reserves capacity for about this many rows.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  mutating func add(
    rowid: Int64, globalID: RecordValue, objectID: RecordValue, in record: Span<UInt8>
  ) {
    let own = RowIdentity.stored(globalID, in: record, table: table, isKey: isKey)
    if own == nil { missingCount += 1 }
    let id = own ?? RowIdentity.minted(table: table, rowid: rowid)
    entries.append(Entry(id: id, rowid: rowid))
    largestRowID = max(largestRowID, rowid)
    if case .integer(let number)? = JoinKey(objectID, in: record) {
      largestObjectID = max(largestObjectID, number)
    }
  }

  /// The GlobalIDs by row id.
  var byRowID: [Int64: GlobalID] {
    Dictionary(entries.map { ($0.rowid, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// Completes the index. If several rows have the same identity, the first one keeps it and the
  /// others get a generated one.
  mutating func finish() {
    chains = HashChains(count: entries.count) { entries[$0].id.chainHash }
    for index in entries.indices {
      var other = chains.next(after: index)
      while let found = other {
        if entries[found].id == entries[index].id { mint(entries[found].rowid) }
        other = chains.next(after: found)
      }
    }
  }

  private mutating func mint(_ rowid: Int64) {
    minted[RowIdentity.minted(table: table, rowid: rowid)] = rowid
  }

  func rowid(of id: GlobalID) -> Int64? {
    if let index = entryIndex(of: id) { return entries[index].rowid }
    return minted[id]
  }

  /// Returns the index of the first entry with an identity.
  private func entryIndex(of id: GlobalID) -> Int? {
    var index = chains.first(id.chainHash)
    while let found = index, entries[found].id != id { index = chains.next(after: found) }
    return index
  }
}

/// An index of the rows of a table by the value of a field. Needs 24 bytes per row.
struct RowKeys {
  private struct Entry {
    var hash: Int
    var rowid: Int64
  }

  private var entries: [Entry] = []
  private var chains = HashChains()

  mutating func add(rowid: Int64, _ value: RecordValue, in record: Span<UInt8>) {
    guard let key = JoinKey(value, in: record) else { return }
    entries.append(Entry(hash: key.hashValue, rowid: rowid))
  }

  /// Completes the index.
  mutating func finish() {
    chains = HashChains(count: entries.count) { entries[$0].hash }
  }

  /// Returns the row ids of rows whose key has the same hash, in ascending order.
  func rowids(of key: JoinKey) -> [Int64] {
    let hash = key.hashValue
    var rowids: [Int64] = []
    var index = chains.first(hash)
    while let found = index {
      if entries[found].hash == hash { rowids.append(entries[found].rowid) }
      index = chains.next(after: found)
    }
    return rowids
  }
}

extension GlobalID {
  /// Creates a GlobalID from text. Nil if the value is not a GlobalID.
  init?(_ value: FieldValue) {
    guard case .text(let text) = value else { return nil }
    self.init(text.span, in: 0..<text.count)
  }
}

extension JoinKey {
  /// Creates a key from a value. Nil for null, bytes and fractional numbers.
  package init?(_ value: FieldValue) {
    switch value {
    case .null, .blob: return nil
    case .integer(let number): self = .integer(number)
    case .real(let number):
      guard let whole = Int64(exactly: number) else { return nil }
      self = .integer(whole)
    case .text(let text): self.init(.text(0..<text.count), in: text.span)
    }
  }
}
