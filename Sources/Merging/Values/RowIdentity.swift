// Identities of rows that have none of their own (UUIDs of version 5):
//
//   of a row as issued     of its table and row id, so that base and current agree on it
//   of a row added         of the package, its table and row id, so that two packages do not, and
//                          one package that comes back again does

package import FeatureData

/// Makes identities for rows without a GlobalID.
package enum RowIdentity {
  /// Chosen once for this tool.
  private static let namespace = GlobalID(high: 0x6A1F_2C5B_0D3E_4F77, low: 0x9A84_E1C2_57B0_3D19)

  /// The identity of a row that was there when the package was issued.
  package static func stored(table: String, rowid: Int64) -> GlobalID {
    GlobalID(namespace: namespace, name: "\(folded(table))\n\(rowid)")
  }

  /// The identity of a row that was added in a package.
  package static func added(package: String, table: String, rowid: Int64) -> GlobalID {
    let own = GlobalID(namespace: namespace, name: package)
    return GlobalID(namespace: own, name: "\(folded(table))\n\(rowid)")
  }

  /// Tables are named without regard to the case of ASCII letters.
  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
