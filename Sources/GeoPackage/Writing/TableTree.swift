package import SQLiteFile

/// What a table needs besides its rows, an index or the R-tree, once all rows are known. Each can
/// be made on a core of its own.
package enum TableTree: Sendable {
  /// The index at a place of the table's indexes, over one column.
  case index(number: Int, IndexSorter)
  /// The same over several columns, or otherwise than by the bytes of values.
  case terms(number: Int, TermSorter)
  /// The R-tree of the geometries.
  case boxes(RTreeWriter)

  /// The tree with its pages, which are numbered apart from the file's.
  package enum Made: Sendable {
    case index(number: Int, PageWriter, root: UInt32, duplicates: [IndexSorter.Duplicate])
    case boxes(PageWriter, RTreeWriter.Roots)
  }

  /// Makes the tree.
  package func make(pageSize: Int) throws(GeoPackageError) -> Made {
    var pages = PageWriter(apartWithPageSize: pageSize, expecting: expectedBytes)
    switch self {
    case .index(let number, var sorter):
      let (root, duplicates) = sorter.finish(&pages)
      return .index(number: number, pages, root: root, duplicates: duplicates)
    case .terms(let number, var sorter):
      let (root, duplicates) = sorter.finish(&pages)
      return .index(number: number, pages, root: root, duplicates: duplicates)
    case .boxes(var boxes):
      do throws(SQLiteFileError) {
        let roots = try boxes.finish(&pages)
        return .boxes(pages, roots)
      } catch { throw .database(error) }
    }
  }

  /// About as many bytes as the pages will be.
  private var expectedBytes: Int {
    switch self {
    case .index(_, let sorter): sorter.expectedBytes
    case .terms: 0
    case .boxes(let boxes): boxes.expectedBytes
    }
  }
}
