import FeatureData

/// Converts times without a zone to UTC. QGIS before 3.34.7 writes such times as the crew's clock
/// showed them. A GeoPackage needs UTC with a Z (GeoPackage 1.3 §1.1.1.1.3).
struct CrewClock {
  /// The crew's time zone; nil if it is unknown, and times stay as they are.
  private let zone: TimeZoneRules?
  /// Whether a time may be the issued one in UTC, because a machine set to UTC copied it.
  private let mayBeUTC: Bool
  /// The indices of the table's date and time fields.
  private let columns: [Int]

  init(_ table: MergeTable, _ schema: MergeSchema) {
    zone = schema.clock
    mayBeUTC = schema.isOfflineCopy
    columns = table.fields.indices.filter { table.fields[$0].meaning == .dateTime }
  }

  /// A returned row with its new times in UTC. Values that are as issued stay, because a store may
  /// have had times without a zone from the start.
  func converted(_ row: MergeRow, issuedAs before: MergeRow?) -> MergeRow {
    guard let zone else { return row }
    var row = row
    for column in columns where before.map({ $0[column] != row[column] }) ?? true {
      guard let local = Self.localTime(row[column]) else { continue }
      if mayBeUTC, let before, FieldMeaning.dateTime.isSame(before[column], row[column]) {
        continue
      }
      let seconds = (local - (local % 1_000 + 1_000) % 1_000) / 1_000
      let moment = zone.utc(ofLocal: seconds) * 1_000 + (local - seconds * 1_000)
      let text = DateText.dateTime(moment)
      if !text.isEmpty { row.values[column] = FieldValue(text: text) }
    }
    return row
  }

  /// Counts the changed times that have no zone.
  func timesWithoutZone(in changes: [RowChange]) -> Int {
    changes.reduce(0) { count, change in
      guard let after = change.after else { return count }
      return count
        + columns.count {
          after[$0] != change.before?[$0] && Self.localTime(after[$0]) != nil
        }
    }
  }

  /// The local time of a value without a zone, in milliseconds since 1970 in that zone.
  private static func localTime(_ value: FieldValue) -> Int64? {
    guard case .text(let text) = value else { return nil }
    return DateText.localMilliseconds(text.span, in: 0..<text.count)
  }
}
