import FeatureData
import MapModel
package import Packages

/// Which side wins when two sides have different values, by table and field.
package struct MergePreferences: Sendable {
  private struct Scope: Hashable {
    var table: Int?
    var field: Int?
  }

  private var sides: [Scope: PreferredSide] = [:]
  /// Edit dates after this time are ignored, because the clock was wrong. In milliseconds since
  /// 1970 UTC.
  let latest: Int64

  /// How far a clock may be ahead, in milliseconds.
  private static let tolerance: Int64 = 5 * 60 * 1_000

  /// Creates preferences by which the last package always wins.
  package init() {
    latest = Int64.max
  }

  /// - Parameters:
  ///   - rules: The rules of the map or binding file, followed by those of the command line. For
  ///     the same field or table, the later rule wins. A rule for a field overrides one for a
  ///     table.
  ///   - now: The time of the merge, in milliseconds since 1970 UTC.
  /// - Throws: ``MergingError/preference(_:reason:)`` for an unknown table or field.
  package init(
    _ rules: [MapRule.Prefer], in schema: MergeSchema, now: Int64
  ) throws {
    latest = now.addingReportingOverflow(Self.tolerance).partialValue
    for rule in rules {
      sides[try Self.scope(of: rule, in: schema)] = rule.side
    }
  }

  private static func scope(
    of rule: MapRule.Prefer, in schema: MergeSchema
  ) throws -> Scope {
    guard let layer = rule.layer else { return Scope() }
    guard let table = schema.table(ofRule: layer) else {
      // The table name itself may contain a dot.
      if let whole = rule.field.flatMap({ schema.table(ofRule: "\(layer).\($0)") }) {
        return Scope(table: whole)
      }
      throw MergingError.preference(rule, reason: "the data has no layer or table \(layer)")
    }
    guard let field = rule.field else { return Scope(table: table) }
    guard let found = schema.tables[table].fieldIndex(named: field) else {
      throw MergingError.preference(rule, reason: "\(layer) has no field \(field)")
    }
    return Scope(table: table, field: found)
  }

  /// Whether the last package always wins.
  var isEmpty: Bool { sides.isEmpty }

  func side(of field: Int, in table: Int) -> PreferredSide {
    let scopes = [Scope(table: table, field: field), Scope(table: table), Scope()]
    return scopes.lazy.compactMap { sides[$0] }.first ?? .last
  }
}

/// The time of an edit, as a device's clock showed it.
struct EditTime: Equatable {
  /// Milliseconds since 1970 UTC. Dates without a time zone are read as UTC.
  private var written: Int64
  private var hasZone: Bool

  /// The earliest and latest instants that it can mean, in milliseconds since 1970 UTC.
  let earliest: Int64
  let latest: Int64

  private static let hour: Int64 = 3_600_000

  /// Returns nil for a value that is not a date.
  init?(_ value: FieldValue) {
    guard case .text(let text) = value,
      let time = DateText.milliseconds(text.span, in: 0..<text.count)
    else { return nil }
    written = time
    let isDay = text.count == 10
    // After the day, a sign or Z can only be part of a time zone.
    let zone: Set<UInt8> = [
      UInt8(ascii: "Z"), UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
    ]
    hasZone = text.dropFirst(10).contains(where: zone.contains)
    earliest = hasZone ? time : time - 14 * Self.hour
    latest = hasZone ? time : time + (isDay ? 36 : 12) * Self.hour
  }

  /// Milliseconds since 1970 UTC. Dates without a time zone are read as UTC.
  var milliseconds: Int64 { written }

  /// Returns whether it is certainly before another. Two dates without a time zone are assumed to
  /// be in the same zone.
  func isBefore(_ other: EditTime) -> Bool {
    hasZone == other.hasZone ? written < other.written : latest < other.earliest
  }
}
