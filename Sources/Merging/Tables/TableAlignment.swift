import Bytes
import FeatureData
package import GeoPackage
import MapModel
package import SQLiteFile

/// Where the fields of a merged table are in the rows of some store's table of that name.
package struct TableAlignment: Sendable, Equatable {
  /// The table's name in that store.
  package let name: String
  /// The column of its row ids.
  package let idColumn: String
  /// For each field its column in the records of ``GeoPackageRows``; nil where the store lacks it.
  package let places: [Int?]
  /// Columns of that store that the merge does not know.
  package let extraColumns: [String]

  /// Finds a table and its columns: by name, without regard to the case of ASCII letters; the
  /// geometry by what it is, since apps that build tables anew name it as they like.
  ///
  /// - Returns: nil where the store has no such table.
  /// - Throws: ``MergingError/store(path:_:)``, also for a view in place of the table, and
  ///   ``MergingError/spatialReferenceChanged(path:table:expected:found:)``.
  package init?(_ table: MergeTable, in store: GeoPackageReader) throws(MergingError) {
    let stored: GeoPackageTable
    do throws(GeoPackageError) {
      stored = try store.table(named: table.name)
    } catch {
      if case .noSuchTable = error { return nil }
      throw .store(path: store.database.region.path, error)
    }
    try Self.check(stored, against: table, in: store)
    name = stored.name
    idColumn = stored.idColumn
    places = table.fields.map { field in
      if field.role == .geometry { return stored.geometry == nil ? nil : 1 }
      return stored.place(of: field).map { $0 + stored.firstColumn }
    }
    let found = places
    var extra = stored.columns.enumerated().filter { place, _ in
      !found.contains(place + stored.firstColumn)
    }.map(\.element.name)
    if let geometry = stored.geometry, table.place(of: .geometry) == nil {
      extra.insert(geometry.name, at: 0)
    }
    extraColumns = extra
  }

  private static func check(
    _ stored: GeoPackageTable, against table: MergeTable, in store: GeoPackageReader
  ) throws(MergingError) {
    guard let expected = table.srsID, let found = stored.geometry?.srsID, expected != found else {
      return
    }
    // Apps may number the same reference otherwise.
    let isSame = store.spatialReferences.contains {
      $0.id == found && $0.organization.isSameName(as: "EPSG") && $0.organizationID == expected
    }
    guard isSame else {
      throw .spatialReferenceChanged(
        path: store.database.region.path, table: stored.name, expected: expected, found: found)
    }
  }

  /// A row of the store by the fields of the merged table; NULL where the store lacks the column.
  ///
  /// - Parameters:
  ///   - layout: of this record.
  ///   - left: the place of a field that is given as NULL: the bytes of a photo.
  package func row(
    rowid: Int64, record: Span<UInt8>, layout: RecordLayout, leavingOut left: Int? = nil
  ) -> MergeRow {
    var values: [FieldValue] = []
    values.reserveCapacity(places.count)
    for (field, place) in places.enumerated() {
      guard let place, field != left else {
        values.append(.null)
        continue
      }
      values.append(FieldValue(layout.value(place, in: record), of: record))
    }
    return MergeRow(rowid: rowid, values: values)
  }
}

extension GeoPackageTable {
  /// The column of a field: of its name, else of its true name, which either store may have had to
  /// change.
  fileprivate func place(of field: MergeField) -> Int? {
    columns.firstIndex { $0.name.isSameName(as: field.name) }
      ?? columns.firstIndex { ($0.fieldName ?? $0.name).isSameName(as: field.trueName) }
  }
}
