import MapModel
import SQLiteFile

/// What a delta geodatabase carries between a replica and its service: rows that came, changed or
/// went, each kind in a table of its own, and not the datasets as they are.
///
/// `GDB_DataChangesDeltas (RecordsetClassID, ChangeType, ChangedDatasetID)` leads from a table of
/// the catalogue to the dataset of `GDB_DataChangesDatasets` that its rows belong to.
package struct Delta: Equatable, Sendable {
  /// One kind of change of one dataset.
  package struct Change: Equatable, Sendable {
    /// The table of the changed rows, such as `T_1_inserts`.
    package var table: String
    /// The dataset they belong to.
    package var dataset: String
    /// What happened to them, by the table's name: `inserts`.
    package var kind: String

    /// What people read.
    package var title: String { "\(dataset) \(kind)" }
  }

  /// Of which replica the changes are; nil where nothing tells.
  package var replica: String?
  package var changes: [Change]

  /// Nil for a geodatabase that holds its datasets.
  init?(_ reader: GeodatabaseReader, _ items: [CatalogueItem]) throws(GeodatabaseError) {
    guard reader.database.object(.table, named: Self.table) != nil else { return nil }
    var datasets: [Int64: String] = [:]
    for row in try reader.rows(of: "GDB_DataChangesDatasets") {
      guard let id = row["ID"].integer, let name = row["Name"].text else { continue }
      datasets[id] = name
    }
    changes = []
    for row in try reader.rows(of: Self.table) {
      guard let item = row["RecordsetClassID"].integer,
        let table = items.first(where: { Int64($0.id) == item })?.table,
        let dataset = row["ChangedDatasetID"].integer.flatMap({ datasets[$0] })
      else { continue }
      let kind = table.split(separator: "_").last.map(String.init) ?? table
      changes.append(Change(table: table, dataset: dataset, kind: kind))
    }
    replica = try reader.rows(of: "GDB_DataChanges").lazy.compactMap { $0["ReplicaGUID"].text }
      .first
  }

  /// The change that a table holds; nil for another table.
  func change(in table: String) -> Change? { changes.first { $0.table.isSameName(as: table) } }

  private static let table = "GDB_DataChangesDeltas"
}
