// The changes of the last merges, as a JSON text in the store (`urn:fieldpack:history:1`). Undo
// reads it:
//
//   format       "fieldpack.history/1"
//   merges[]     oldest first
//     time       when, as in the ledger
//     packages   the contents of its packages, as in the ledger
//     data       a JSON object, deflated with a zlib header, as base64. (Programs that list a
//                file's metadata would show a plain text in full.)
//       changes  the fingerprints that the merge added to the ledger
//       photos   how many attachments it deleted or replaced; their bytes are not kept
//       tables[] name, fields[], and rows[]: [row id, GlobalID or null, before, after]
//       pairs[]  table, added[] and removed[] of [base id, related id]
//
// Before and after are lists that alternate the index of a field and its value. They hold the
// fields that changed. For an added or deleted row they hold all values that are not null, and the
// other list is null. A whole number is a number and a text is a string. ["r", bits] is a real
// number, ["t", digits] a text that is not UTF-8, and ["b", digits] a blob, all in hexadecimal
// digits.

import Bytes
import FeatureData
import FoundationEssentials
package import GeoPackage
import OrderedJSON

/// The changes of the last merges into a store.
package struct MergeHistory: Sendable, Equatable {
  /// The standard that identifies the text among the store's metadata.
  package static let standard = "urn:fieldpack:history:1"
  private static let format = "fieldpack.history/1"
  /// How many merges are kept, and how many bytes they may take. The oldest are dropped first.
  private static let mostMerges = 10
  private static let mostBytes = 4 << 20
  /// The largest size of one merge, inflated.
  private static let mostInflated = 256 << 20

  /// The merges, oldest first.
  private var merges: [Packed] = []

  /// A merge as the store keeps it.
  private struct Packed: Sendable, Equatable {
    var time: String
    var packages: [String]
    var data: String
  }

  /// The changes of a merge.
  package struct Entry: Sendable, Equatable {
    var changes: Set<UInt64> = []
    /// How many attachments were deleted or replaced.
    var lostAttachments = 0
    var tables: [Table] = []
    var pairs: [Pairs] = []
  }

  /// The changes in a table.
  struct Table: Sendable, Equatable {
    var name: String
    var fields: [String]
    var rows: [Row] = []
  }

  /// A row that changed.
  struct Row: Sendable, Equatable {
    var rowid: Int64
    /// The GlobalID; nil in a table without GlobalIDs.
    var id: GlobalID?
    /// The old values by field index; nil for an added row.
    var before: [Int: FieldValue]?
    /// The new values by field index; nil for a deleted row.
    var after: [Int: FieldValue]?
  }

  /// The changes in a table of pairs.
  struct Pairs: Sendable, Equatable {
    var table: String
    var edits: PairEdits
  }

  /// The history of a store; empty if it has none or it cannot be read.
  ///
  /// - Throws: `GeoPackageError` if the metadata cannot be read.
  package init(of store: GeoPackageReader) throws {
    guard let text = try store.metadata().first(where: { $0.standard == Self.standard })?.text,
      let json = try? JSONParser.parse(Array(text.utf8)),
      json["format"]?.string == Self.format, let merges = json["merges"]?.array
    else { return }
    self.merges = merges.compactMap { merge in
      guard let time = merge["time"]?.string, let packages = merge["packages"]?.array,
        let data = merge["data"]?.string
      else { return nil }
      return Packed(time: time, packages: packages.compactMap(\.string), data: data)
    }
  }

  /// The changes of a merge in the ledger; nil if they are not kept or cannot be read.
  func entry(of merge: MergeLedger.Merge) -> Entry? {
    let sought = Self.packed(merge, "")
    guard
      let packed = merges.last(where: { $0.time == sought.time && $0.packages == sought.packages }),
      let data = Data(base64Encoded: packed.data),
      let text = try? Deflate.inflate(
        Array(data).span, format: .zlib, limit: Self.mostInflated),
      let json = try? JSONParser.parse(text)
    else { return nil }
    return Entry(json)
  }

  /// Adds a merge, and drops the oldest ones beyond the limits.
  ///
  /// - Throws: `BytesError` if zlib fails.
  mutating func add(
    _ text: MergeHistoryText, as merge: MergeLedger.Merge
  ) throws(BytesError) {
    let data = try Deflate.compress(text.bytes.span, format: .zlib, level: 1)
    merges.append(Self.packed(merge, Data(data).base64EncodedString()))
    var size = merges.reduce(0) { $0 + $1.data.utf8.count }
    while merges.count > Self.mostMerges || size > Self.mostBytes {
      size -= merges.removeFirst().data.utf8.count
    }
  }

  /// Removes a merge.
  mutating func remove(_ merge: MergeLedger.Merge) {
    let sought = Self.packed(merge, "")
    merges.removeAll { $0.time == sought.time && $0.packages == sought.packages }
  }

  private static func packed(_ merge: MergeLedger.Merge, _ data: String) -> Packed {
    Packed(
      time: DateText.dateTime(merge.time), packages: merge.packages.map(\.content).sorted(),
      data: data)
  }

  /// The history as the store keeps it.
  package var metadata: GeoPackageMetadata {
    let root: JSON = [
      "format": .string(Self.format),
      "merges": .array(
        merges.map {
          [
            "time": .string($0.time), "packages": .array($0.packages.map { .string($0) }),
            "data": .string($0.data),
          ]
        }),
    ]
    return GeoPackageMetadata(
      standard: Self.standard, mimeType: "application/json",
      text: String(decoding: JSONWriter.write(root), as: UTF8.self))
  }
}

// MARK: Reading

extension MergeHistory.Entry {
  fileprivate init?(_ json: JSON) {
    guard let changes = json["changes"]?.string.flatMap(MergeLedger.fingerprints),
      let tables = json["tables"]?.array, let pairs = json["pairs"]?.array
    else { return nil }
    self.changes = changes
    lostAttachments = json["photos"]?.int ?? 0
    for table in tables {
      guard let table = MergeHistory.Table(table) else { return nil }
      self.tables.append(table)
    }
    for pairs in pairs {
      guard let pairs = MergeHistory.Pairs(pairs) else { return nil }
      self.pairs.append(pairs)
    }
  }
}

extension MergeHistory.Table {
  fileprivate init?(_ json: JSON) {
    guard let name = json["name"]?.string, let fields = json["fields"]?.array,
      let rows = json["rows"]?.array
    else { return nil }
    self.name = name
    self.fields = fields.compactMap(\.string)
    for row in rows {
      guard let row = MergeHistory.Row(row, fields: fields.count) else { return nil }
      self.rows.append(row)
    }
  }
}

extension MergeHistory.Row {
  fileprivate init?(_ json: JSON, fields: Int) {
    guard let parts = json.array, parts.count == 4, let rowid = parts[0].int else { return nil }
    self.rowid = Int64(rowid)
    id = parts[1].string.flatMap { GlobalID($0) }
    before = Self.values(parts[2], fields)
    after = Self.values(parts[3], fields)
    if before == nil, after == nil { return nil }
  }

  private static func values(_ json: JSON, _ fields: Int) -> [Int: FieldValue]? {
    guard let parts = json.array, parts.count.isMultiple(of: 2) else { return nil }
    var values: [Int: FieldValue] = [:]
    for at in stride(from: 0, to: parts.count, by: 2) {
      guard let field = parts[at].int, (0..<fields).contains(field),
        let value = ExactValue(parts[at + 1])?.value
      else { return nil }
      values[field] = value
    }
    return values
  }
}

extension MergeHistory.Pairs {
  fileprivate init?(_ json: JSON) {
    guard let table = json["table"]?.string, let added = json["added"]?.array,
      let removed = json["removed"]?.array
    else { return nil }
    func pairs(_ list: [JSON]) -> [PairEdits.Pair] {
      list.compactMap { pair in
        guard let base = pair[0]?.int, let related = pair[1]?.int else { return nil }
        return PairEdits.Pair(base: Int64(base), related: Int64(related))
      }
    }
    self.table = table
    edits = PairEdits(removed: Set(pairs(removed)), added: pairs(added))
  }
}
