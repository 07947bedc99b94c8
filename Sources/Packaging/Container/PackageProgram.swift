/// Programs that a package is for; each has a store of its own in it.
package enum PackageProgram: String, Sendable, CaseIterable {
  /// Esri's apps, which open `p13/<id>.geodatabase`.
  case arcgis
  /// QGIS, QField and whatever else reads GeoPackages: `data.gpkg`.
  case qgis
}

extension Set<PackageProgram> {
  /// Both, the default of a package.
  package static var all: Set<PackageProgram> { Set(PackageProgram.allCases) }

  /// The programs of a text such as `arcgis,qgis`; nil for another text.
  package init?(parsing text: String) {
    var programs: Set<PackageProgram> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let program = PackageProgram(rawValue: String(part)) else { return nil }
      programs.insert(program)
    }
    self = programs
  }

  /// As ``init(parsing:)`` reads it.
  var text: String {
    PackageProgram.allCases.filter(contains).map(\.rawValue).joined(separator: ",")
  }
}
