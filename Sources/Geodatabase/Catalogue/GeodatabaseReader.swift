package import Bytes
import Geometry
import MapModel
import Markup
import OrderedJSON
package import SQLiteFile

/// An Esri mobile geodatabase opened for reading: plain content, or a replica of a service, of
/// which the current rows are read, or those of ``asDownloaded()``.
///
/// It is a SQLite file whose catalogue describes the tables: `GDB_Items` holds an XML definition
/// of each feature class, table, domain and relationship class, `GDB_ServiceItems` what the service
/// says of each layer. Virtual tables, views, triggers and indexes are never asked; rows come from
/// the tables themselves.
package struct GeodatabaseReader: Sendable {
  /// "Esri", in the header of the database.
  package static let applicationID: UInt32 = 0x4573_7269
  /// The table that every geodatabase has.
  private static let items = "GDB_Items"
  /// Where ArcMap notes which of its maker's files it packed; no data of anybody.
  private static let packingNotes = "consolidationMapping_GDB"

  /// The database below.
  package let database: DatabaseReader
  /// The feature classes and tables in the order of the catalogue, without those of attachments.
  package private(set) var datasets: [GeodatabaseDataset] = []
  /// What the catalogue lists and cannot be read; the rest of the file is read without it.
  package private(set) var unreadable: [UnreadableItem] = []
  /// How datasets are related, attachments included.
  package private(set) var relationshipClasses: [RelationshipClass] = []
  /// The changes that the file carries in place of whole datasets; nil for an ordinary one.
  package private(set) var delta: Delta?
  /// What the service says; empty where it came from none.
  package private(set) var serviceItems: [ServiceItem] = []
  /// The replica and its datasets in the catalogue, which only those read who ask for them.
  private(set) var syncItems: [CatalogueItem] = []
  /// Where the rows are to be as they were downloaded: when that was, by table in lower case. Nil
  /// for the rows as they are now.
  var downloads: [String: Int64]?

  /// Whether a database is a geodatabase, by the table that every one has.
  package static func isGeodatabase(_ database: DatabaseReader) -> Bool {
    database.object(.table, named: items) != nil
  }

  /// Opens a geodatabase by its path, in the newest committed state: a `-wal` or `-journal` beside
  /// it is read with it.
  ///
  /// - Throws: `GeodatabaseError`.
  package init(path: String) throws(GeodatabaseError) {
    let database: DatabaseReader
    do {
      database = try DatabaseReader(path: path)
    } catch { throw .database(error) }
    try self.init(database)
  }

  /// Opens a geodatabase that lies inside another file.
  ///
  /// - Throws: `GeodatabaseError`.
  package init(
    region: FileRegion, wal: FileRegion? = nil, journal: FileRegion? = nil
  ) throws(GeodatabaseError) {
    let database: DatabaseReader
    do {
      database = try DatabaseReader(region: region, wal: wal, journal: journal)
    } catch { throw .database(error) }
    try self.init(database)
  }

  private init(_ database: DatabaseReader) throws(GeodatabaseError) {
    self.database = database
    guard Self.isGeodatabase(database) else {
      throw .notAGeodatabase(
        path: database.region.path, applicationID: database.header.applicationID)
    }
    var items: [CatalogueItem] = []
    for row in try rows(of: Self.items) { CatalogueItem(row).map { items.append($0) } }
    for row in try rows(of: ServiceItem.table) {
      do throws(GeodatabaseError) {
        try ServiceItem(row).map { serviceItems.append($0) }
      } catch { unreadable.append(UnreadableItem(row, error)) }
    }
    syncItems = items.filter { $0.kind == .replica || $0.kind == .syncDataset }
    delta = try Delta(self, items)
    let domains = readDomains(items)
    readRelationshipClasses(items)
    try readDatasets(items, domains)
  }

  /// Reads an item that the file can do without: one that cannot be read is noted.
  private mutating func read<Content>(
    _ item: CatalogueItem, _ read: (CatalogueItem) throws(GeodatabaseError) -> Content?
  ) -> Content? {
    do throws(GeodatabaseError) {
      return try read(item)
    } catch {
      unreadable.append(UnreadableItem(item, error))
      return nil
    }
  }

  /// The domains by name, as services write them.
  private mutating func readDomains(_ items: [CatalogueItem]) -> [String: JSON] {
    var domains: [String: JSON] = [:]
    for item in items where item.kind == .codedValueDomain || item.kind == .rangeDomain {
      let domain = read(item) { item throws(GeodatabaseError) in
        DomainDefinition.json(try CatalogueXML.read(item.definition, of: item.name))
      }
      if let domain { domains[domain.name] = domain.domain }
    }
    return domains
  }

  private mutating func readRelationshipClasses(_ items: [CatalogueItem]) {
    for item in items where item.kind == .relationshipClass {
      let relationship = read(item) { item throws(GeodatabaseError) in
        RelationshipClass(
          try CatalogueXML.read(item.definition, of: item.name), name: item.table, id: item.id)
      }
      if let relationship { relationshipClasses.append(relationship) }
    }
  }

  private mutating func readDatasets(
    _ items: [CatalogueItem], _ domains: [String: JSON]
  ) throws(GeodatabaseError) {
    let grids = try SpatialGrids(self)
    for item in items where item.kind == .featureClass || item.kind == .table {
      guard !isOfAttachments(item.table), item.table != Self.packingNotes else { continue }
      let reader = self
      let dataset = read(item) { item throws(GeodatabaseError) in
        try reader.dataset(DatasetDefinition(item), try reader.storedTable(item), domains, grids)
      }
      if let dataset { datasets.append(dataset) }
    }
    relate()
  }

  /// The ordinary table of a dataset.
  private func storedTable(_ item: CatalogueItem) throws(GeodatabaseError) -> StoredTable {
    guard let object = database.object(.table, named: item.table), object.rootPage > 0 else {
      throw .notATable(item.table)
    }
    let table: StoredTable
    do {
      table = try StoredTable(object)
    } catch { throw .database(error) }
    guard !table.isWithoutRowid else { throw .notATable(item.table) }
    return table
  }

  /// Gives every dataset a number, and the ends of its relationships.
  private mutating func relate() {
    var free = (datasets.compactMap(\.definition.id).max() ?? -1) + 1
    for index in datasets.indices where datasets[index].definition.id == nil {
      datasets[index].definition.id = free
      free += 1
    }
    var numbers: [String: Int] = [:]
    for dataset in datasets { numbers[dataset.name.lowercased()] = dataset.layerID }
    let described = datasets.filter { !$0.definition.relationships.isEmpty }
    let ends = ends(
      numbers: numbers, described: Set(described.map { $0.name.lowercased() }))
    for index in datasets.indices {
      let name = datasets[index].name
      datasets[index].definition.relationships += ends[name.lowercased()] ?? []
      datasets[index].definition.hasAttachments = attachmentTable(of: name) != nil
    }
  }

  /// The feature class or table of a name, whatever its letters' case.
  package func dataset(named name: String) -> GeodatabaseDataset? {
    datasets.first { $0.name.isSameName(as: name) }
  }

  /// All rows of a table of the catalogue; none where the table is not there.
  func rows(of table: String) throws(GeodatabaseError) -> [NamedRow] {
    let read: (rows: [NamedRow], isWhole: Bool)
    do {
      read = try database.namedRows(
        of: table, limit: 1_000_000, byteLimit: database.byteCount)
    } catch { throw .database(error) }
    guard read.isWhole else { throw .catalogueTooLarge(table: table) }
    return read.rows
  }
}
