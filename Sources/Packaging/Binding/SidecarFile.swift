import Packages

/// Files of a data folder that belong to other files or are for people. Nothing is to be said about
/// them.
enum SidecarFile {
  /// Whether a file of a folder is one.
  static func isNamed(_ name: String, among names: [String]) -> Bool {
    let lower = name.lowercased()
    if SystemFile.isNamed(name) || lower.hasPrefix("~$") { return true }
    if readable.contains(where: lower.hasPrefix) || endings.contains(where: lower.hasSuffix) {
      return true
    }
    guard let dot = lower.lastIndex(of: ".") else { return false }
    let owners = owners[String(lower[dot...])] ?? []
    return owners.contains { owner in
      names.contains { $0.lowercased() == lower[..<dot] + owner }
    }
  }

  private static let readable = ["readme", "license", "licence", "copying"]

  private static let endings = [
    ".prj", ".qpj", ".cpg", ".shx", ".sbn", ".sbx", ".qix", ".aux.xml", ".shp.xml", ".xsd", ".gfs",
    ".ovr", ".tfw", ".jgw", ".pgw", ".wld", ".qmd", ".qml", ".sld", ".qgs", ".qgz", ".md", ".lock",
    ".tmp", ".bak", ".log", ".url", ".lnk", "-wal", "-shm", "-journal",
  ]

  /// The endings of the files that a file with an ending belongs to.
  private static let owners: [String: [String]] = [
    ".dbf": [".shp"], ".dat": [".tab"], ".map": [".tab"], ".id": [".tab"], ".ind": [".tab"],
    ".mid": [".mif"],
  ]
}
