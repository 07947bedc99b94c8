/// A kind of program that a package is for. Each has its own store in the package.
package enum PackageProgram: String, Sendable, CaseIterable {
  /// Esri's apps, which open `p13/<id>.geodatabase`.
  case arcgis
  /// QGIS, QField and other programs that read GeoPackages: `data.gpkg`.
  case qgis
}

extension Set<PackageProgram> {
  /// Both, which is the default.
  package static var all: Set<PackageProgram> { Set(PackageProgram.allCases) }

  /// Reads a text such as `arcgis,qgis`; nil for any other text.
  package init?(parsing text: String) {
    var programs: Set<PackageProgram> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let program = PackageProgram(rawValue: String(part)) else { return nil }
      programs.insert(program)
    }
    self = programs
  }

  /// The text, in the form that ``init(parsing:)`` reads.
  package var text: String {
    PackageProgram.allCases.filter(contains).map(\.rawValue).joined(separator: ",")
  }
}
