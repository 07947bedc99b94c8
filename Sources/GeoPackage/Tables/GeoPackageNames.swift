/// Creates names of tables and columns that SQLite, GeoPackage and GDAL all accept.
package enum GeoPackageNames {
  /// The longest name in UTF-8 bytes. Names of indexes and triggers are built from it.
  static let longest = 100

  /// A name as a quoted SQL identifier.
  package static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// A text as an SQL literal.
  package static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }

  /// Column names for these fields, in order. A column has the name of its field unless that
  /// collides with the id, the geometry, `rowid` or an earlier column, ignoring case. Then a number
  /// is appended.
  package static func columns(
    for fields: [String], reserved: [String] = ["fid", "geom", "rowid"]
  ) -> [String] {
    var taken = Set(reserved.map(folded))
    return fields.map { field in
      unique(clean(field).isEmpty ? "field" : clean(field), among: &taken)
    }
  }

  /// Table names for these titles, in order. They consist of letters, digits and `_` of any script,
  /// and avoid names that GeoPackage, SQLite or an R-tree use.
  package static func tables(for titles: [String], taken: [String] = []) -> [String] {
    var taken = Set(taken.map(folded))
    return titles.map { title in
      var name = ""
      for scalar in title.unicodeScalars {
        let keeps = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        if keeps {
          name.unicodeScalars.append(scalar)
        } else if !name.hasSuffix("_") {
          name += "_"
        }
      }
      while name.hasSuffix("_") { name.removeLast() }
      name = clean(name)
      if name.isEmpty { name = "table" }
      if isReserved(name) || name.unicodeScalars.first.map({ ("0"..."9").contains($0) }) == true {
        name = "t_" + name
      }
      return unique(name, among: &taken)
    }
  }

  /// Whether a table of this name would be mistaken for a metadata table.
  package static func isReserved(_ name: String) -> Bool {
    ["gpkg", "sqlite_", "rtree_", "layer_styles", "qgis_projects", "idx_"].contains {
      folded(name).hasPrefix($0)
    }
  }

  /// A name without the bytes that some tools cannot handle even in quotes.
  private static func clean(_ name: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7f {
      if String(kept).utf8.count + UTF8.width(scalar) > longest { break }
      kept.append(scalar)
    }
    return String(kept)
  }

  static func unique(_ name: String, among taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(folded(candidate)).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }

  /// Folds a name for comparison. SQLite compares names without regard to the case of ASCII
  /// letters.
  static func folded(_ name: String) -> String {
    String(
      decoding: name.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
