import Bytes
import GeoPackage
import Records

/// Searches the text values of a store's rows for paths.
struct PathSearch {
  /// The paths that no row has named so far.
  private(set) var missing: Set<String>
  /// Their lengths, which rule out most values.
  private let lengths: Set<Int>

  init(_ paths: Set<String>) {
    missing = paths
    lengths = Set(paths.map(\.utf8.count))
  }

  /// Reads the rows of all user tables until every path is found.
  ///
  /// - Throws: `GeoPackageError` if a table is damaged.
  mutating func run(_ store: GeoPackageReader) throws {
    for table in store.userTables where !missing.isEmpty {
      var rows = try store.rows(of: table.tableName)
      var layout = RecordLayout()
      while !missing.isEmpty, try rows.next() { try look(at: rows, &layout) }
    }
  }

  private mutating func look(
    at rows: GeoPackageRows, _ layout: inout RecordLayout
  ) throws {
    let bytes = rows.bytes
    let record = bytes.span.extracting(rows.record)
    try about("\(rows.table.name), row \(rows.rowid)") { try layout.parse(record) }
    for column in 0..<layout.count {
      guard case .text(let range) = layout.value(column, in: record) else { continue }
      // Two bytes more, because the value may begin with "./".
      guard lengths.contains(range.count) || lengths.contains(range.count - 2) else { continue }
      var text = String(
        decoding: bytes[(rows.record.lowerBound + range.lowerBound)...]
          .prefix(range.count), as: UTF8.self)
      text.replace("\\", with: "/")
      missing.remove(text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
    }
  }
}
