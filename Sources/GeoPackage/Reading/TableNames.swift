/// The names by which the tables of a GeoPackage go, where these are not their own.
struct TableNames: Sendable {
  /// By the folded names of the tables.
  private var others: [String: String] = [:]
  /// By the folded names that they go by.
  private var owns: [String: String] = [:]

  init(_ names: [(own: String, other: String)] = []) {
    for (own, other) in names {
      let (folded, called) = (GeoPackageNames.folded(own), GeoPackageNames.folded(other))
      guard others[folded] == nil, owns[called] == nil else { continue }
      others[folded] = other
      owns[called] = own
    }
  }

  /// These names with others on top of them: a table that goes by a name here, and is given another
  /// there, goes by the new one.
  func calling(_ names: [(own: String, other: String)]) -> TableNames {
    let given = names.compactMap { name, other in own(name).map { (own: $0, other: other) } }
    let folded = Set(given.map { GeoPackageNames.folded($0.own) })
    let kept = owns.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { own in
      let name = GeoPackageNames.folded(own)
      return folded.contains(name) ? nil : others[name].map { (own: own, other: $0) }
    }
    return TableNames(given + kept)
  }

  /// The own name of the table that goes by a name; nil where none does.
  func own(_ name: String) -> String? {
    let folded = GeoPackageNames.folded(name)
    if let own = owns[folded] { return own }
    return others[folded] == nil ? name : nil
  }

  /// The name that a table goes by; nil where another one has it.
  func name(of own: String) -> String? {
    let folded = GeoPackageNames.folded(own)
    if let other = others[folded] { return other }
    return owns[folded] == nil ? own : nil
  }
}
