// How feature sets reach the tables of a package. A host describes each table by plain values and
// two functions that read rows; a feature set is then a table's number and a list of its rows.

/// The tables that expressions may ask for: the layers and tables of the map.
package struct ArcadeTables: Sendable {
  /// The tables, in the order of the map.
  package let tables: [ArcadeTable]
  /// Where rows are by their values, as far as filters have asked.
  let indexes = EqualityIndexes()
  /// What came of tables alone, as far as it was asked for.
  let results = SharedResults()

  /// Tables from a list.
  package init(_ tables: [ArcadeTable]) { self.tables = tables }
}

/// One table that expressions may ask for.
package struct ArcadeTable: Sendable {
  /// Rows of another table.
  package struct Related: Sendable {
    /// The number of the table among `ArcadeTables`.
    package var table: Int
    /// Its rows, in their order.
    package var rows: [Int]

    package init(table: Int, rows: [Int]) {
      self.table = table
      self.rows = rows
    }
  }

  /// The names by which `FeatureSetByName` finds it: the title in the map, the name in the service.
  package var names: [String]
  /// The ids by which `FeatureSetById` finds it: the layer's id in the map, the number in the
  /// service.
  package var ids: [String]
  /// The fields.
  package var schema: ArcadeSchema
  /// How many rows it has.
  package var count: Int
  /// Puts a row's record into the buffer in place of what is there.
  package var read: @Sendable (_ row: Int, _ into: inout [UInt8]) throws(ArcadeProblem) -> Void
  /// The rows that a relationship of that name gives for a record of this table; nil when there is
  /// no such relationship.
  package var related:
    @Sendable (_ relationship: String, _ record: [UInt8]) throws(ArcadeProblem) -> Related?
  /// The files that belong to a record of this table; nil where the host cannot tell.
  package var attachments:
    (@Sendable (_ record: [UInt8]) throws(ArcadeProblem) -> [ArcadeAttachment])?

  /// A table from its parts.
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

/// A file that belongs to a row.
package struct ArcadeAttachment: Sendable {
  package var id: Int
  package var name: String
  package var contentType: String
  /// In bytes.
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

/// A feature set in the workspace's memory.
package struct HeldFeatureSet: Sendable {
  /// The table among `ArcadeTables`; those that the run made count down from -1.
  package var table: Int
  /// The rows, in order; nil for all of the table in its own order.
  package var rows: [Int]?
  /// How it came of a table alone (``SharedResults``); nil where it did not.
  var origin: String?

  package init(table: Int, rows: [Int]?) {
    self.table = table
    self.rows = rows
    if rows == nil, table >= 0 { origin = String(table) }
  }
}
