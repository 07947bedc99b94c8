import FoundationEssentials
import GeoPackage

extension StoredMap {
  /// What a web map says of the tables of a GeoPackage that no package was made of: bound as a
  /// build binds them, under the names they have in it.
  ///
  /// - Parameters:
  ///   - map: the web map, a JSON file.
  ///   - store: the GeoPackage.
  ///   - bindings: a bindings document; nil takes the one beside the GeoPackage, if there is one.
  /// - Throws: what planning a build throws.
  package init(map: String, binding store: String, bindings: String?, now: Int64) async throws {
    var request = BuildRequest(map: map, data: store, now: now)
    request.bindings = bindings ?? Self.bindings(beside: store)
    let plan = try await OfflineMapJob(request) { _ in }.plan()
    try self.init(reading: plan.storedMap.text, path: map)
    // Bindings may name other files, too: what they hold is not in this one.
    var names: [String: String] = [:]
    var strangers: Set<String> = []
    for table in plan.tables {
      if let source = table.source as? GeoPackageSource {
        names[table.name] = source.tableName
      } else {
        strangers.insert(table.name)
      }
    }
    tables.removeAll { strangers.contains($0.name) }
    relationships.removeAll { strangers.contains($0.origin) || strangers.contains($0.destination) }
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

  private static func bindings(beside store: String) -> String? {
    let path = DataFolder.folder(of: store) + "/" + DataFolder.bindingsName
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
