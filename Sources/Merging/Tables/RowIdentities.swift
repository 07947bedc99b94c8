import Bytes
import FeatureData
import SQLiteFile

/// The rows of a table by identity: 24 bytes a row.
struct RowIdentities {
  private struct Entry {
    var id: GlobalID
    var rowid: Int64
  }

  private let table: String
  private var entries: [Entry] = []
  private(set) var largestRowID: Int64 = 0

  init(table: String) {
    self.table = table
  }

  mutating func add(rowid: Int64, _ value: RecordValue, in record: Span<UInt8>) {
    let id =
      RowIdentity.stored(value, in: record, table: table)
      ?? RowIdentity.minted(table: table, rowid: rowid)
    entries.append(Entry(id: id, rowid: rowid))
    largestRowID = max(largestRowID, rowid)
  }

  /// All of them, by row id.
  var byRowID: [Int64: GlobalID] {
    Dictionary(entries.map { ($0.rowid, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// Ends the adding. Of several rows of one identity the first has it; the others get their own.
  mutating func order() {
    sort()
    var repeats = false
    for place in entries.indices.dropFirst() where entries[place].id == entries[place - 1].id {
      repeats = true
    }
    guard repeats else { return }
    var last: GlobalID?
    for place in entries.indices {
      let id = entries[place].id
      if id == last {
        entries[place].id = RowIdentity.minted(table: table, rowid: entries[place].rowid)
      }
      last = id
    }
    sort()
  }

  private mutating func sort() {
    entries.sort { $0.id != $1.id ? $0.id < $1.id : $0.rowid < $1.rowid }
  }

  func rowid(of id: GlobalID) -> Int64? {
    let place = entries.firstPlace { $0.id < id }
    return place < entries.count && entries[place].id == id ? entries[place].rowid : nil
  }
}

/// The rows of a table by what a field holds: 16 bytes a row.
struct RowKeys {
  private struct Entry {
    var hash: UInt64
    var rowid: Int64
  }

  private var entries: [Entry] = []
  private(set) var largestNumber: Int64 = 0

  mutating func add(rowid: Int64, _ value: RecordValue, in record: Span<UInt8>) {
    guard let key = RecordKey(value, in: record) else { return }
    entries.append(Entry(hash: Self.hash(key), rowid: rowid))
    if case .integer(let number) = key { largestNumber = max(largestNumber, number) }
  }

  mutating func order() {
    entries.sort { $0.hash != $1.hash ? $0.hash < $1.hash : $0.rowid < $1.rowid }
  }

  /// The rows whose key has this one's hash, ascending.
  func rowids(of key: RecordKey) -> [Int64] {
    let hash = Self.hash(key)
    var place = entries.firstPlace { $0.hash < hash }
    var rowids: [Int64] = []
    while place < entries.count, entries[place].hash == hash {
      rowids.append(entries[place].rowid)
      place += 1
    }
    return rowids
  }

  private static func hash(_ key: RecordKey) -> UInt64 {
    var bytes: [UInt8] = []
    switch key {
    case .globalID(let id):
      bytes.append(bigEndian: id.high)
      bytes.append(bigEndian: id.low)
    case .integer(let number): bytes.append(bigEndian: UInt64(bitPattern: number))
    case .text(let text): bytes = text
    }
    return Fingerprint(bytes.span).low
  }
}

extension GlobalID {
  /// The identity that a value spells; nil for any other.
  init?(_ value: FieldValue) {
    guard case .text(let text) = value else { return nil }
    self.init(text.span, in: 0..<text.count)
  }
}

extension RecordKey {
  /// The key a value stands for; nil for NULL, bytes, and a number that is not whole.
  init?(_ value: FieldValue) {
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

extension Array {
  /// The first place that is not before the mark, in an array ordered by it.
  func firstPlace(where isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
