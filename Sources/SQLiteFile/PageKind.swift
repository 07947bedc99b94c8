/// The four kinds of b-tree page, by their type byte.
package enum PageKind: UInt8, Sendable {
  case indexInterior = 2
  case tableInterior = 5
  case indexLeaf = 10
  case tableLeaf = 13

  /// Whether cells of this kind point to child pages.
  package var isInterior: Bool { rawValue < 8 }
  /// Whether the b-tree belongs to a rowid table.
  package var isTable: Bool { rawValue & 1 == 1 }
  /// Bytes before the cell pointer array.
  package var headerLength: Int { isInterior ? 12 : 8 }
}
