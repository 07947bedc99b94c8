import Geometry
import MapModel
package import Packages

// What a call adds to the schema that it read from a store.
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

  /// Identifies rows by keys in tables without GlobalIDs.
  ///
  /// - Throws: ``MergingError/key(_:reason:)``.
  package mutating func use(_ keys: [TableKey]) throws {
    for key in keys {
      guard
        let table = table(named: key.table)
          ?? tables.firstIndex(where: { !$0.isAttachments && $0.title.isSameName(as: key.table) })
      else { throw MergingError.key(key, reason: "the data has no layer or table \(key.table)") }
      guard let field = tables[table].fieldIndex(named: key.field) else {
        throw MergingError.key(key, reason: "\(key.table) has no field \(key.field)")
      }
      guard tables[table].fieldIndex(of: .globalID) == nil else {
        throw MergingError.key(key, reason: "\(key.table) has GlobalIDs and needs no key")
      }
      guard [.attribute, .key].contains(tables[table].fields[field].role) else {
        throw MergingError.key(
          key, reason: "\(key.field) differs between stores; name another field")
      }
      for index in tables[table].fields.indices where tables[table].fields[index].role == .key {
        tables[table].fields[index].role = .attribute
      }
      tables[table].fields[field].role = .key
    }
  }

  /// Marks the fields that rules fill in.
  mutating func markFilledFields(by rules: MapRules) {
    for case .fill(let fill) in rules.rules {
      guard let table = table(ofRule: fill.layer),
        let field = tables[table].fieldIndex(named: fill.field)
      else { continue }
      tables[table].filledFields.insert(field)
    }
  }
}
