import Bytes
import FeatureData
import Records

/// The keys of one column with their row ids, for pairing the rows of two tables.
///
/// GlobalIDs match regardless of case and braces, whole numbers by value, and other texts by their
/// bytes.
struct KeyList: Sendable {
  private struct Identity: Sendable {
    var id: GlobalID
    var rowid: Int64
  }

  private struct Number: Sendable {
    var value: Int64
    var rowid: Int64
  }

  private var identities: [Identity] = []
  private var numbers: [Number] = []
  private var texts: [[UInt8]: [Int64]] = [:]
  private var textOrder: [[UInt8]] = []

  mutating func append(_ value: RecordValue, of record: Span<UInt8>, rowid: Int64) {
    switch value {
    case .null, .blob: return
    case .integer(let number): numbers.append(Number(value: number, rowid: rowid))
    case .real(let real):
      if let number = Int64(exactly: real) {
        numbers.append(Number(value: number, rowid: rowid))
      }
    case .text(let range):
      if let id = GlobalID(record, in: range) {
        identities.append(Identity(id: id, rowid: rowid))
      } else {
        let text = record.extracting(range).copied()
        if texts[text] == nil { textOrder.append(text) }
        texts[text, default: []].append(rowid)
      }
    }
  }

  /// The pairs of row ids with the same key, in ascending order.
  static func pairs(base: KeyList, related: KeyList) -> [(base: Int64, related: Int64)] {
    var pairs: [(base: Int64, related: Int64)] = []
    join(
      base.identities, related.identities, key: \.id, hash: { $0.id.chainHash }, rowid: \.rowid,
      into: &pairs)
    join(
      base.numbers, related.numbers, key: \.value, hash: { $0.value.hashValue }, rowid: \.rowid,
      into: &pairs)
    for text in base.textOrder {
      for parent in base.texts[text] ?? [] {
        for child in related.texts[text] ?? [] { pairs.append((parent, child)) }
      }
    }
    pairs.sort { ($0.base, $0.related) < ($1.base, $1.related) }
    return pairs
  }

  private static func join<Item, Key: Equatable>(
    _ base: [Item], _ related: [Item], key: (Item) -> Key, hash: (Item) -> Int,
    rowid: (Item) -> Int64, into pairs: inout [(base: Int64, related: Int64)]
  ) {
    let parents = HashChains(count: base.count) { hash(base[$0]) }
    for child in related {
      let wanted = key(child)
      var parent = parents.first(hash(child))
      while let index = parent {
        if key(base[index]) == wanted { pairs.append((rowid(base[index]), rowid(child))) }
        parent = parents.next(after: index)
      }
    }
  }
}
