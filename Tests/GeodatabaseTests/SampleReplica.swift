import Records
import SQLiteFile

// The sample as an unedited replica: benches, inspections and attachments have a history, with the
// views and triggers by which ArcGIS clients edit.
extension SampleGeodatabase {
  /// The columns of the synchronized tables, with the object ID first.
  private static let columns: [(table: String, columns: [String])] = [
    (
      "Benches",
      [
        "OBJECTID", "Name", "Kind", "Material", "Seats", "Placed", "GlobalID", "created_user",
        "SHAPE",
      ]
    ),
    ("Inspections", ["OBJECTID", "Note", "BenchID", "GlobalID"]),
    (
      "Benches__ATTACH",
      [
        "ATTACHMENTID", "GLOBALID", "REL_GLOBALID", "CONTENT_TYPE", "ATT_NAME", "DATA_SIZE", "DATA",
      ]
    ),
  ]

  /// A replica of three benches, two inspections and two attachments.
  ///
  /// - Parameters:
  ///   - download: the generation of the last download, as the replica writes it.
  ///   - upload: the generation of the last upload.
  static func replica(download: String = "1000", upload: String = "1000") -> SampleGeodatabase {
    var sample = SampleGeodatabase()
    sample.replica = definition(download: download, upload: upload)
    sample.rows["Benches"] = [
      bench(1, id: 3, name: "By the pond", kind: 1, shape: point(x: 277_500, y: 445_500, z: 1_005)),
      bench(2, id: 1, name: "Old place", kind: 1, shape: point(x: 277_750, y: 445_500, z: 1_000)),
      bench(3, id: 2, name: "By the gate", kind: 2, shape: point(x: 277_500, y: 445_750, z: 1_000)),
    ]
    sample.rows["Inspections"] = [
      [
        7, "wobbles", .text(bench(1)), "{00000000-0000-4000-8000-000000000107}", 1, .real(start),
        .real(end),
      ],
      [
        9, "fine", .text(bench(3)), "{00000000-0000-4000-8000-000000000109}", 2, .real(start),
        .real(end),
      ],
    ]
    sample.rows["Benches__ATTACH"] = [
      photo(1, bench: 1, name: "front.txt", content: Array("a note".utf8), end: end),
      photo(3, bench: 3, name: "pond.txt", content: Array("ducks".utf8), end: end),
    ]
    return sample
  }

  /// The definition of the replica.
  static func definition(download: String?, upload: String) -> String {
    let datasets = columns.enumerated().map { number, table in
      "<GPSyncDataset><DatasetName>main.\(table.table)</DatasetName><LayerID>\(number)</LayerID>"
        + "<Direction>esriSyncDirectionBidirectional</Direction>"
        + (download.map { "<ReplicaClientDownloadGen>\($0)</ReplicaClientDownloadGen>" } ?? "")
        + "<ReplicaClientUploadGen>\(upload)</ReplicaClientUploadGen></GPSyncDataset>"
    }
    return "<GPSyncReplica><ReplicaName>Crew 7</ReplicaName>"
      + "<ReplicaID>{7A000000-0000-4000-8000-000000000007}</ReplicaID>"
      + "<ServiceName>https://example.com/rest/services/City/FeatureServer</ServiceName>"
      + "<CreationDate>2026-04-30T08:00:00</CreationDate><GPSyncDatasets>"
      + datasets.joined() + "</GPSyncDatasets></GPSyncReplica>"
  }

  /// The table with a history; unchanged if it isn't synchronized or already has one.
  static func archived(_ table: DatabaseWriter.SmallTable) -> DatabaseWriter.SmallTable {
    guard table.name == "Inspections" else { return table }
    return DatabaseWriter.SmallTable(
      name: table.name,
      sql: "CREATE TABLE Inspections (OBJECTID int32 not null, Note text(80), BenchID uuidtext, "
        + "GlobalID uuidtext not null, gdb_archive_oid integer primary key not null, "
        + "gdb_from_date realdate not null default (gdb_transaction_time ()), "
        + "gdb_to_date realdate not null default (julianday ('9999-12-31 23:59:59')))",
      rows: [], rowidColumn: 4)
  }

  /// Adds the views and triggers of the tables, in ArcGIS's form.
  static func addViews(to database: inout DatabaseWriter) {
    let end = "julianday ('9999-12-31 23:59:59')"
    func around(_ column: String, _ moment: String) -> String {
      "\(column) BETWEEN (\(moment) - 0.000000001) AND (\(moment) + 0.000000001)"
    }
    let isCurrent = around("gdb_to_date", end)
    let now = "gdb_transaction_time ()"
    for (table, columns) in columns {
      let view = table + "_evw"
      let id = columns[0]
      let list = columns.joined(separator: ",")
      let new = columns.dropFirst().map { "NEW.\($0)" }.joined(separator: ",")
      database.addView(
        name: view, sql: "CREATE VIEW \(view) AS SELECT \(list) FROM \(table) WHERE \(isCurrent)")
      func add(_ action: String, _ statements: String) {
        let name = "\(view)_\(action.lowercased())"
        database.addTrigger(
          name: name, table: view,
          sql: "CREATE TRIGGER \(name) INSTEAD OF \(action) ON \(view) BEGIN \(statements) END")
      }
      add(
        "INSERT",
        "INSERT INTO \(table) (\(list),gdb_from_date,gdb_to_date) VALUES (IFNULL (NEW.\(id),"
          + "Next_RowID (NULL,'\(table)')),\(new),\(now),\(end));")
      add(
        "DELETE",
        "DELETE FROM \(table) WHERE \(id) = OLD.\(id) AND \(around("gdb_from_date", now)); "
          + "UPDATE OR REPLACE \(table) SET gdb_to_date = \(now) WHERE \(id) = OLD.\(id) AND "
          + "\(isCurrent);")
      add(
        "UPDATE",
        "UPDATE OR IGNORE \(table) SET gdb_to_date = \(now) WHERE \(id) = OLD.\(id) AND "
          + "\(isCurrent);REPLACE INTO \(table) (\(list),gdb_from_date,gdb_to_date) VALUES "
          + "(NEW.\(id),\(new),(SELECT MAX (gdb_to_date) FROM \(table) WHERE \(id) = OLD.\(id) AND "
          + "gdb_to_date < \(end)),\(end));")
    }
  }
}
