import Bytes
import GeoPackage
import Packages

extension StoredMap {
  /// Describes the tables of a GeoPackage that is not a package, using a web map. The tables are
  /// bound as in a build, and keep their names.
  ///
  /// - Parameters:
  ///   - map: the path of the web map.
  ///   - store: the path of the GeoPackage.
  ///   - bindings: the path of a bindings document; nil uses the one beside the GeoPackage.
  ///   - minting: the layers whose records get GlobalIDs from a field.
  /// - Throws: the errors of planning a build.
  init(
    map: String, binding store: String, bindings: String?, minting: [LayerMinting], now: Int64
  ) async throws {
    var request = BuildRequest(map: map, data: store, now: now)
    request.minting = minting
    request.bindings = try bindings ?? Self.bindings(beside: store)
    let plan = try await OfflineMapJob(request) { _ in }.plan()
    try self.init(reading: plan.storedMap.text, path: map)
    // Bindings may also name other files. Their records are not in this store.
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

  private static func bindings(beside store: String) throws(BytesError) -> String? {
    let path = LocalPath.folder(of: store) + "/" + DataFolder.bindingsName
    return try PathKind(of: path) == nil ? nil : path
  }
}
