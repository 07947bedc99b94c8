import GeoPackage

extension StoredMap {
  /// What a web map says of the tables of a GeoPackage that no package was made of: bound as a
  /// build binds them, under the names they have in it.
  ///
  /// - Parameter map: the web map, a JSON file.
  /// - Parameter store: the GeoPackage.
  /// - Throws: what planning a build throws.
  package init(map: String, binding store: String, now: Int64) async throws {
    let request = BuildRequest(map: map, data: store, now: now)
    let plan = try await OfflineMapJob(request) { _ in }.plan()
    try self.init(reading: plan.storedMap.text, path: map)
    var names: [String: String] = [:]
    for table in plan.tables {
      names[table.name] = (table.source as? GeoPackageSource)?.tableName ?? table.name
    }
    for index in tables.indices {
      tables[index].name = names[tables[index].name] ?? tables[index].name
    }
    for index in relationships.indices {
      relationships[index].origin =
        names[relationships[index].origin] ?? relationships[index].origin
      relationships[index].destination =
        names[relationships[index].destination] ?? relationships[index].destination
    }
  }
}
