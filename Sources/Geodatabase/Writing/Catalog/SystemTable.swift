import Records
import SQLiteFile

/// A table of the catalog with registered columns.
struct SystemTable: Sendable {
  /// An index of one column.
  struct Index: Sendable {
    var name: String
    var column: String
    var sql: String
  }

  var name: String
  var columns: [ColumnSpec]
  var indexes: [Index] = []
  /// `object_flags` of `GDB_TableRegistry`.
  var registryFlags: Int64

  init(
    _ name: String, flags: Int64, _ columns: [ColumnSpec], indexes: [(String, String)] = []
  ) {
    self.name = name
    self.columns = columns
    registryFlags = flags
    self.indexes = indexes.map { index, column in
      Index(
        name: index, column: column, sql: "CREATE INDEX \(index) on \(name) (\(column) ASC)")
    }
  }

  /// The table with rows.
  func filled(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    let declarations = columns.map(\.declaration).joined(separator: ", ")
    return .init(
      name: name, sql: "CREATE TABLE \(name) (\(declarations))", rows: rows,
      rowidColumn: columns.firstIndex { if case .rowID = $0.role { true } else { false } },
      uniques: columns.indices.filter { columns[$0].isUnique }.map { [$0] })
  }

  /// The index of a column.
  func columnIndex(of column: String) -> Int { columns.firstIndex { $0.name == column } ?? 0 }

  /// The rows of `GDB_ColumnRegistry`.
  var registryRows: [[SQLValue]] {
    columns.map { Self.registryRow(table: name, $0) }
  }

  /// A row of `GDB_ColumnRegistry`.
  static func registryRow(table: String, _ column: ColumnSpec) -> [SQLValue] {
    let type = column.type.registry
    var layer: SQLValue = nil
    if case .shape(let number) = column.role { layer = .integer(number) }
    return [
      .text(table), .text(column.name), .integer(type.type),
      type.size.map { .integer($0) } ?? nil, type.digits.map { .integer($0) } ?? nil, nil,
      .integer(column.registryFlags), layer,
    ]
  }
}

extension SystemTable {
  static let lastModified = SystemTable(
    "GDB_Tables_Last_Modified", flags: 0,
    [
      .init("table_name", .text(160), isNullable: false, isUnique: true),
      .init("last_modified_count", .int32, isNullable: false),
    ])

  static let items = SystemTable(
    "GDB_Items", flags: 4_210_695,
    [
      .init("ObjectID", .int32, role: .rowID),
      .init("UUID", .uuid, isNullable: false, role: .globalID, isUnique: true),
      .init("Type", .uuid, isNullable: false), .init("Name", .text(226)),
      .init("PhysicalName", .text(226)), .init("Path", .text(512)), .init("Url", .text(255)),
      .init("Properties", .int32), .init("Defaults", .blob(limit: 52_428_800)),
      .init("DatasetSubtype1", .int32), .init("DatasetSubtype2", .int32),
      .init("DatasetInfo1", .text(255)), .init("DatasetInfo2", .text(255)),
      .init("Definition", .xml), .init("Documentation", .xml), .init("ItemInfo", .xml),
      .init("Shape", .geometry, role: .shape(layer: 1)),
    ],
    indexes: [
      ("Items_Type_idx", "Type"), ("Items_Name_idx", "Name"),
      ("Items_PhysicalName_idx", "PhysicalName"),
    ])

  /// The index of names without case, after all tables of the catalog.
  static let foldedNames = Index(
    name: "Items_Name_icufoldcase", column: "Name",
    sql: "CREATE INDEX Items_Name_icufoldcase ON GDB_Items (Name COLLATE ICUFOLDCASE ASC)")

  static let itemRelationships = SystemTable(
    "GDB_ItemRelationships", flags: 4_194_307,
    [
      .init("ObjectID", .int32, role: .rowID),
      .init("UUID", .uuid, isNullable: false, role: .globalID, isUnique: true),
      .init("Type", .uuid, isNullable: false), .init("OriginID", .uuid, isNullable: false),
      .init("DestID", .uuid, isNullable: false), .init("Properties", .int32),
      .init("Attributes", .xml),
    ],
    indexes: [
      ("GDB_ItemRel_Type_idx", "Type"), ("GDB_ItemRel_OriginID_idx", "OriginID"),
      ("GDB_ItemRel_DestID_idx", "DestID"),
    ])

  static let itemTypes = SystemTable(
    "GDB_ItemTypes", flags: 3,
    [
      .init("ObjectID", .int32, role: .rowID),
      .init("UUID", .uuid, isNullable: false, isUnique: true),
      .init("Name", .text(226), isNullable: false),
      .init("ParentTypeID", .uuid, isNullable: false),
    ],
    indexes: [("ItemTypes_Name_idx", "Name"), ("ItemTypes_ParentTypeID_idx", "ParentTypeID")])

  static let itemRelationshipTypes = SystemTable(
    "GDB_ItemRelationshipTypes", flags: 3,
    [
      .init("ObjectID", .int32, role: .rowID),
      .init("UUID", .uuid, isNullable: false, isUnique: true),
      .init("Name", .text(226), isNullable: false), .init("ForwardLabel", .text(226)),
      .init("BackwardLabel", .text(226)), .init("OrigItemTypeID", .uuid, isNullable: false),
      .init("DestItemTypeID", .uuid, isNullable: false), .init("IsContainment", .int16),
    ],
    indexes: [
      ("ItmRTypes_Name_idx", "Name"), ("ItmRTypes_ForwardLabel_idx", "ForwardLabel"),
      ("ItmRTypes_BackwardLabel_idx", "BackwardLabel"),
      ("ItmRTypes_OrigItemTypeID_idx", "OrigItemTypeID"),
      ("ItmRTypes_DestItemTypeID_idx", "DestItemTypeID"),
    ])

  static let replicaLog = SystemTable(
    "GDB_ReplicaLog", flags: 3,
    [
      .init("ID", .int32, role: .rowID), .init("ReplicaID", .int32, isNullable: false),
      .init("Event", .int32, isNullable: false), .init("ErrorCode", .int32, isNullable: false),
      .init("LogDate", .realdate, isNullable: false),
      .init("SourceBeginGen", .int32, isNullable: false),
      .init("SourceEndGen", .int32, isNullable: false),
      .init("TargetGen", .int32, isNullable: false),
    ])

  static let serviceItems = SystemTable(
    "GDB_ServiceItems", flags: 3,
    [
      .init("OBJECTID", .int32, role: .rowID), .init("ItemType", .int16, isNullable: false),
      .init("ItemInfo", .longText(100_000_000), isNullable: false),
      .init("ItemId", .int32, isNullable: false),
      .init("DatasetName", .text(1_024), isNullable: false),
      .init("AdvancedDrawingInfo", .longText(100_000_000)),
    ])

  /// The tables before the datasets, in the order of the registry.
  static let first = [
    lastModified, items, itemRelationships, itemTypes, itemRelationshipTypes, replicaLog,
  ]
}
