/// The SQL statements that create a feature class or table, its indexes, views and triggers.
///
/// The texts are exactly those of the format, including blanks. `T` is the table and `G` its shape.
/// A replica has a history: each state of a row is a separate row, which is current until the end
/// of the calendar.
struct DatasetStatements {
  let table: String
  /// The columns that clients see, first the object ID and last the shape.
  let columns: [ColumnSpec]
  let isReplica: Bool
  /// The name of the shape column; nil for a table.
  let shape: String?
  /// The number of the table in the registry.
  let registration: Int

  private var name: String { SQLName.quoted(table) }
  private var objectID: String { SQLName.quoted(columns[0].name) }
  private var names: [String] { columns.map { SQLName.quoted($0.name) } }

  /// The end of the calendar in the form of all statements.
  static let endOfTime = "julianday ('9999-12-31 23:59:59')"

  var createTable: String {
    var parts = columns.map(\.declaration)
    if isReplica {
      let from = ColumnType.realdate.declaration("gdb_from_date", isNullable: false)
      let to = ColumnType.realdate.declaration("gdb_to_date", isNullable: false)
      parts += [
        "gdb_archive_oid integer primary key not null",
        "\(from) default (gdb_transaction_time ())", "\(to) default (\(Self.endOfTime))",
      ]
    }
    return "CREATE TABLE \(name) (\(parts.joined(separator: ", ")))"
  }

  // MARK: Indexes

  /// The index of the GlobalIDs.
  func globalIDIndex(_ index: String, field: String, isUnique: Bool) -> String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQLName.quoted(index)) ON \(name) "
      + "(\(SQLName.quoted(field)) ASC\(isReplica ? ",gdb_to_date ASC" : ""))"
  }

  /// The index of a key field of another table.
  func keyIndex(_ index: String, field: String) -> String {
    "CREATE INDEX \(SQLName.quoted(index)) ON \(name) (\(SQLName.quoted(field)) ASC)"
  }

  /// The indexes of a history: object ID and end; times; object ID and begin.
  var historyIndexes: [(name: String, sql: String)] {
    let number = registration
    return [
      (
        "r\(number)_gdb_xpk",
        "CREATE UNIQUE INDEX r\(number)_gdb_xpk ON \(name) (\(objectID) ASC,gdb_to_date ASC)"
      ),
      (
        "gdb_ct1_\(number)",
        "CREATE INDEX gdb_ct1_\(number) ON \(name) (gdb_from_date ASC,gdb_to_date ASC)"
      ),
      (
        "gdb_ct4_\(number)",
        "CREATE UNIQUE INDEX gdb_ct4_\(number) ON \(name) (\(objectID) ASC,gdb_from_date ASC)"
      ),
    ]
  }

  /// The index that comes after all tables.
  var timesIndex: (name: String, sql: String) {
    let index = "gdb_ctr1_\(registration)"
    let name = SQLName.inQuotes(table)
    return (
      index, "CREATE INDEX \"\(index)\" on \(name) (\"gdb_to_date\", \"gdb_from_date\")"
    )
  }

  // MARK: History

  /// The two views of a replica: the current rows, and the rows at a moment that a client returns
  /// to.
  var views: [(name: String, sql: String)] {
    let list = names.joined(separator: ",")
    return [
      (
        "\(table)_evw",
        "CREATE VIEW \(view("_evw")) AS SELECT \(list) FROM \(name) WHERE \(isCurrent)"
      ),
      (
        "\(table)_evw2",
        "CREATE VIEW \(view("_evw2")) AS SELECT \(list) FROM \(name) WHERE "
          + "gdb_from_date <=  (gdb_undo_start_moment()) AND gdb_to_date > (gdb_undo_start_moment())"
      ),
    ]
  }

  private func view(_ ending: String) -> String { SQLName.quoted(table + ending) }

  private var isCurrent: String { near("gdb_to_date", Self.endOfTime) }

  private func near(_ column: String, _ time: String) -> String {
    "\(column) BETWEEN (\(time) - 0.000000001) AND (\(time) + 0.000000001)"
  }

  /// The triggers by which clients edit: they end a state and begin a new one.
  var viewTriggers: [(name: String, view: String, sql: String)] {
    var triggers: [(name: String, view: String, sql: String)] = []
    for (event, body) in [("insert", insert), ("delete", delete), ("update", update)] {
      for ending in ["_evw", "_evw2"] {
        let trigger = "\(table)\(ending)_\(event)"
        triggers.append(
          (
            trigger, table + ending,
            "CREATE TRIGGER \(SQLName.quoted(trigger)) INSTEAD OF \(event.uppercased()) ON "
              + "\(view(ending)) BEGIN \(body) END"
          ))
      }
    }
    return triggers
  }

  private var intoAllColumns: String {
    "INTO \(name) (\(names.joined(separator: ",")),gdb_from_date,gdb_to_date) VALUES"
  }

  private var insert: String {
    let values = names.dropFirst().map { "NEW.\($0)" }
    let id = "IFNULL (NEW.\(objectID),Next_RowID (NULL,\(SQLName.literal(table))))"
    let all = ([id] + values).joined(separator: ",")
    return "INSERT \(intoAllColumns) (\(all),gdb_transaction_time (),\(Self.endOfTime));"
  }

  private var delete: String {
    "DELETE FROM \(name) WHERE \(objectID) = OLD.\(objectID) AND "
      + "\(near("gdb_from_date", "gdb_transaction_time ()")); "
      + "UPDATE OR REPLACE \(name) SET gdb_to_date = gdb_transaction_time () "
      + "WHERE \(objectID) = OLD.\(objectID) AND \(isCurrent);"
  }

  private var update: String {
    let values = names.map { "NEW.\($0)" }.joined(separator: ",")
    return "UPDATE OR IGNORE \(name) SET gdb_to_date = gdb_transaction_time () "
      + "WHERE \(objectID) = OLD.\(objectID) AND \(isCurrent);"
      + "REPLACE \(intoAllColumns) (\(values),(SELECT MAX (gdb_to_date) FROM \(name) "
      + "WHERE \(objectID) = OLD.\(objectID) AND gdb_to_date < \(Self.endOfTime)),"
      + "\(Self.endOfTime));"
  }
}
