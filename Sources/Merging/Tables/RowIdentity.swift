import Bytes
package import FeatureData
package import Records

/// The identity of a row in all stores (rules 1 and 9 in Sources/Merging/Rules.md).
package enum RowIdentity {
  /// The namespace of generated GlobalIDs.
  private static let namespace = GlobalID(high: 0x6669_656c_6470_5163, low: 0x8b6d_6572_6765_2121)

  /// Returns the identity in a row's own column. Nil if the value is empty, not text, or a GlobalID
  /// of zeros.
  ///
  /// Text that is not a GlobalID is valid too. It is hashed to a GlobalID that is the same in every
  /// store.
  ///
  /// - Parameter isKey: Whether the column is a key, so that numbers are valid too.
  package static func stored(
    _ value: RecordValue, in record: Span<UInt8>, table: String, isKey: Bool = false
  ) -> GlobalID? {
    if isKey, case .integer(let number)? = JoinKey(value, in: record) {
      return hashed([Array("number".utf8), lowercased(table), Array(String(number).utf8)])
    }
    guard case .text(let range) = value, !range.isEmpty else { return nil }
    if let id = GlobalID(record, in: range) { return id.isNone ? nil : id }
    return hashed([Array("text".utf8), lowercased(table), record.extracting(range).copied()])
  }

  /// Returns the identity in a field value.
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

  /// Returns the identity of a row that has none in its store, from its table and row id.
  ///
  /// - Parameter package: The identity of the package, for rows that were added in it. New rows of
  ///   different crews are different rows, even if they have the same number.
  package static func minted(table: String, rowid: Int64, package: String = "") -> GlobalID {
    hashed([Array(package.utf8), lowercased(table), Array(String(rowid).utf8)])
  }

  /// Returns the identity of an attachment that is a separate file, from its parent, name and
  /// content.
  static func attachment(of parent: GlobalID, name: String, sha256: String) -> GlobalID {
    hashed([Array("photo".utf8), Array(parent.text.utf8), Array(name.utf8), Array(sha256.utf8)])
  }

  private static func lowercased(_ table: String) -> [UInt8] {
    table.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Hashes the parts, each preceded by its length.
  private static func hashed(_ parts: [[UInt8]]) -> GlobalID {
    var name: [UInt8] = []
    for part in parts {
      name.append(bigEndian: UInt64(part.count))
      name.append(part.span)
    }
    return GlobalID(namespace: namespace, name: name.span)
  }
}
