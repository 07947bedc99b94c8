import Bytes
package import FeatureData
import SQLiteFile

/// The rows of a table by identity: 32 bytes a row.
struct RowIdentities {
  private struct Entry {
    var id: GlobalID
    var rowid: Int64
  }

  private let table: String
  private let isKey: Bool
  /// Rows without an identity of their own.
  private(set) var withoutOwn = 0
  private var entries: [Entry] = []
  private var chains = HashChains()
  /// Rows that have another identity than their GlobalID, which an earlier row has.
  private var minted: [GlobalID: Int64] = [:]
  private(set) var largestRowID: Int64 = 0
  private(set) var largestObjectID: Int64 = 0

  /// - Parameter isKey: whether a key of any kind tells rows apart, and not a GlobalID.
  init(table: String, isKey: Bool = false) {
    self.table = table
    self.isKey = isKey
  }

  /// The rows whose identity an earlier row has, by row id.
  var repeated: [Int64] { minted.values.sorted() }

  /// Makes room for about as many rows.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  mutating func add(
    rowid: Int64, _ globalID: RecordValue, _ objectID: RecordValue, in record: Span<UInt8>
  ) {
    let own = RowIdentity.stored(globalID, in: record, table: table, isKey: isKey)
    if own == nil { withoutOwn += 1 }
    let id = own ?? RowIdentity.minted(table: table, rowid: rowid)
    entries.append(Entry(id: id, rowid: rowid))
    largestRowID = max(largestRowID, rowid)
    if case .integer(let number)? = JoinKey(objectID, in: record) {
      largestObjectID = max(largestObjectID, number)
    }
  }

  /// All of them, by row id.
  var byRowID: [Int64: GlobalID] {
    Dictionary(entries.map { ($0.rowid, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// Ends the adding. Of several rows of one identity the first has it; the others get their own.
  mutating func finish() {
    chains = HashChains(count: entries.count) { entries[$0].id.chainHash }
    for place in entries.indices {
      var other = chains.next(after: place)
      while let found = other {
        if entries[found].id == entries[place].id { mint(entries[found].rowid) }
        other = chains.next(after: found)
      }
    }
  }

  private mutating func mint(_ rowid: Int64) {
    minted[RowIdentity.minted(table: table, rowid: rowid)] = rowid
  }

  func rowid(of id: GlobalID) -> Int64? {
    if let place = place(of: id) { return entries[place].rowid }
    return minted[id]
  }

  /// The first place of an identity.
  private func place(of id: GlobalID) -> Int? {
    var place = chains.first(id.chainHash)
    while let found = place, entries[found].id != id { place = chains.next(after: found) }
    return place
  }
}

/// The rows of a table by what a field holds: 24 bytes a row.
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

  /// Ends the adding.
  mutating func finish() {
    chains = HashChains(count: entries.count) { entries[$0].hash }
  }

  /// The rows whose key has this one's hash, ascending.
  func rowids(of key: JoinKey) -> [Int64] {
    let hash = key.hashValue
    var rowids: [Int64] = []
    var place = chains.first(hash)
    while let found = place {
      if entries[found].hash == hash { rowids.append(entries[found].rowid) }
      place = chains.next(after: found)
    }
    return rowids
  }
}

extension GlobalID {
  /// The identity that a value spells; nil for any other.
  init?(_ value: FieldValue) {
    guard case .text(let text) = value else { return nil }
    self.init(text.span, in: 0..<text.count)
  }
}

extension JoinKey {
  /// The key a value stands for; nil for NULL, bytes, and a number that is not whole.
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
