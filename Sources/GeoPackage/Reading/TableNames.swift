/// Other names under which the tables of a GeoPackage are known.
struct TableNames: Sendable {
  /// The aliases, by the folded names of the stored tables.
  private var aliases: [String: String] = [:]
  /// The names of the stored tables, by folded alias.
  private var storedNames: [String: String] = [:]

  init(_ names: [(stored: String, alias: String)] = []) {
    for (stored, alias) in names {
      let (key, aliasKey) = (GeoPackageNames.folded(stored), GeoPackageNames.folded(alias))
      guard aliases[key] == nil, storedNames[aliasKey] == nil else { continue }
      aliases[key] = alias
      storedNames[aliasKey] = stored
    }
  }

  /// Adds further aliases to these. If a table that already has an alias here gets another one, the
  /// new one replaces it.
  func renamingTables(_ names: [(stored: String, alias: String)]) -> TableNames {
    let given = names.compactMap { name, alias in
      storedName(for: name).map { (stored: $0, alias: alias) }
    }
    let folded = Set(given.map { GeoPackageNames.folded($0.stored) })
    let kept = storedNames.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { stored in
        let name = GeoPackageNames.folded(stored)
        return folded.contains(name) ? nil : aliases[name].map { (stored: stored, alias: $0) }
      }
    return TableNames(given + kept)
  }

  /// The stored name of the table that is known by a name; nil if there is none.
  func storedName(for name: String) -> String? {
    let folded = GeoPackageNames.folded(name)
    if let stored = storedNames[folded] { return stored }
    return aliases[folded] == nil ? name : nil
  }

  /// The name by which a stored table is known; nil if another table has it.
  func alias(of stored: String) -> String? {
    let folded = GeoPackageNames.folded(stored)
    if let alias = aliases[folded] { return alias }
    return storedNames[folded] == nil ? stored : nil
  }
}
