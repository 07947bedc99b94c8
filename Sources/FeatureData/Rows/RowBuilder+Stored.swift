import Bytes
package import Geometry
package import SQLiteFile

// Rows that come from a store are records already: values have types, only their places and rules
// may differ.
extension RowBuilder {
  /// Adds a row to a batch from a record of another store.
  ///
  /// - Parameters:
  ///   - layout: `record` as parsed.
  ///   - geometryPlace: the record column of the geometry; `nil` when there is none.
  ///   - places: for each column of the table, its place in the record; `nil` when it has none.
  ///   - row: counts from 1, for messages.
  /// - Throws: ``GeometryError`` when the geometry cannot be read.
  package mutating func finish(
    stored record: Span<UInt8>, layout: RecordLayout, geometryPlace: Int?, places: [StoredPlace?],
    row: Int, into batch: inout RowBatch
  ) throws(GeometryError) {
    beginRow()
    if let geometryPlace, case .blob(let range) = layout.value(geometryPlace, in: record) {
      _ = try GeoPackageBlob.decode(record.extracting(range), into: &geometry)
      hasGeometry = !geometry.isEmpty
    }
    finish(begun: record, layout: layout, places: places, row: row, into: &batch)
  }

  /// Adds the row under way, whose geometry is there, to a batch with the values of a record of
  /// another store. Parameters as those of ``finish(stored:layout:geometryPlace:places:row:into:)``.
  package mutating func finish(
    begun record: Span<UInt8>, layout: RecordLayout, places: [StoredPlace?], row: Int,
    into batch: inout RowBatch
  ) {
    begin(row: row, into: &batch)
    if let typeRules, let place = places[typeRules.column] {
      takeRules(
        typeRules, layout.value(place.column, in: record), of: record, row: row,
        notices: &batch.notices)
    }
    for column in places.indices {
      var value = RecordValue.null
      if let place = places[column] {
        value = layout.value(place.column, in: record)
        if let kind = place.kind(of: value) { note(kind, column: column) }
      }
      append(value, of: record, column: column, row: row, notices: &batch.notices)
    }
    end(into: &batch)
  }
}

/// Where a stored row keeps a field.
package struct StoredPlace: Sendable {
  /// The column of the record.
  package var column: Int
  /// Whether its integers are truth values.
  package var isBoolean: Bool

  package init(column: Int, isBoolean: Bool) {
    self.column = column
    self.isBoolean = isBoolean
  }

  /// What a survey has a value for; `nil` for NULL.
  package func kind(of value: RecordValue) -> ValueKinds? {
    switch value {
    case .null: nil
    case .integer: isBoolean ? .boolean : .integer
    case .real: .real
    case .text: .text
    case .blob: .json
    }
  }
}

extension RecordEncoder {
  /// Appends a value that has a type already, and notes what breaks its column's rule.
  mutating func append(
    _ value: RecordValue, of record: Span<UInt8>, _ rule: ColumnRule, _ row: Int,
    _ notices: inout RowNotices
  ) {
    switch value {
    case .null: appendNull()
    case .text(let range): append(.text, record.extracting(range), rule, row, &notices)
    case .integer(let number) where rule.storage == .text:
      append(.text, Array(String(number).utf8).span, rule, row, &notices)
    case .integer(let number) where rule.storage == .boolean || rule.hasNoDomain:
      append(number)
    case .integer(let number):
      append(.integer, Array(String(number).utf8).span, rule, row, &notices)
    case .real(let number) where rule.storage == .text:
      append(.text, Array(String(number).utf8).span, rule, row, &notices)
    case .real(let number):
      if let range = rule.range, !range.contains(number) {
        notices.note(.outsideRange, column: rule.name, row: row, value: "\(number)")
      }
      append(number)
    case .blob(let range): append(blob: record.extracting(range))
    }
  }
}
