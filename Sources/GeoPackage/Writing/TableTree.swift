package import SQLiteFile

/// What a table needs besides its rows, an index or the R-tree, once all rows are known. Each can
/// be made on a core of its own.
package enum TableTree: Sendable {
  /// The index of the column at a place in the table.
  case index(column: Int, IndexSorter)
  /// The R-tree of the geometries.
  case boxes(RTreeWriter)

  /// The tree with its pages, which are numbered apart from the file's.
  package enum Made: Sendable {
    case index(column: Int, PageWriter, root: UInt32, duplicates: [IndexSorter.Duplicate])
    case boxes(PageWriter, RTreeWriter.Roots)
  }

  /// Makes the tree.
  package func make(pageSize: Int) throws(GeoPackageError) -> Made {
    var pages = PageWriter(apartWithPageSize: pageSize)
    switch self {
    case .index(let column, var sorter):
      let (root, duplicates) = sorter.finish(&pages)
      return .index(column: column, pages, root: root, duplicates: duplicates)
    case .boxes(var boxes):
      do throws(SQLiteFileError) {
        let roots = try boxes.finish(&pages)
        return .boxes(pages, roots)
      } catch { throw .database(error) }
    }
  }
}
