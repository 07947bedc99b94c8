import Geometry
import SQLiteFile

/// Where a dataset stands in the catalogue; known before its rows.
struct DatasetPlace: Sendable {
  /// The place in `GeodatabaseContent.tables`, of the parent where it holds attachments.
  var table: Int
  /// The name of its table.
  var name: String
  /// The number in `GDB_TableRegistry`.
  var registration: Int
  /// The number in `GDB_Layers`; 0 for a table.
  var layer: Int64
  /// What its shapes are in; nil for a table.
  var reference: StoredReference?
  var isOfAttachments = false
  /// The name of the index of its GlobalIDs.
  var globalIDIndex = ""
  /// The names of the indexes of other tables' keys.
  var keyIndexes: [String] = []
}

/// A dataset whose rows are all written.
struct FinishedDataset: Sendable {
  var place: DatasetPlace
  /// The columns that clients see.
  var columns: [ColumnSpec]
  var account: GeodatabaseTableAccount
  /// What its schema is made of; but for ``timesIndex``, which stands behind all datasets.
  var objects: [SchemaObject] = []
  var timesIndex: SchemaObject?
  /// The object id of the next row.
  var nextObjectID: Int64 = 1
  /// The lowest and highest height and measure; nil without any.
  var heights: ClosedRange<Double>?
  var measures: ClosedRange<Double>?

  init(place: DatasetPlace, columns: [ColumnSpec], account: GeodatabaseTableAccount) {
    self.place = place
    self.columns = columns
    self.account = account
  }

  /// Notes an object of the schema; of the dataset's table unless another owner is named.
  mutating func add(
    _ kind: SchemaObject.Kind, _ name: String, of owner: String? = nil, _ sql: String,
    root: UInt32 = 0
  ) {
    objects.append(
      SchemaObject(
        kind: kind, name: name, tableName: owner ?? place.name, rootPage: root, sql: sql))
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
