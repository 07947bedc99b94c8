import Bytes
import FeatureData

/// Reads times without a zone, as QGIS writes them before 3.34.7: they are what the crew's clocks
/// showed. A GeoPackage wants them in UTC, with a Z (GeoPackage 1.3 §1.1.1.1.3).
struct CrewClock {
  /// The crew's clocks; nil where nobody tells, and the times stay as they are.
  private let zone: TimeZoneRules?
  /// Whether times may read as they were issued, in UTC: they were copied by a machine that keeps it.
  private let mayBeUTC: Bool
  /// The columns of the table's fields of dates with times.
  private let columns: [Int]

  init(_ table: MergeTable, _ schema: MergeSchema) {
    zone = schema.clock
    mayBeUTC = schema.isOfflineCopy
    columns = table.fields.indices.filter { table.fields[$0].meaning == .dateTime }
  }

  /// A row as it came back, with the moments of its times. What is as it was issued stays: stores
  /// may have times without a zone all along.
  func moments(of row: MergeRow, besides before: MergeRow?) -> MergeRow {
    guard let zone else { return row }
    var row = row
    for column in columns where before.map({ $0[column] != row[column] }) ?? true {
      guard let local = row[column].localTime else { continue }
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

  /// How many times of changes have no zone.
  func timesWithoutZone(in changes: [RowChange]) -> Int {
    changes.reduce(0) { count, change in
      guard let after = change.after else { return count }
      return count
        + columns.count { after[$0] != change.before?[$0] && after[$0].localTime != nil }
    }
  }
}

extension FieldValue {
  /// What clocks showed at a time that tells no zone, in milliseconds since 1970 of their own.
  fileprivate var localTime: Int64? {
    guard case .text(let text) = self else { return nil }
    return DateText.localMilliseconds(text.span, in: 0..<text.count)
  }
}
