import Geometry
import SQLiteFile

/// The names and numbers of a dataset in the catalog, which are known before its rows.
struct CatalogEntry: Sendable {
  /// The index in `GeodatabaseContent.tables`; for attachments, the index of the parent.
  var table: Int
  /// The name of its table.
  var name: String
  /// The number in `GDB_TableRegistry`.
  var registration: Int
  /// The number in `GDB_Layers`; 0 for a table.
  var layer: Int64
  /// The spatial reference of its shapes; nil for a table.
  var reference: StoredReference?
  var isForAttachments = false
  /// The name of its GlobalID index.
  var globalIDIndex = ""
  /// The names of the indexes of keys of other tables.
  var keyIndexes: [String] = []
}

/// A dataset with all its rows written.
struct FinishedDataset: Sendable {
  var entry: CatalogEntry
  /// The columns that clients see.
  var columns: [ColumnSpec]
  var account: GeodatabaseTableAccount
  /// The objects of its schema, except ``timesIndex``, which comes after all datasets.
  var objects: [SchemaObject] = []
  var timesIndex: SchemaObject?
  /// The object ID of the next row.
  var nextObjectID: Int64 = 1
  /// The lowest and highest height and measure; nil if there are none.
  var heights: ClosedRange<Double>?
  var measures: ClosedRange<Double>?

  init(entry: CatalogEntry, columns: [ColumnSpec], account: GeodatabaseTableAccount) {
    self.entry = entry
    self.columns = columns
    self.account = account
  }

  /// Adds an object of the schema. Its owner is the dataset's table unless another is given.
  mutating func add(
    _ kind: SchemaObject.Kind, named name: String, of owner: String? = nil, sql: String,
    root: UInt32 = 0
  ) {
    objects.append(
      SchemaObject(
        kind: kind, name: name, tableName: owner ?? entry.name, rootPage: root, sql: sql))
  }
}

extension CoordinateGrid.Axis {
  /// The coordinates of a range of integers.
  func range(_ integers: ClosedRange<Int64>) -> ClosedRange<Double> {
    coordinate(integers.lowerBound)...coordinate(integers.upperBound)
  }
}

extension ShapeEncoder.Box {
  mutating func formUnion(_ other: ShapeEncoder.Box) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
    if let range = other.z {
      z = ShapeEncoder.extended(
        ShapeEncoder.extended(z, by: range.lowerBound), by: range.upperBound)
    }
    if let range = other.m {
      m = ShapeEncoder.extended(
        ShapeEncoder.extended(m, by: range.lowerBound), by: range.upperBound)
    }
  }
}
