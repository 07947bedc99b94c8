import Bytes
import FeatureData
package import GeoPackage
import MapModel
package import Records
import SQLiteFile

/// Maps the fields of a merged table to the columns of the same table in a store.
package struct TableAlignment: Sendable, Equatable {
  /// The table name in that store.
  package let name: String
  /// The name of the row id column.
  package let idColumn: String
  /// The column of each field in the records of ``GeoPackageRows``. Nil if the store lacks it.
  package let columns: [Int?]
  /// The columns of that store that are not merged.
  package let extraColumns: [String]

  /// Finds a table and its columns by name, ignoring the case of ASCII letters. The geometry column
  /// can have any name, because apps that rebuild tables rename it.
  ///
  /// - Returns: Nil if the store has no such table.
  /// - Throws: `LocatedError`, also if the table was replaced with a view, and
  ///   ``MergingError/spatialReferenceChanged(path:table:expected:found:)``.
  package init?(_ table: MergeTable, in store: GeoPackageReader) throws {
    let stored: GeoPackageTable
    do {
      stored = try about(store.path) { try store.table(named: table.name) }
    } catch let error as LocatedError {
      if case GeoPackageError.noSuchTable = error.reason { return nil }
      throw error
    }
    try Self.check(stored, against: table, in: store)
    name = stored.name
    idColumn = stored.idColumn
    columns = table.fields.map { field in
      if field.role == .geometry { return stored.geometry == nil ? nil : 1 }
      return stored.column(of: field).map { $0 + stored.firstColumn }
    }
    let found = columns
    var extra = stored.columns.enumerated().filter { column, _ in
      !found.contains(column + stored.firstColumn)
    }.map(\.element.name)
    if let geometry = stored.geometry, table.fieldIndex(of: .geometry) == nil {
      extra.insert(geometry.name, at: 0)
    }
    extraColumns = extra
  }

  private static func check(
    _ stored: GeoPackageTable, against table: MergeTable, in store: GeoPackageReader
  ) throws {
    guard let expected = table.srsID, let found = stored.geometry?.srsID, expected != found else {
      return
    }
    // Apps may use another number for the same spatial reference.
    let isSame = store.spatialReferences.contains {
      $0.id == found && $0.organization.isSameName(as: "EPSG") && $0.organizationID == expected
    }
    guard isSame else {
      throw MergingError.spatialReferenceChanged(
        path: store.database.region.path, table: stored.name, expected: expected, found: found)
    }
  }

  /// Returns a row of the store with the fields of the merged table. Fields that the store lacks
  /// are null.
  ///
  /// - Parameters:
  ///   - layout: The layout of this record.
  ///   - skipped: The index of a field to return as null, such as the bytes of attachments.
  package func row(
    rowid: Int64, record: Span<UInt8>, layout: RecordLayout, skipping skipped: Int? = nil
  ) -> MergeRow {
    var values: [FieldValue] = []
    values.reserveCapacity(columns.count)
    for (field, column) in columns.enumerated() {
      guard let column, field != skipped else {
        values.append(.null)
        continue
      }
      values.append(FieldValue(layout.value(column, in: record), of: record))
    }
    return MergeRow(rowid: rowid, values: values)
  }
}

extension GeoPackageTable {
  /// Returns the column of a field: by its name, or by its name in the map, because stores
  /// sometimes change column names.
  fileprivate func column(of field: MergeField) -> Int? {
    columns.firstIndex { $0.name.isSameName(as: field.name) }
      ?? columns.firstIndex { ($0.fieldName ?? $0.name).isSameName(as: field.trueName) }
  }
}
