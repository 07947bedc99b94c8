import Bytes
import Geometry
import Records

/// Makes the rows of the tables below the catalog, in which ArcSDE keeps tables, columns, layers
/// and IDs.
struct RegistryRows {
  let plan: CatalogPlan
  let datasets: [FinishedDataset]
  let items: ItemRows
  /// The number of rows of `GDB_ServiceItems`.
  let serviceItemCount: Int

  /// The creation time in seconds since 1970.
  private var time: SQLValue { .integer(plan.content.created.dividedRoundingDown(by: 1_000)) }

  private var isReplica: Bool { plan.content.replica != nil }

  /// The number of `GDB_ServiceItems`, which comes after all datasets.
  private var lastRegistration: Int64 { Int64(SystemTable.first.count + datasets.count) + 1 }

  var version: [[SQLValue]] { [[10, 5, 1, "10.5.1 Geodatabase", 105_011, 93_001]] }

  /// The row for an unknown reference, then the references with their own grid.
  var spatialReferences: [[SQLValue]] {
    let unknown = -450_359_962_737.05
    var rows: [[SQLValue]] = [
      [
        .integer(StoredReference.unknown), "ESRI", .integer(StoredReference.unknown), "UNKNOWN",
        .real(unknown), .real(unknown), .real(10_000), .real(0), .real(1), .real(0), .real(1),
        nil, nil, nil, 1,
      ]
    ]
    var known: Set<Int64> = []
    for reference in plan.entries.compactMap(\.reference)
    where reference.srid > StoredReference.unknown && known.insert(reference.srid).inserted {
      let grid = reference.grid
      let code = reference.latestWkid.map { SQLValue.integer(Int64($0)) } ?? nil
      rows.append([
        .integer(reference.srid), reference.wkid == nil ? nil : .text(reference.authority), code,
        .text(reference.wkt), .real(grid.x.origin), .real(grid.y.origin), .real(grid.x.units),
        .real(grid.z.origin), .real(grid.z.units), .real(grid.m.origin), .real(grid.m.units),
        .real(Double(reference.tolerance) ?? 0), .real(0.001), .real(0.001), 1,
      ])
    }
    return rows
  }

  var sequences: [[SQLValue]] {
    let layers = Int64(datasets.count { $0.entry.layer > 0 }) + 1
    return [
      ["st_aux_spatial_reference_systems", spatialReferences.last?[0] ?? nil],
      ["GDB_TableRegistry", .integer(lastRegistration)],
      ["st_geometry_columns", .integer(layers)], ["GDB_Layers", .integer(layers)],
    ]
  }

  var geometryColumns: [[SQLValue]] {
    [[1, "GDB_Items", "Shape", 6, 2, 4_326, "RTREEXY"]]
      + layered.map { dataset, shape, reference in
        let code: Int64 =
          switch shape.type {
          case .point: 1
          case .multipoint: 4
          case .polyline: 5
          case .polygon, .envelope: 6
          }
        // ISO geometry type numbers: 1000 for heights, 2000 for measures.
        let type = code + (shape.hasZ ? 1_000 : 0) + (shape.hasM ? 2_000 : 0)
        let dimensions = 2 + (shape.hasZ ? 1 : 0) + (shape.hasM ? 1 : 0)
        return [
          .integer(dataset.entry.layer), .text(dataset.entry.name), .text(shape.field),
          .integer(type), .integer(Int64(dimensions)), .integer(reference.srid), "RTREEXY",
        ]
      }
  }

  private var layered: [(FinishedDataset, GeodatabaseTable.Shape, StoredReference)] {
    datasets.compactMap { dataset in
      guard let reference = dataset.entry.reference,
        let shape = plan.content.tables[dataset.entry.table].shape
      else { return nil }
      return (dataset, shape, reference)
    }
  }

  var layers: [[SQLValue]] {
    var whole = Envelope.empty
    for (_, box) in items.boxes { whole.formUnion(box) }
    let own = layer(
      1, table: "GDB_Items", column: "Shape", flags: 0x444_0091, box: whole, srid: 4_326,
      heights: nil, measures: nil)
    return [own]
      + layered.map { dataset, shape, reference in
        let flags: Int64 =
          switch shape.type {
          case .point: 0x440_0083
          case .multipoint: 0x444_0083
          case .polyline: 0x444_008D
          case .polygon, .envelope: 0x444_0091
          }
        // The bit of heights is known from files. The next higher one is assumed to be that of
        // measures.
        return layer(
          dataset.entry.layer, table: dataset.entry.name, column: shape.field,
          flags: flags | (shape.hasZ ? 0x1_0000 : 0) | (shape.hasM ? 0x2_0000 : 0),
          box: dataset.account.bounds, srid: reference.srid, heights: dataset.heights,
          measures: dataset.measures)
      }
  }

  private func layer(
    _ number: Int64, table: String, column: String, flags: Int64, box: Envelope,
    srid: Int64, heights: ClosedRange<Double>?, measures: ClosedRange<Double>?
  ) -> [SQLValue] {
    let box = box.isEmpty ? Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0) : box
    return [
      .integer(number), nil, .text(table), .text(column), .integer(flags), 0, .real(box.minX),
      .real(box.minY), .real(box.maxX), .real(box.maxY), SQLValue(heights?.lowerBound),
      SQLValue(measures?.lowerBound), SQLValue(heights?.upperBound),
      SQLValue(measures?.upperBound), time, 1, .integer(srid), 0,
    ]
  }

  var tableRegistry: [[SQLValue]] {
    var rows: [[SQLValue]] = []
    func add(_ name: String, rowid: SQLValue, flags: Int64) {
      rows.append([
        .integer(Int64(rows.count) + 1), .text(name), rowid, nil, .integer(flags), time, 1,
      ])
    }
    for table in SystemTable.first {
      add(table.name, rowid: Self.rowidColumn(of: table), flags: table.registryFlags)
    }
    for dataset in datasets {
      let isSpatial = dataset.entry.layer > 0
      let flags: Int64 =
        isReplica ? isSpatial ? 278_535 : 262_147 : isSpatial ? 16_391 : 3
      add(dataset.entry.name, rowid: .text(dataset.columns[0].name), flags: flags)
    }
    let last = SystemTable.serviceItems
    add(last.name, rowid: Self.rowidColumn(of: last), flags: last.registryFlags)
    return rows
  }

  private static func rowidColumn(of table: SystemTable) -> SQLValue {
    SQLValue(table.columns.first { if case .rowID = $0.role { true } else { false } }?.name)
  }

  var columnRegistry: [[SQLValue]] {
    var rows = SystemTable.first.flatMap(\.registryRows)
    for dataset in datasets {
      rows += dataset.columns.map { SystemTable.registryRow(table: dataset.entry.name, $0) }
    }
    rows += SystemTable.serviceItems.registryRows
    guard isReplica else { return rows }
    for dataset in datasets {
      for (column, type, text) in [
        ("gdb_from_date", 7, "Archiving from date."), ("gdb_to_date", 7, "Archiving to date."),
        ("gdb_archive_oid", 2, "Archiving record unique id."),
      ] {
        rows.append([
          .text(dataset.entry.name), .text(column), .integer(Int64(type)), 0, nil, .text(text),
          536_870_912, nil,
        ])
      }
    }
    return rows
  }

  /// The next ID of each table, and the first one of the last session.
  var rowidGenerators: [[SQLValue]] {
    let next = (Int64(items.items.count) + 1, Int64(items.relationships.count) + 1)
    var rows: [(Int64, Int64, Int64)] = [
      (2, next.0, isReplica ? items.firstOfReplica.item : next.0 - 1),
      (3, next.1, isReplica ? items.firstOfReplica.relationship : next.1 - 1),
      (4, Int64(ItemKinds.all.count) + 1, Int64(ItemKinds.all.count)),
      // One relationship kind was added to the built-in ones.
      (5, Int64(ItemKinds.relationships.count) + 1, Int64(ItemKinds.relationships.count) - 1),
      (6, 1, 1),
    ]
    for dataset in datasets {
      rows.append(
        (Int64(dataset.entry.registration), dataset.nextObjectID, dataset.nextObjectID))
    }
    rows.append((lastRegistration, Int64(serviceItemCount) + 1, 1))
    return rows.map { [.integer($0.0), .integer($0.1), -1, .integer($0.2)] }
  }

  var tablesModified: [[SQLValue]] { [["GDB_Layers", time], ["GDB_TableRegistry", time]] }

  var lastModified: [[SQLValue]] {
    SystemTable.first.dropFirst().map { [.text($0.name.uppercased()), 0] }
  }
}

extension StoredReference {
  /// The authority that defines the code.
  fileprivate var authority: String { (latestWkid ?? 0) > 32_767 ? "ESRI" : "EPSG" }
}
