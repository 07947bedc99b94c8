// How feature sets reach the tables of a package. The host describes each table with plain values
// and functions that read rows. A feature set is a table's number and a list of its rows.

package import Geometry

/// The tables that expressions can read: the layers and tables of the map.
package struct ArcadeTables: Sendable {
  /// The tables, in the order of the map.
  package let tables: [ArcadeTable]
  /// Rows by value, for the columns that filters have used.
  let indexes = ColumnIndexes { (table, column) throws(ArcadeProblem) in
    try EqualityIndex(table, column: column)
  }
  /// Rows in the order of a column, for the columns that filters have compared.
  let orders = ColumnIndexes { (table, column) throws(ArcadeProblem) in
    try OrderIndex(table, column: column)
  }
  /// Shared results that depend on tables alone.
  let results = SharedResults()

  /// Makes the tables from a list.
  package init(_ tables: [ArcadeTable]) { self.tables = tables }
}

/// One table that expressions can read.
package struct ArcadeTable: Sendable {
  /// The rows of another table.
  package struct Related: Sendable {
    /// The number of the table among `ArcadeTables`.
    package var table: Int
    /// The rows, in order.
    package var rows: [Int]

    package init(table: Int, rows: [Int]) {
      self.table = table
      self.rows = rows
    }
  }

  /// The names for `FeatureSetByName`: the title in the map and the name in the service.
  package var names: [String]
  /// The ids for `FeatureSetById`: the layer's id in the map and its number in the service.
  package var ids: [String]
  /// The fields.
  package var schema: ArcadeSchema
  /// The number of rows.
  package var count: Int
  /// Replaces the buffer's contents with the record of a row.
  package var read: @Sendable (_ row: Int, _ into: inout [UInt8]) throws(ArcadeProblem) -> Void
  /// The related rows of a record, by the relationship's name; nil if there is no such
  /// relationship.
  package var related:
    @Sendable (_ relationship: String, _ record: [UInt8]) throws(ArcadeProblem) -> Related?
  /// The attachments of a record; nil if the host cannot list them.
  package var attachments:
    (@Sendable (_ record: [UInt8]) throws(ArcadeProblem) -> [ArcadeAttachment])?

  /// The rows whose boxes meet a box in the table's coordinates, in their order; nil if the host has
  /// no index of them.
  package var meeting: (@Sendable (_ box: Envelope) throws(ArcadeProblem) -> [Int])?

  /// Makes a table from its parts.
  package init(
    names: [String], ids: [String], schema: ArcadeSchema, count: Int,
    read: @escaping @Sendable (_ row: Int, _ into: inout [UInt8]) throws(ArcadeProblem) -> Void,
    related:
      @escaping @Sendable (_ relationship: String, _ record: [UInt8]) throws(ArcadeProblem)
      -> Related?,
    attachments: (@Sendable (_ record: [UInt8]) throws(ArcadeProblem) -> [ArcadeAttachment])? = nil
  ) {
    self.names = names
    self.ids = ids
    self.schema = schema
    self.count = count
    self.read = read
    self.related = related
    self.attachments = attachments
  }
}

/// An attachment of a record.
package struct ArcadeAttachment: Sendable {
  package var id: Int
  package var name: String
  package var contentType: String
  /// The size in bytes.
  package var size: Int
  package var keywords: String
  package var globalID: String?

  package init(
    id: Int, name: String, contentType: String, size: Int, keywords: String = "",
    globalID: String? = nil
  ) {
    self.id = id
    self.name = name
    self.contentType = contentType
    self.size = size
    self.keywords = keywords
    self.globalID = globalID
  }
}

/// The contents of a feature set in the workspace's memory.
struct HeldFeatureSet: Sendable {
  /// The index of the table in `ArcadeTables`. Tables that the run made count down from -1.
  var table: Int
  /// The rows, in order; nil for all rows of the table in its order.
  var rows: [Int]?
  /// How it was derived from a table (``SharedResults``); nil if it depends on the feature.
  var origin: String?

  init(table: Int, rows: [Int]?) {
    self.table = table
    self.rows = rows
    if rows == nil, table >= 0 { origin = String(table) }
  }
}
