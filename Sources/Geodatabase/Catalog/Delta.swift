import MapModel
import Records
import SQLiteFile

/// The changes in a delta geodatabase between a replica and its service. Each kind of change has
/// its own table of rows. The complete datasets are not in the file.
///
/// `GDB_DataChangesDeltas (RecordsetClassID, ChangeType, ChangedDatasetID)` maps a table of the
/// catalog to the dataset of its rows in `GDB_DataChangesDatasets`.
package struct Delta: Equatable, Sendable {
  /// A kind of change to a dataset.
  package struct Change: Equatable, Sendable {
    /// The table of the changed rows, such as `T_1_inserts`.
    package var table: String
    /// The changed dataset.
    package var dataset: String
    /// The kind of change, from the table's name, such as `inserts`.
    package var kind: String

    /// The text that people read.
    package var title: String { "\(dataset) \(kind)" }
  }

  /// The ID of the replica; nil if the file doesn't say.
  package var replica: String?
  package var changes: [Change]

  /// Nil for a geodatabase with complete datasets.
  init?(_ reader: GeodatabaseReader, _ items: [CatalogItem]) throws {
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

  /// The change with a table of rows; nil for other tables.
  func change(in table: String) -> Change? { changes.first { $0.table.isSameName(as: table) } }

  private static let table = "GDB_DataChangesDeltas"
}
