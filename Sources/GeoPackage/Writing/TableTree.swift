package import SQLiteFile

/// An index or the R-tree of a table, or a mapping table. It is built once all rows are known, and
/// can be built in parallel.
package enum TableTree: Sendable {
  /// An index on one column, by its number among the table's indexes.
  case index(number: Int, IndexSorter)
  /// An index on several columns, or one that does not sort by the bytes of its values.
  case terms(number: Int, TermSorter)
  /// The R-tree of the geometries.
  case boxes(RTreeWriter)
  /// A mapping table, by the number of its relation.
  case pairs(relation: Int, MatchedKeys)

  /// A built tree with its pages, which have their own numbering.
  package enum Made: Sendable {
    case index(number: Int, PageWriter, root: UInt32, duplicates: [IndexSorter.Duplicate])
    case boxes(PageWriter, RTreeWriter.Roots)
    case pairs(relation: Int, PageWriter, root: UInt32, count: Int)
  }

  /// Builds the tree.
  package func make(pageSize: Int) throws -> Made {
    var pages = PageWriter(apartWithPageSize: pageSize, expecting: expectedBytes)
    switch self {
    case .index(let number, let sorter):
      let (root, duplicates) = try sorter.finish(&pages)
      return .index(number: number, pages, root: root, duplicates: duplicates)
    case .terms(let number, var sorter):
      let (root, duplicates) = sorter.finish(&pages)
      return .index(number: number, pages, root: root, duplicates: duplicates)
    case .boxes(let boxes):
      let roots = try boxes.finish(&pages)
      return .boxes(pages, roots)
    case .pairs(let relation, let keys):
      let pairs = try keys.pairs()
      let root = try MappingTable.write(pairs, to: &pages)
      return .pairs(relation: relation, pages, root: root, count: pairs.count)
    }
  }

  /// The approximate size of its pages in bytes.
  private var expectedBytes: Int {
    switch self {
    case .index(_, let sorter): sorter.expectedBytes
    case .terms, .pairs: 0
    case .boxes(let boxes): boxes.expectedBytes
    }
  }
}
