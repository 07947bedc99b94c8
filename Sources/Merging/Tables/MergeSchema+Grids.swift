import Geometry
package import Packages

extension MergeSchema {
  /// Compares geometries on the coordinate grid of a geodatabase that stored them. If there are
  /// several grids, the coarsest one is used.
  ///
  /// - Parameter package: The package with the geodatabase. Other packages change nothing.
  package mutating func useGrids(of package: OpenPackage) {
    for (name, grid) in package.origin?.grids ?? [] {
      guard let index = table(named: package.nameInUse(of: name)),
        let geometryField = tables[index].fieldIndex(of: .geometry)
      else { continue }
      if case .gridded(let other) = tables[index].fields[geometryField].meaning,
        !grid.isCoarser(than: other)
      {
        continue
      }
      tables[index].fields[geometryField].meaning = .gridded(grid)
    }
  }
}
