import FeatureData
import GeoPackage
import OrderedJSON

/// Writes the changes of a merge as the text that ``MergeHistory`` keeps. It writes directly from
/// the rows, because a merge may change a hundred thousand of them.
struct MergeHistoryText {
  private(set) var bytes: [UInt8] = []
  private let schema: MergeSchema

  /// - Parameter changes: the fingerprints that the merge added to the ledger.
  init(_ outcome: MergeOutcome, _ schema: MergeSchema, changes: Set<UInt64>) {
    self.schema = schema
    let tables = outcome.changes.filter { !$0.rows.isEmpty }
    append(#"{"changes":""#)
    MergeLedger.append(digitsOf: changes, to: &bytes)
    append(#"","photos":\#(lostAttachments(tables)),"tables":"#)
    list(tables) { text, changes in text.append(changes) }
    append(#","pairs":"#)
    list(outcome.pairs.sorted { $0.key < $1.key }) { text, pairs in
      text.append(pairs.value, of: pairs.key)
    }
    append("}")
  }

  private func lostAttachments(_ tables: [TableChanges]) -> Int {
    tables.reduce(0) { sum, changes in
      let table = schema.tables[changes.table]
      return sum + (table.isAttachments ? changes.rows.count { table.losesAttachment($0) } : 0)
    }
  }

  private mutating func append(_ changes: TableChanges) {
    let table = schema.tables[changes.table]
    append(#"{"name":"#)
    JSONWriter.append(table.name, to: &bytes)
    append(#","fields":"#)
    list(table.fields) { text, field in JSONWriter.append(field.name, to: &text.bytes) }
    append(#","rows":"#)
    let hasGlobalID = table.fieldIndex(of: .globalID) != nil
    list(changes.rows) { text, change in text.append(change, hasGlobalID: hasGlobalID) }
    append("}")
  }

  private mutating func append(_ change: RowChange, hasGlobalID: Bool) {
    append("[")
    append(change.rowid)
    if hasGlobalID {
      append(#",""#)
      change.id.appendText(to: &bytes)
      append(#"","#)
    } else {
      append(",null,")
    }
    append(change.before, besides: change.after)
    append(",")
    append(change.after, besides: change.before)
    append("]")
  }

  /// Appends the fields in which a row differs from its other side. If there is no other side,
  /// appends all fields that are not null.
  private mutating func append(_ row: MergeRow?, besides other: MergeRow?) {
    guard let row else { return append("null") }
    append("[")
    var isFirst = true
    for field in row.values.indices {
      guard other.map({ row[field] != $0[field] }) ?? !row[field].isNull else { continue }
      if !isFirst { append(",") }
      isFirst = false
      append(Int64(field))
      append(",")
      ExactValue(row[field]).append(to: &bytes)
    }
    append("]")
  }

  private mutating func append(_ edits: PairEdits, of relation: Int) {
    append(#"{"table":"#)
    JSONWriter.append(schema.pairs[relation].mappingTable, to: &bytes)
    append(#","added":"#)
    append(edits.added)
    append(#","removed":"#)
    append(edits.removed.sorted { ($0.base, $0.related) < ($1.base, $1.related) })
    append("}")
  }

  private mutating func append(_ pairs: [PairEdits.Pair]) {
    list(pairs) { text, pair in text.append("[\(pair.base),\(pair.related)]") }
  }

  private mutating func list<Element>(
    _ elements: [Element], _ append: (inout Self, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ number: Int64) { bytes += String(number).utf8 }

  private mutating func append(_ text: String) { bytes += text.utf8 }
}

extension RowChange {
  /// The row id, before or after the change.
  fileprivate var rowid: Int64 { before?.rowid ?? after?.rowid ?? 0 }
}

extension MergeTable {
  /// Whether a change deletes or replaces the bytes of an attachment.
  fileprivate func losesAttachment(_ change: RowChange) -> Bool {
    guard let before = change.before else { return false }
    guard let after = change.after else { return true }
    return (contentFields ?? []).contains { before[$0] != after[$0] }
  }
}
