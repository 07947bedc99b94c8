import Geometry
package import Packaging

extension MergeSchema {
  /// Takes shapes for one that are one on the grid of a geodatabase which they went through; of
  /// several grids on the coarsest.
  ///
  /// - Parameter package: whose shapes are compared; nothing happens for one that is no geodatabase.
  package mutating func useGrids(of package: OpenPackage) {
    for (name, grid) in package.origin?.grids ?? [] {
      guard let index = table(named: package.nameInUse(of: name)),
        let place = tables[index].place(of: .geometry)
      else { continue }
      if case .gridded(let other) = tables[index].fields[place].meaning,
        !grid.isCoarser(than: other)
      {
        continue
      }
      tables[index].fields[place].meaning = .gridded(grid)
    }
  }
}
