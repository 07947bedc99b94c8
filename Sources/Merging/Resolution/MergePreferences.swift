import FeatureData
import MapModel
package import Packaging

/// Whose value stands where two sides left different ones, table by table and field by field.
package struct MergePreferences: Sendable {
  private struct Place: Hashable {
    var table: Int?
    var field: Int?
  }

  private var sides: [Place: PreferredSide] = [:]
  /// Dates after this time, in milliseconds since 1970 UTC, tell nothing: no clock was right then.
  let latest: Int64

  /// How far clocks may go ahead, in milliseconds.
  private static let tolerance: Int64 = 5 * 60 * 1_000

  /// The last package's value stands everywhere.
  package init() {
    latest = Int64.max
  }

  /// - Parameters:
  ///   - rules: those of the map or of a document of rules, then those of the call: where two are
  ///     for one field or one table, the later one holds; one for a field goes before one for a
  ///     table.
  ///   - now: the time of the merge, in milliseconds since 1970 UTC.
  /// - Throws: ``MergingError/preference(_:reason:)`` for a table or field that is not there.
  package init(
    _ rules: [MapRule.Prefer], in schema: MergeSchema, now: Int64
  ) throws(MergingError) {
    latest = now.addingReportingOverflow(Self.tolerance).partialValue
    for rule in rules {
      sides[try Self.place(of: rule, in: schema)] = rule.side
    }
  }

  private static func place(
    of rule: MapRule.Prefer, in schema: MergeSchema
  ) throws(MergingError) -> Place {
    guard let layer = rule.layer else { return Place() }
    guard let table = schema.table(ofRule: layer) else {
      // The name of a table may hold a dot itself.
      if let whole = rule.field.flatMap({ schema.table(ofRule: "\(layer).\($0)") }) {
        return Place(table: whole)
      }
      throw .preference(rule, reason: "there is no layer or table \(layer)")
    }
    guard let field = rule.field else { return Place(table: table) }
    guard let found = schema.tables[table].place(named: field) else {
      throw .preference(rule, reason: "\(layer) has no field \(field)")
    }
    return Place(table: table, field: found)
  }

  /// Whether the last package's value stands everywhere.
  var isEmpty: Bool { sides.isEmpty }

  func side(of field: Int, in table: Int) -> PreferredSide {
    let places = [Place(table: table, field: field), Place(table: table), Place()]
    return places.lazy.compactMap { sides[$0] }.first ?? .last
  }
}

/// The time of an edit, as a device's clock showed it.
struct EditTime: Equatable {
  /// Milliseconds since 1970 UTC; of a date without a zone as if it were UTC.
  private var written: Int64
  private var hasZone: Bool

  /// The moments that it may stand for, in milliseconds since 1970 UTC.
  let earliest: Int64
  let latest: Int64

  private static let hour: Int64 = 3_600_000

  /// Nil for what is no date.
  init?(_ value: FieldValue) {
    guard case .text(let text) = value,
      let time = DateText.milliseconds(text.span, in: 0..<text.count)
    else { return nil }
    written = time
    let isDay = text.count == 10
    // Behind the day, a sign or Z stands only for a zone.
    let zone: Set<UInt8> = [
      UInt8(ascii: "Z"), UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
    ]
    hasZone = text.dropFirst(10).contains(where: zone.contains)
    earliest = hasZone ? time : time - 14 * Self.hour
    latest = hasZone ? time : time + (isDay ? 36 : 12) * Self.hour
  }

  /// Milliseconds since 1970 UTC; of a date without a zone as if it were UTC.
  var milliseconds: Int64 { written }

  /// Whether it is surely before another. Two clocks that tell no zone are taken for two of one city.
  func isBefore(_ other: EditTime) -> Bool {
    hasZone == other.hasZone ? written < other.written : latest < other.earliest
  }
}
