/// Names in SQL.
enum SQLName {
  /// A name, in quotes only if SQL requires them.
  static func quoted(_ name: String) -> String {
    isPlain(name) ? name : inQuotes(name)
  }

  /// A name in quotes.
  static func inQuotes(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// A text literal in SQL.
  static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }

  /// Whether a name needs no quotes.
  static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name.utf8.allSatisfy(isNameByte) && !isReserved(name)
  }

  /// Whether SQLite never accepts a word as a name.
  static func isReserved(_ name: String) -> Bool { reserved.contains(name.uppercased()) }

  /// The length limit of table names. Names derived from a table are longer.
  private static let longest = 100

  /// A table name for `name`: letters, digits and underscores. It is not an SQL word, a catalog
  /// name, or a name in `taken`, which are in lower case.
  static func table(for name: String, taken: Set<String>) -> String {
    var clean = String(
      String.UnicodeScalarView(
        name.unicodeScalars.prefix(longest).map { scalar in
          let isGood =
            scalar.isASCII
            ? isNameByte(UInt8(truncatingIfNeeded: scalar.value))
            : scalar.properties.isAlphabetic
          return isGood ? scalar : "_"
        }))
    let lower = clean.lowercased()
    let isOwn = ["gdb_", "st_", "sqlite_"].contains { lower.hasPrefix($0) }
    if clean.utf8.first.map({ isDigit($0) }) ?? true || isOwn { clean = "T_" + clean }
    if isReserved(clean) { clean += "_" }
    var unique = clean
    var number = 1
    while !taken.isDisjoint(with: names(of: unique)) {
      unique = "\(clean)_\(number)"
      number += 1
    }
    return unique
  }

  /// The names of a table's own tables and views, in lower case.
  static func names(of table: String) -> [String] {
    let lower = table.lowercased()
    let own = [lower, lower + "__attach", lower + "__attachrel"]
    return own + own.prefix(2).flatMap { [$0 + "_evw", $0 + "_evw2"] }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Words of SQLite's grammar that can't be names without quotes.
  private static let reserved = Set(
    """
    ADD ALL ALTER AND AS AUTOINCREMENT BETWEEN CASE CHECK COLLATE COMMIT CONSTRAINT CREATE DEFAULT \
    DEFERRABLE DELETE DISTINCT DROP ELSE ESCAPE EXCEPT EXISTS FOREIGN FROM GROUP HAVING IN INDEX \
    INSERT INTERSECT INTO IS ISNULL JOIN LIMIT NOT NOTHING NOTNULL NULL ON OR ORDER PRIMARY \
    REFERENCES RETURNING SELECT SET TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING VALUES \
    WHEN WHERE
    """.split(separator: " ").map(String.init))
}
