import Bytes
import FeatureData
import Filters
import Geometry
import Records

/// Reads the records of a table, filters them, and passes them on in order.
enum RowReading {
  /// Reads a surveyed table.
  ///
  /// - Parameter collect: receives each batch with the selected records.
  static func run(
    _ table: PlannedTable, filter: RowFilter, progress: (Int) -> Void = { _ in },
    collect: (RowBatch) throws -> Void
  ) async throws {
    try await read(table, filter: filter, keyColumns: [], progress: progress) { stripe in
      try collect(stripe.batch)
    }
  }

  /// Reads the shapes of a surveyed table.
  ///
  /// - Parameter visit: gets the shape, the record, and its layout. Records without a shape are left
  ///   out, but are counted in `row`, which starts at 1.
  static func runShapes(
    _ table: PlannedTable, filter: RowFilter,
    _ visit: (Geometry, _ row: Int, RecordLayout, Span<UInt8>) throws -> Void
  ) async throws {
    var row = 0
    try await run(table, filter: filter) { batch in
      var layout = RecordLayout()
      let bytes = batch.bytes.span
      for index in 0..<batch.count {
        let record = bytes.extracting(batch.range(of: index))
        try layout.parse(record)
        row += 1
        guard case .blob(let range) = layout.value(1, in: record) else { continue }
        var shape = Geometry(.polygon)
        _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
        try visit(shape, row, layout, record)
      }
    }
  }

  /// Reads the keys of all records of a table, whatever its filter, before it is packed.
  ///
  /// - Parameter collect: receives the keys of each batch, for each of the record columns.
  /// - Throws: `SurveyTooShort` if the records have another schema than the survey showed.
  static func readKeys(
    of table: PlannedTable, in columns: [Int], collect: ([[JoinKey?]]) throws -> Void
  ) async throws {
    do {
      try await read(
        table, filter: RowFilter(), keyColumns: columns, progress: { _ in },
        collect: { try collect($0.allKeys) })
    } catch FeatureDataError.changedWhileReading { throw SurveyTooShort() }
  }

  /// The result of one stripe.
  struct ReadStripe: Sendable {
    /// The number of the source's records before the stripe.
    var firstRow = 0
    /// The selected records.
    var batch: RowBatch
    /// For each requested key column, the keys of the selected records and of all records.
    var takenKeys: [[JoinKey?]]
    var allKeys: [[JoinKey?]]
    /// The number of records that passed the layer's filter, selected or not.
    var passedCount: Int
    /// Whether each record of the source was selected.
    var marks: [Bool]
    /// The records that the layer's filter refused, ascending, as indexes in the stripe.
    var refused: [Int]
    /// A fingerprint of the selected records.
    var fingerprint: SequenceFingerprint
  }

  /// Reads a surveyed table with the keys that relate its records to other tables.
  ///
  /// - Returns: the table with the survey of all its records.
  @discardableResult
  static func read(
    _ table: PlannedTable, filter: RowFilter, keyColumns: [Int], progress: (Int) -> Void,
    collect: (ReadStripe) throws -> Void
  ) async throws -> PlannedTable {
    guard let schema = table.schema, let declaration = table.survey?.declaration else {
      return table
    }
    let source = table.source
    var seen = Survey()
    seen.columns = table.survey?.survey.columns.map(\.blank) ?? []
    let pass = try await StripePipeline.run(
      source,
      work: { stripe in
        var builder = RowBuilder(schema: schema, dropsOutliers: table.dropsOutliers)
        let batch = try source.rows(
          of: stripe, declaration: declaration, builder: &builder)
        return try ReadStripe(batch, filter, keyColumns, schema)
      },
      collect: { result, bytesRead in
        switch result {
        case .success(var stripe):
          stripe.firstRow = seen.rowCount
          seen.merge(stripe.batch.survey)
          try collect(stripe)
        case .failure(let error): throw FeatureDataError.moved(error, byRows: seen.rowCount)
        }
        progress(bytesRead)
      })
    var settled = table
    try settled.settle(
      SourceSurvey(
        survey: seen, declaration: try source.declaration(documents: pass.documents),
        isComplete: true))
    return settled
  }
}

extension RowReading.ReadStripe {
  init(
    _ batch: RowBatch, _ filter: RowFilter, _ keyColumns: [Int], _ schema: TableSchema
  ) throws {
    let choice = try filter.choose(
      from: batch, geometryColumn: schema.geometry == nil ? nil : 1)
    let chosen = choice.marks
    passedCount = choice.passedCount
    marks = chosen
    refused = choice.refused
    var taken = batch
    allKeys = try batch.keys(in: keyColumns)
    takenKeys = allKeys
    if chosen.contains(false) {
      taken.keep(chosen)
      takenKeys = allKeys.map { keys in
        keys.enumerated().filter { chosen[$0.offset] }.map(\.element)
      }
    }
    self.batch = taken
    fingerprint = taken.fingerprint
  }
}

extension RowBatch {
  /// A fingerprint of the records in their order.
  var fingerprint: SequenceFingerprint {
    var whole = SequenceFingerprint()
    let span = bytes.span
    for row in 0..<count { whole.append(Fingerprint(span.extracting(range(of: row)))) }
    return whole
  }

  /// The keys of the records in each of some record columns.
  func keys(in columns: [Int]) throws -> [[JoinKey?]] {
    guard !columns.isEmpty else { return [] }
    var keys = columns.map { _ in [JoinKey?]() }
    for index in keys.indices { keys[index].reserveCapacity(count) }
    var layout = RecordLayout()
    let span = bytes.span
    for row in 0..<count {
      let record = span.extracting(range(of: row))
      try layout.parse(record)
      for (index, column) in columns.enumerated() {
        keys[index].append(JoinKey(layout.value(column, in: record), in: record))
      }
    }
    return keys
  }
}
