import FeatureData
import GeoPackage
import Packages

/// A GeoPackage of the data folder, whose tables can be bound to layers.
struct GeoPackageFile {
  private let path: String
  private let reader: GeoPackageReader

  init(path: String) throws {
    self.path = path
    reader = try GeoPackageReader(path: path)
  }

  /// The table that a binding names, or the one with the layer's name.
  func source(
    table: String?, names: LayerNames, title: String
  ) throws -> any FeatureSource {
    if let table { return try source(table: table) }
    if let source = try source(names: names) { return source }
    let tables = reader.userTables.map(\.tableName).joined(separator: ", ")
    throw PackagingError.bindings(
      path: path, expected: "a table named \(title), but it has \(tables)")
  }

  /// The table with the layer's name, by its name or its identifier.
  func source(names: LayerNames) throws -> (any FeatureSource)? {
    let tables = reader.userTables
    let found =
      names.best(tables, name: \.tableName).first ?? names.best(tables, name: \.identifier).first
    guard let found else { return nil }
    return try source(table: found.tableName)
  }

  private func source(table: String) throws -> any FeatureSource {
    try GeoPackageSource(reader, table: table)
  }
}
