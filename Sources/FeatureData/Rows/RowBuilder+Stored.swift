import Bytes
package import Geometry
package import Records

// Rows from a store are already records with typed values. Only their columns and rules may differ.
extension RowBuilder {
  /// Adds a row to a batch from a record of another store.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `record`.
  ///   - geometryColumn: the record column of the geometry, or `nil`.
  ///   - columns: for each column of the table, its column in the record, or `nil`.
  ///   - row: the row number from 1, for messages.
  /// - Throws: ``GeometryError`` if the geometry can't be read. If it is only of a kind that no
  ///   layer can have, the row loses it instead.
  package mutating func finish(
    stored record: Span<UInt8>, layout: RecordLayout, geometryColumn: Int?,
    columns: [RecordColumn?],
    row: Int, into batch: inout RowBatch
  ) throws(GeometryError) {
    beginRow()
    if let geometryColumn, case .blob(let range) = layout.value(geometryColumn, in: record) {
      try readGeometry(record.extracting(range))
    }
    finish(begun: record, layout: layout, columns: columns, row: row, into: &batch)
  }

  private mutating func readGeometry(_ blob: Span<UInt8>) throws(GeometryError) {
    do throws(GeometryError) {
      _ = try GeoPackageBlob.decode(blob, into: &geometry)
      hasGeometry = !geometry.isEmpty
    } catch {
      loseGeometry(error)
      if !error.costsOnlyItsShape { throw error }
    }
  }

  /// Adds the current row, whose geometry is set, to a batch with the values of a record of another
  /// store. For the parameters, see ``finish(stored:layout:geometryColumn:columns:row:into:)``.
  package mutating func finish(
    begun record: Span<UInt8>, layout: RecordLayout, columns: [RecordColumn?], row: Int,
    into batch: inout RowBatch
  ) {
    begin(row: row, into: &batch)
    if let typeRules, let stored = columns[typeRules.column] {
      takeRules(
        typeRules, layout.value(stored.column, in: record), of: record, row: row,
        notices: &batch.notices)
    }
    for column in columns.indices {
      var value = RecordValue.null
      if let stored = columns[column] {
        value = layout.value(stored.column, in: record)
        if let kind = stored.kind(of: value) { note(kind, column: column) }
      }
      if column == mintedColumn {
        let key = columns[mintingColumn].map { layout.value($0.column, in: record) } ?? .null
        if appendMintedID(own: value, key: key, of: record) { continue }
      }
      append(value, of: record, column: column, row: row, notices: &batch.notices)
    }
    end(into: &batch)
  }
}

/// The column of a field in a stored row.
package struct RecordColumn: Sendable {
  /// The column of the record.
  package var column: Int
  /// Whether its integers are Boolean values.
  package var isBoolean: Bool

  package init(column: Int, isBoolean: Bool) {
    self.column = column
    self.isBoolean = isBoolean
  }

  /// Returns the kind of value for a survey, or `nil` for null.
  package func kind(of value: RecordValue) -> ValueKinds? {
    switch value {
    case .null: nil
    case .integer(let number):
      isBoolean ? .boolean : Int32(exactly: number) == nil ? .bigInteger : .integer
    case .real: .real
    case .text: .text
    case .blob: .json
    }
  }
}

extension RecordEncoder {
  /// Appends a typed value, and notes it if it breaks its column's rule.
  mutating func append(
    _ value: RecordValue, of record: Span<UInt8>, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    switch value {
    case .null: appendNull()
    case .text(let range):
      append(.text, text: record.extracting(range), rule: rule, row: row, notices: &notices)
    case .integer(let number) where rule.storage == .text:
      append(.text, text: Array(String(number).utf8).span, rule: rule, row: row, notices: &notices)
    case .integer(let number) where rule.storage == .boolean || rule.hasNoDomain:
      append(number)
    case .integer(let number):
      append(
        .integer, text: Array(String(number).utf8).span, rule: rule, row: row, notices: &notices)
    case .real(let number) where rule.storage == .text:
      append(.text, text: Array(String(number).utf8).span, rule: rule, row: row, notices: &notices)
    case .real(let number):
      if let range = rule.range, !range.contains(number) {
        notices.note(.outsideRange, column: rule.name, row: row, value: "\(number)")
      }
      append(number)
    case .blob(let range): append(blob: record.extracting(range))
    }
  }
}
