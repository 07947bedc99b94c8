import Bytes
package import FeatureData
package import SQLiteFile

/// Who a row is, across stores (design §6, rules 1 and 9).
package enum RowIdentity {
  /// The namespace of minted identities.
  private static let namespace = GlobalID(high: 0x6669_656c_6470_5163, low: 0x8b6d_6572_6765_2121)

  /// The identity that a row's own column tells; nil where it is empty, or no text.
  ///
  /// A text that is no GlobalID names its row as well: the identity made of it is the same in
  /// every store.
  ///
  /// - Parameter isKey: whether the column is a key of any kind, so that numbers name rows too.
  package static func stored(
    _ value: RecordValue, in record: Span<UInt8>, table: String, isKey: Bool = false
  ) -> GlobalID? {
    if isKey, case .integer(let number)? = JoinKey(value, in: record) {
      return made(of: [Array("number".utf8), folded(table), Array(String(number).utf8)])
    }
    guard case .text(let range) = value, !range.isEmpty else { return nil }
    if let id = GlobalID(record, in: range) { return id }
    return made(of: [Array("text".utf8), folded(table), record.extracting(range).copied()])
  }

  /// The same, of a value of a row.
  static func stored(_ value: FieldValue, table: String, isKey: Bool = false) -> GlobalID? {
    switch value {
    case .text(let text):
      stored(.text(0..<text.count), in: text.span, table: table, isKey: isKey)
    case .integer(let number):
      stored(.integer(number), in: [UInt8]().span, table: table, isKey: isKey)
    case .real(let number): stored(.real(number), in: [UInt8]().span, table: table, isKey: isKey)
    case .null, .blob: nil
    }
  }

  /// The identity of a row whose store has none for it: of its table and its row id.
  ///
  /// - Parameter package: what tells the package apart, for rows that were added in it: two crews'
  ///   new rows of one number are not one row.
  package static func minted(table: String, rowid: Int64, package: String = "") -> GlobalID {
    made(of: [Array(package.utf8), folded(table), Array(String(rowid).utf8)])
  }

  /// The identity of a photo that came as a file: one of its record, name and content.
  static func photo(of parent: GlobalID, name: String, sha256: String) -> GlobalID {
    made(of: [Array("photo".utf8), Array(parent.text.utf8), Array(name.utf8), Array(sha256.utf8)])
  }

  private static func folded(_ table: String) -> [UInt8] {
    table.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The parts one after the other, each behind its length.
  private static func made(of parts: [[UInt8]]) -> GlobalID {
    var name: [UInt8] = []
    for part in parts {
      name.append(bigEndian: UInt64(part.count))
      name.append(part.span)
    }
    return GlobalID(namespace: namespace, name: name.span)
  }
}
