package import Bytes
import Geometry
import MapModel
import Markup
import OrderedJSON
package import SQLiteFile

/// An Esri mobile geodatabase that is opened for reading. It is a plain geodatabase or a replica of
/// a service. The rows of a replica are the current ones, or those of ``asDownloaded()``.
///
/// It is a SQLite file with a catalog that describes the tables. `GDB_Items` has an XML
/// definition of each feature class, table, domain and relationship class. `GDB_ServiceItems` has
/// the service's description of each layer. The reader reads rows only from ordinary tables, never
/// from virtual tables, views or indexes.
package struct GeodatabaseReader: Sendable {
  /// "Esri", in the header of the database.
  package static let applicationID: UInt32 = 0x4573_7269
  /// The table that every geodatabase has.
  private static let items = "GDB_Items"
  /// ArcMap's notes about the files that it packed. They contain no data.
  private static let packingNotes = "consolidationMapping_GDB"

  /// The SQLite database.
  package let database: DatabaseReader
  /// The feature classes and tables in catalog order, without attachment tables.
  package private(set) var datasets: [GeodatabaseDataset] = []
  /// The unreadable items of the catalog. The rest of the file is read without them.
  package private(set) var unreadable: [UnreadableItem] = []
  /// The relationships of datasets, including those of attachments.
  package private(set) var relationshipClasses: [RelationshipClass] = []
  /// The changes in a delta geodatabase; nil for an ordinary geodatabase.
  package private(set) var delta: Delta?
  /// The service's descriptions; empty if there was no service.
  package private(set) var serviceItems: [ServiceItem] = []
  /// The catalog items of the replica and its datasets, which are read on request.
  private var syncItems: [CatalogItem] = []
  /// For each table in lower case, the time of the download whose rows are read. Nil for the
  /// current rows.
  var downloads: [String: Int64]?

  /// Whether a database is a geodatabase, by a table that all geodatabases have.
  package static func isGeodatabase(_ database: DatabaseReader) -> Bool {
    database.object(.table, named: items) != nil
  }

  /// Opens a geodatabase by its path, in its newest committed state, including a `-wal` or
  /// `-journal` beside it.
  ///
  /// - Throws: `GeodatabaseError`.
  package init(path: String) throws {
    let database: DatabaseReader
    database = try DatabaseReader(path: path)
    try self.init(database)
  }

  /// Opens a geodatabase inside another file.
  ///
  /// - Throws: `GeodatabaseError`.
  package init(
    region: FileRegion, wal: FileRegion? = nil, journal: FileRegion? = nil
  ) throws {
    let database: DatabaseReader
    database = try DatabaseReader(region: region, wal: wal, journal: journal)
    try self.init(database)
  }

  private init(_ database: DatabaseReader) throws {
    self.database = database
    guard Self.isGeodatabase(database) else {
      throw GeodatabaseError.notAGeodatabase(
        path: database.region.path, applicationID: database.header.applicationID)
    }
    var items: [CatalogItem] = []
    for row in try rows(of: Self.items) { CatalogItem(row).map { items.append($0) } }
    for row in try rows(of: ServiceItem.table) {
      do {
        try ServiceItem(row).map { serviceItems.append($0) }
      } catch { unreadable.append(UnreadableItem(row, error)) }
    }
    syncItems = items.filter { $0.kind == .replica || $0.kind == .syncDataset }
    delta = try Delta(self, items)
    let domains = readDomains(items)
    readRelationshipClasses(items)
    try readDatasets(items, domains)
  }

  /// Reads an optional item. An unreadable one is added to ``unreadable``.
  private mutating func read<Content>(
    _ item: CatalogItem, _ read: (CatalogItem) throws -> Content?
  ) -> Content? {
    do {
      return try read(item)
    } catch {
      unreadable.append(UnreadableItem(item, error))
      return nil
    }
  }

  /// The domains by name, in the form of services.
  private mutating func readDomains(_ items: [CatalogItem]) -> [String: JSON] {
    var domains: [String: JSON] = [:]
    for item in items where item.kind == .codedValueDomain || item.kind == .rangeDomain {
      let domain = read(item) { item in
        DomainDefinition.json(try CatalogXML.read(item.definition, of: item.name))
      }
      if let domain { domains[domain.name] = domain.domain }
    }
    return domains
  }

  private mutating func readRelationshipClasses(_ items: [CatalogItem]) {
    for item in items where item.kind == .relationshipClass {
      let relationship = read(item) { item in
        RelationshipClass(
          try CatalogXML.read(item.definition, of: item.name), name: item.table, id: item.id)
      }
      if let relationship { relationshipClasses.append(relationship) }
    }
  }

  private mutating func readDatasets(
    _ items: [CatalogItem], _ domains: [String: JSON]
  ) throws {
    let reading = DatasetReading(
      serviceItems: serviceItems, delta: delta, domains: domains, grids: try SpatialGrids(self))
    for item in items where item.kind == .featureClass || item.kind == .table {
      guard !relationshipClasses.isAttachmentTable(item.table), item.table != Self.packingNotes
      else { continue }
      let reader = self
      let dataset = read(item) { item in
        try reading.dataset(DatasetDefinition(item), table: try reader.storedTable(item))
      }
      if let dataset { datasets.append(dataset) }
    }
    relate()
  }

  /// The ordinary table of a dataset.
  private func storedTable(_ item: CatalogItem) throws -> StoredTable {
    guard let object = database.object(.table, named: item.table), object.rootPage > 0 else {
      throw GeodatabaseError.notATable(item.table)
    }
    let table: StoredTable
    table = try StoredTable(object)
    guard !table.isWithoutRowid else { throw GeodatabaseError.notATable(item.table) }
    return table
  }

  /// Numbers the datasets, and adds their relationships.
  private mutating func relate() {
    var free = (datasets.compactMap(\.definition.id).max() ?? -1) + 1
    for index in datasets.indices where datasets[index].definition.id == nil {
      datasets[index].definition.id = free
      free += 1
    }
    var numbers: [String: Int] = [:]
    for dataset in datasets { numbers[dataset.name.lowercased()] = dataset.layerID }
    let described = datasets.filter { !$0.definition.relationships.isEmpty }
    let ends = relationshipClasses.ends(
      numbers: numbers, described: Set(described.map { $0.name.lowercased() }))
    for index in datasets.indices {
      let name = datasets[index].name
      datasets[index].definition.relationships += ends[name.lowercased()] ?? []
      datasets[index].definition.hasAttachments = attachmentTable(of: name) != nil
    }
  }

  /// The feature class or table with a name, whatever its case.
  package func dataset(named name: String) -> GeodatabaseDataset? {
    datasets.first { $0.name.isSameName(as: name) }
  }

  /// The attachment table of a dataset; nil if it has none.
  package func attachmentTable(of dataset: String) -> String? {
    let related = relationshipClasses.first {
      $0.isForAttachments && $0.origin.isSameName(as: dataset)
    }
    return [related?.destination, dataset + RelationshipClass.attachmentSuffix].compactMap(\.self)
      .first { database.object(.table, named: $0) != nil }
  }

  /// The geodatabase's replica; nil for a plain geodatabase.
  ///
  /// - Throws: `GeodatabaseError.definition`, `.definitionTooLarge`.
  package func replica() throws -> Replica? { try Replica(among: syncItems) }

  /// All rows of a catalog table; empty if the table is missing.
  func rows(of table: String) throws -> [NamedRow] {
    let read: (rows: [NamedRow], isWhole: Bool)
    read = try database.namedRows(
      of: table, limit: 1_000_000, byteLimit: database.byteCount)
    guard read.isWhole else { throw GeodatabaseError.catalogTooLarge(table: table) }
    return read.rows
  }
}
