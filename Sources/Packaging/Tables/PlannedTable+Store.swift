import FeatureData
import GeoPackage
import Geometry
import MapModel

extension PlannedTable {
  /// The table as declared in the package's store.
  func storeTable(indexed: Set<Int>) -> GeoPackageTable {
    guard let schema else { return GeoPackageTable(name: name, columns: []) }
    let names = GeoPackageNames.columns(for: schema.columns.map(\.field.name))
    let columns = schema.columns.enumerated().map { index, column in
      var stored = GeoPackageColumn(
        name: names[index], type: column.storeType, title: column.field.alias,
        domain: column.field.domain)
      if names[index] != column.field.name { stored.fieldName = column.field.name }
      if index == schema.globalIDColumn {
        stored.index = .unique
        stored.mintsGlobalIDs = isEditable
      } else if index == keyColumn {
        stored.index = .unique
      } else if indexed.contains(index) {
        stored.index = .plain
      }
      return stored
    }
    let geometry = schema.geometry.map {
      GeoPackageTable.GeometryColumn(
        typeName: $0.kind?.geoPackageName ?? "GEOMETRY", srsID: $0.srsID, hasZ: $0.hasZ,
        hasM: $0.hasM)
    }
    return GeoPackageTable(name: name, identifier: title, geometry: geometry, columns: columns)
  }

  /// The name of a field's column in the store.
  func storeColumn(_ index: Int) -> String {
    GeoPackageNames.columns(for: schema?.columns.map(\.field.name) ?? [])[index]
  }

  /// The name of a field's record column in the store.
  func keyName(_ recordColumn: Int) -> String {
    storeColumn(recordColumn - (schema?.firstFieldColumn ?? 0))
  }
}

extension TableColumn {
  /// The column's type in a GeoPackage.
  fileprivate var storeType: GeoPackageType {
    switch storage {
    case .boolean: .boolean
    case .integer:
      switch field.type {
      case .smallInteger: .smallInteger
      case .integer: .mediumInteger
      // Wider ones, and whole numbers in a field of another type.
      default: .integer
      }
    case .real: field.type == .single ? .float : .double
    case .text: .text(length: field.length.flatMap { $0 > 0 ? $0 : nil })
    case .date: .date
    case .dateTime: .dateTime
    case .blob: .blob
    }
  }
}
