import Bytes
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import Records

/// A copy of the office's GeoPackage in which records have GlobalIDs: made from the fields that
/// returned packages name, where the tables have none.
struct MintedStore {
  /// A table without GlobalIDs.
  private struct Table {
    let name: String
    let minting: GlobalIDMinting
    /// The column of the keys in a row.
    let keyColumn: Int
    /// The number of columns of a row without that of the GlobalIDs.
    let columnCount: Int

    /// The id of a row; nil if it has no key.
    func id(_ layout: RecordLayout, _ record: Span<UInt8>) -> GlobalID? {
      JoinKey(layout.value(keyColumn, in: record), in: record).map(minting.id)
    }
  }

  private let package: OpenPackage
  private let tables: [Table]

  /// The name of the column that is added.
  private static let column = "GlobalID"

  /// Finds the tables without GlobalIDs.
  ///
  /// - Parameter map: the map of the office data; nil finds tables by their names.
  /// - Throws: `GeoPackageError` for a table that can't be read.
  init(_ package: OpenPackage, map: StoredMap?, minting: [LayerMinting]) throws {
    self.package = package
    tables = try minting.compactMap { try Self.table(of: $0, in: package.store, map) }
  }

  /// Whether a table of a store may have no GlobalIDs.
  static func lacksIDs(_ store: GeoPackageReader) throws -> Bool {
    try store.userTables.contains { entry in
      try !store.table(named: entry.tableName).columns.contains {
        ($0.fieldName ?? $0.name).isSameName(as: column)
      }
    }
  }

  /// The name of a table without GlobalIDs; nil if all have them.
  var firstTable: String? { tables.first?.name }

  private static func table(
    of minting: LayerMinting, in store: GeoPackageReader, _ map: StoredMap?
  ) throws -> Table? {
    let mapped = map?.tables.first { $0.layer.id.hasSameUTF8(as: minting.layer) }?.name
    guard let name = mapped ?? minting.table, store.hasTable(named: name),
      let rule = minting.minting
    else { return nil }
    let table = try store.table(named: name)
    let names = table.columns.map { $0.fieldName ?? $0.name }
    guard !names.contains(where: { $0.isSameName(as: column) }),
      let key = names.firstIndex(where: { $0.isSameName(as: minting.field) })
    else { return nil }
    return Table(
      name: name, minting: rule, keyColumn: table.firstColumn + key,
      columnCount: table.firstColumn + table.columns.count)
  }

  /// Writes the copy.
  ///
  /// - Returns: the package with the copy as its store; nil if no table needs one.
  /// - Throws: ``MergingError/officeKey(path:table:field:value:)``, and errors of reading and writing.
  func made() async throws -> OpenPackage? {
    guard !tables.isEmpty else { return nil }
    var reader = package.store
    for table in tables {
      try check(table)
      reader = try reader.addingTextColumn(Self.column, to: table.name)
    }
    var rewriter = GeoPackageRewriter(reader)
    for table in tables { rewriter.edits[table.name] = Self.edits(of: table) }
    var scratch = try OutputFile(scratchIn: ScratchFolder.path)
    _ = try await rewriter.write(into: &scratch)
    return try OpenPackage(store: FileRegion(try scratch.reopen()), path: package.path)
  }

  /// Throws if a record has no key, or two have the same.
  private func check(_ table: Table) throws {
    var ids = GlobalIDSet()
    var rows = try package.store.rows(of: table.name)
    while try rows.next() {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      let value = rows.layout.value(table.keyColumn, in: record)
      guard let id = table.id(rows.layout, record), ids.insert(id) else {
        throw MergingError.officeKey(
          path: package.path, table: table.name, field: table.minting.field,
          value: JoinKey(value, in: record)?.text)
      }
    }
  }

  private static func edits(of table: Table) -> TableEdits {
    var edits = TableEdits()
    edits.filling = { _, record in
      var layout = RecordLayout()
      try layout.parse(record)
      var encoder = RecordEncoder()
      for column in 0..<table.columnCount {
        encoder.append(column < layout.count ? layout.value(column, in: record) : .null, of: record)
      }
      encoder.append(text: table.id(layout, record)?.text ?? "")
      var written: [UInt8] = []
      encoder.write(to: &written)
      return written
    }
    return edits
  }
}
