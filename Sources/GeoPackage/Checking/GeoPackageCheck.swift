import Bytes
import Geometry
import Records
package import SQLiteFile

/// A problem that a check of a GeoPackage found.
package enum GeoPackageProblem: Equatable, Sendable {
  /// A problem in the underlying database.
  case database(IntegrityProblem)
  /// A table that cannot be described or read.
  case unreadable(table: String, reason: String)
  /// A table without an integer primary key. It is sound, but its rows have no ids, so it cannot be
  /// a layer.
  case noRowID(table: String)
  /// Geometries that do not decode: the first such row, and how many.
  case badGeometry(table: String, rowid: Int64, count: Int)
  /// Sound geometries of kinds that Fieldpack doesn't read, such as curves: the first such row, how
  /// many, and what the first one is.
  case unsupportedGeometry(table: String, rowid: Int64, count: Int, reason: String)
  /// Geometries with another spatial reference than their table: the first row, and how many.
  case otherSpatialReference(table: String, rowid: Int64, srsID: Int32, count: Int)
  /// The table's spatial reference is not described.
  case unknownSpatialReference(table: String, srsID: Int32)
  /// Rows that the spatial index does not contain correctly: the first one, and how many.
  case missingInSpatialIndex(table: String, rowid: Int64, count: Int)
  /// Entries of the spatial index without a row: the first one, and how many.
  case strayInSpatialIndex(table: String, rowid: Int64, count: Int)
  /// GDAL's row count is wrong.
  case rowCountDiffers(table: String, noted: Int64, rows: Int64)
  /// `gpkg_contents` names a table that does not exist.
  case tableMissing(String)
}

extension GeoPackageProblem {
  /// Whether the problem puts rows in doubt or makes them unreadable. Outdated counts, extents and
  /// spatial indexes are left by programs that edit with plain SQL; the rows are sound. An
  /// unreadable geometry is one bad value of a sound row.
  package var concernsRows: Bool {
    switch self {
    case .database(let problem): problem.concernsRows
    case .unreadable: true
    case .badGeometry, .unsupportedGeometry, .otherSpatialReference, .unknownSpatialReference,
      .missingInSpatialIndex,
      .strayInSpatialIndex, .rowCountDiffers, .tableMissing, .noRowID:
      false
    }
  }
}

extension GeoPackageProblem: CustomStringConvertible {
  /// The problem in one line.
  package var description: String {
    switch self {
    case .database(let problem): "\(problem)"
    case .unreadable(let table, let reason): "\(table): \(reason)"
    case .badGeometry(let table, let rowid, let count):
      "\(table): \(Self.rows(count)) with an unreadable geometry, first row \(rowid)"
    case .unsupportedGeometry(let table, let rowid, let count, let reason):
      "\(table): Fieldpack can't read the geometry of \(Self.rows(count)), first row \(rowid): "
        + reason
    case .otherSpatialReference(let table, let rowid, let srsID, let count):
      "\(table): \(Self.rows(count)) with another spatial reference than the table, "
        + "first row \(rowid) with \(srsID)"
    case .unknownSpatialReference(let table, let srsID):
      "\(table): spatial reference \(srsID) is not described"
    case .missingInSpatialIndex(let table, let rowid, let count):
      "\(table): \(Self.rows(count)) missing from the spatial index, first row \(rowid)"
    case .strayInSpatialIndex(let table, let rowid, let count):
      "\(table): \(NumberText.plural(count, one: "entry", many: "entries")) of the spatial index "
        + "without a row, first id \(rowid)"
    case .rowCountDiffers(let table, let noted, let rows):
      "\(table): \(Self.rows(Int(rows))), but gpkg_ogr_contents says \(noted)"
    case .noRowID(let table): "\(GeoPackageError.noRowID(table: table))"
    case .tableMissing(let table): "gpkg_contents lists table \(table), which does not exist"
    }
  }

  private static func rows(_ count: Int) -> String {
    NumberText.plural(count, one: "row", many: "rows")
  }
}

/// Checks the consistency of a GeoPackage: its database, geometries, spatial indexes and counts.
package enum GeoPackageCheck {
  /// How often the check reads the file: for pages, records and geometries.
  package static let passes = IntegrityCheck.passes + 1

  /// Checks a GeoPackage. An empty result means that it is sound.
  ///
  /// - Parameter progress: receives the number of bytes read so far, up to `passes` times the file
  ///   size.
  /// - Throws: faults of the machine.
  package static func run(
    _ reader: GeoPackageReader, progress: (_ bytes: Int) -> Void = { _ in }
  ) throws -> [GeoPackageProblem] {
    let size = reader.database.byteCount
    var read = 0
    var problems = try IntegrityCheck.run(reader.database, progress: progress)
      .map(GeoPackageProblem.database)
    let counts =
      try unlessUnreadable {
        try MetadataReader(reader.database).rows(of: "gpkg_ogr_contents")
      } ?? []
    for entry in reader.contents where ["features", "attributes"].contains(entry.dataType) {
      if reader.database.object(.view, named: entry.tableName) != nil { continue }
      guard reader.database.object(.table, named: entry.tableName) != nil else {
        problems.append(.tableMissing(entry.tableName))
        continue
      }
      do {
        var check = try TableCheck(
          try reader.table(named: entry.tableName), reader, comparesIndex: true)
        problems += try check.run { bytes in
          read += bytes
          progress(IntegrityCheck.passes * size + min(size, read))
        }
        let noted = counts.first { $0["table_name"].text == entry.tableName }
        if let noted = noted?["feature_count"].integer, noted != check.rowCount {
          problems.append(
            .rowCountDiffers(table: entry.tableName, noted: noted, rows: check.rowCount))
        }
      } catch GeoPackageError.noRowID {
        problems.append(.noRowID(table: entry.tableName))
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        problems.append(.unreadable(table: entry.tableName, reason: "\(error)"))
      }
    }
    return problems
  }
}

extension GeoPackageCheck {
  /// Checks only for problems that ``GeoPackageProblem/concernsRows`` is true for.
  ///
  /// - Parameter progress: receives the number of bytes of pages and records read so far.
  /// - Throws: faults of the machine.
  package static func problemsOfRows(
    in reader: GeoPackageReader, progress: (_ bytes: Int) -> Void
  ) throws -> [GeoPackageProblem] {
    var problems = try IntegrityCheck.run(reader.database, progress: progress)
      .map(GeoPackageProblem.database).filter(\.concernsRows)
    for entry in reader.userTables where ["features", "attributes"].contains(entry.dataType) {
      do {
        _ = try reader.table(named: entry.tableName)
      } catch GeoPackageError.noRowID {
        // A sound table that cannot be a layer.
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        problems.append(.unreadable(table: entry.tableName, reason: "\(error)"))
      }
    }
    return problems
  }
}

/// The check of one table.
private struct TableCheck {
  let table: GeoPackageTable
  let reader: GeoPackageReader
  private var index: SpatialIndexComparison?
  private(set) var rowCount: Int64 = 0

  /// One kind of finding: where it occurred first, and how often.
  private struct Tally {
    var first: Int64 = 0
    var count = 0
    mutating func note(_ rowid: Int64) {
      if count == 0 { first = rowid }
      count += 1
    }
  }

  init(
    _ table: GeoPackageTable, _ reader: GeoPackageReader, comparesIndex: Bool
  ) throws {
    self.table = table
    self.reader = reader
    index = comparesIndex ? try SpatialIndexComparison(table, reader) : nil
  }

  mutating func run(
    read: (_ bytes: Int) -> Void
  ) throws -> [GeoPackageProblem] {
    var rows = try reader.rows(of: table.name)
    var shape = Geometry()
    var bad = Tally()
    var unsupported = Tally()
    var unsupportedReason = ""
    var foreign = Tally()
    var foreignID: Int32 = 0
    var meter = ReadMeter()
    let expectedID = table.geometry?.srsID
    while try rows.advance() {
      rowCount += 1
      guard let expectedID else {
        try rows.layOut()
        meter.add(rows.record.count, read)
        continue
      }
      let range = try rows.geometry()
      meter.add(rows.record.count, read)
      guard let range else {
        index?.note(rows.rowid, nil)
        if try rows.holdsOtherThanGeometry() { bad.note(rows.rowid) }
        continue
      }
      do {
        let srsID = try rows.withRecord { (record) throws(GeometryError) in
          try GeoPackageBlob.decode(record.extracting(range), into: &shape)
        }
        index?.note(rows.rowid, shape.isEmpty ? nil : shape.envelope())
        if srsID != expectedID {
          if foreign.count == 0 { foreignID = srsID }
          foreign.note(rows.rowid)
        }
      } catch  where error.isUnsupported {
        index?.pass(rows.rowid)
        if unsupported.count == 0 { unsupportedReason = error.reason }
        unsupported.note(rows.rowid)
      } catch {
        index?.pass(rows.rowid)
        bad.note(rows.rowid)
      }
    }
    index?.finish()
    var problems: [GeoPackageProblem] = []
    if let geometry = table.geometry,
      !reader.spatialReferences.contains(where: { $0.id == geometry.srsID })
    {
      problems.append(.unknownSpatialReference(table: table.name, srsID: geometry.srsID))
    }
    if bad.count > 0 {
      problems.append(.badGeometry(table: table.name, rowid: bad.first, count: bad.count))
    }
    if unsupported.count > 0 {
      problems.append(
        .unsupportedGeometry(
          table: table.name, rowid: unsupported.first, count: unsupported.count,
          reason: unsupportedReason))
    }
    if foreign.count > 0 {
      problems.append(
        .otherSpatialReference(
          table: table.name, rowid: foreign.first, srsID: foreignID, count: foreign.count))
    }
    return problems + (index?.problems(table.name) ?? [])
  }
}

/// Compares the entries of a table's spatial index with its rows, both by ascending row id.
private struct SpatialIndexComparison {
  private let entries: [RTreeEntry]
  private let isThere: Bool
  private var nextEntry = 0
  private var missing: (first: Int64, count: Int) = (0, 0)
  private var stray: (first: Int64, count: Int) = (0, 0)

  init(_ table: GeoPackageTable, _ reader: GeoPackageReader) throws {
    let name = table.geometry.map { "rtree_\(table.name)_\($0.name)" } ?? ""
    isThere =
      !name.isEmpty && reader.database.object(.table, named: name) != nil
      && reader.database.object(.table, named: name + "_node") != nil
    entries = isThere ? try reader.database.rtreeEntries(of: name) : []
  }

  /// Accepts any entry of a row whose box is unknown.
  mutating func pass(_ rowid: Int64) {
    guard isThere else { return }
    while nextEntry < entries.count, entries[nextEntry].id < rowid { skip() }
    if nextEntry < entries.count, entries[nextEntry].id == rowid { nextEntry += 1 }
  }

  mutating func note(_ rowid: Int64, _ box: Envelope?) {
    guard isThere else { return }
    while nextEntry < entries.count, entries[nextEntry].id < rowid { skip() }
    let entry =
      nextEntry < entries.count && entries[nextEntry].id == rowid ? entries[nextEntry] : nil
    if entry != nil { nextEntry += 1 }
    switch (entry, box) {
    // GDAL has written an entry at 0, 0 for rows without a shape. It finds nothing wrong.
    case (_, nil): break
    case (let entry, .some(let box)):
      let holds = entry.map {
        Double($0.minX) <= box.minX && Double($0.maxX) >= box.maxX
          && Double($0.minY) <= box.minY && Double($0.maxY) >= box.maxY
      }
      if holds != true {
        if missing.count == 0 { missing.first = rowid }
        missing.count += 1
      }
    }
  }

  mutating func finish() { while nextEntry < entries.count { skip() } }

  func problems(_ table: String) -> [GeoPackageProblem] {
    var problems: [GeoPackageProblem] = []
    if missing.count > 0 {
      problems.append(
        .missingInSpatialIndex(table: table, rowid: missing.first, count: missing.count))
    }
    if stray.count > 0 {
      problems.append(.strayInSpatialIndex(table: table, rowid: stray.first, count: stray.count))
    }
    return problems
  }

  private mutating func skip() {
    addStray(entries[nextEntry].id)
    nextEntry += 1
  }

  private mutating func addStray(_ rowid: Int64) {
    if stray.count == 0 { stray.first = rowid }
    stray.count += 1
  }
}
