import Bytes
import Geometry
import Records
import SQLiteFile

/// Writes the catalog: its tables come before the datasets in the schema, the indexes of times
/// after them.
struct CatalogTables {
  let rows: RegistryRows
  let serviceRows: [[SQLValue]]

  init(_ plan: CatalogPlan, _ datasets: [FinishedDataset]) {
    serviceRows = ServiceRows.rows(plan, datasets)
    rows = RegistryRows(
      plan: plan, datasets: datasets, items: ItemRows(plan, datasets),
      serviceItemCount: serviceRows.count)
  }

  func write(to database: inout DatabaseWriter) throws(SQLiteFileError) {
    try database.add(BaseTable.version(rows.version))
    addVirtual("st_spatial_reference_systems", "VSRS", to: &database)
    try database.add(BaseTable.spatialReferences(rows.spatialReferences))
    try database.add(BaseTable.sequences(rows.sequences))
    try database.add(BaseTable.geometryColumns(rows.geometryColumns))
    addVirtual("st_vtspindex_interface", "VTSpindex", to: &database)
    try database.add(BaseTable.layers(rows.layers))
    try database.add(BaseTable.metadata)
    try database.add(BaseTable.tableRegistry(rows.tableRegistry))
    try database.add(BaseTable.locators)
    try database.add(BaseTable.columnRegistry(rows.columnRegistry))
    try database.add(BaseTable.tablesModified(rows.tablesModified))
    try database.add(BaseTable.rowidGenerators(rows.rowidGenerators))
    try add(.lastModified, rows.lastModified, to: &database)
    try addItems(to: &database)
    try add(.itemRelationships, rows.items.relationships, to: &database)
    try add(.itemTypes, kinds, to: &database)
    try add(.itemRelationshipTypes, relationshipKinds, to: &database)
    try add(.replicaLog, [], to: &database)
    let index = SystemTable.foldedNames
    try database.addIndex(
      name: index.name, sql: index.sql, of: SystemTable.items.filled(rows.items.items),
      column: SystemTable.items.columnIndex(of: index.column), fold: Self.folded)
    try add(.serviceItems, serviceRows, to: &database)
    for dataset in rows.datasets {
      for object in dataset.objects { database.add(object) }
    }
    for dataset in rows.datasets.reversed() {
      if let index = dataset.timesIndex { database.add(index) }
    }
  }

  /// A name without case. Esri's collating sequence folds case like ICU. Lower case gives the same
  /// result for all but a few letters.
  private static func folded(_ name: String) -> String {
    name.unicodeScalars.map(\.properties.lowercaseMapping).joined()
  }

  private func addVirtual(
    _ name: String, _ module: String, to database: inout DatabaseWriter
  ) {
    database.addVirtualTable(name: name, sql: "CREATE VIRTUAL TABLE \(name) USING \(module)()")
  }

  private func add(
    _ table: SystemTable, _ rows: [[SQLValue]], to database: inout DatabaseWriter
  ) throws(SQLiteFileError) {
    let filled = table.filled(rows)
    try database.add(filled)
    try addIndexes(of: table, filled, to: &database)
  }

  private func addIndexes(
    of table: SystemTable, _ filled: DatabaseWriter.SmallTable, to database: inout DatabaseWriter
  ) throws(SQLiteFileError) {
    for index in table.indexes {
      try database.addIndex(
        name: index.name, sql: index.sql, of: filled, column: table.columnIndex(of: index.column))
    }
  }

  /// Adds the items. Their R-tree is between the table and the indexes.
  private func addItems(to database: inout DatabaseWriter) throws(SQLiteFileError) {
    let filled = SystemTable.items.filled(rows.items.items)
    try database.add(filled)
    var boxes = RTreeWriter(pageSize: database.pages.pageSize, isAsSQLite: true)
    for (item, box) in rows.items.boxes {
      try boxes.append(id: item, minX: box.minX, maxX: box.maxX, minY: box.minY, maxY: box.maxY)
    }
    let roots = try boxes.finish(&database.pages)
    let statements = SpatialIndexStatements(
      table: SystemTable.items.name, shape: "Shape", isForCatalog: true)
    for object in statements.objects(roots) { database.add(object) }
    try addIndexes(of: .items, filled, to: &database)
  }

  private var kinds: [[SQLValue]] {
    ItemKinds.all.enumerated().map { index, kind in
      [
        .integer(Int64(index) + 1), .text(kind.id), .text(kind.name),
        .text(ItemKinds.id(of: kind.parent)),
      ]
    }
  }

  private var relationshipKinds: [[SQLValue]] {
    ItemKinds.relationships.enumerated().map { index, kind in
      [
        .integer(Int64(index) + 1), .text(kind.id), .text(kind.name), .text(kind.forward),
        .text(kind.backward), .text(ItemKinds.id(of: kind.origin)),
        .text(ItemKinds.id(of: kind.destination)), kind.isContainment ? 1 : 0,
      ]
    }
  }
}
