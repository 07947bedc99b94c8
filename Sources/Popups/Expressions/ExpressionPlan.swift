package import Arcade
package import FeatureData
import MapModel

/// The expressions of a layer's pop-ups, compiled: what the workspaces of all threads run.
///
/// A layer's plan is one object, so that a workspace knows at a glance whether it still stands by
/// the layer whose records it sees.
final class ExpressionPlan: Sendable {
  /// By place in ``PopupLayer/expressions``: what runs; nil for what is not in use or cannot run.
  let programs: [ArcadeProgram?]
  /// The fields that expressions see.
  let schema: ArcadeSchema
  /// The number of the layer's own table among those of feature sets; nil without such.
  let ownTable: Int?
  /// What runs know besides the record.
  let context: ArcadeContext
  /// The fields of the layer, for what expressions describe of a pop-up.
  let table: FieldTable
  /// The labels and formats that the pop-up gives fields, by folded name.
  let infos: [String: PopupFieldInfo]
  /// The expressions' names, folded, by place.
  let names: [String]

  init(
    programs: [ArcadeProgram?], schema: ArcadeSchema, ownTable: Int?, context: ArcadeContext,
    table: FieldTable, infos: [String: PopupFieldInfo], names: [String]
  ) {
    self.programs = programs
    self.schema = schema
    self.ownTable = ownTable
    self.context = context
    self.table = table
    self.infos = infos
    self.names = names
  }

  /// The same plan where feature sets are read from other tables.
  func reading(_ tables: ArcadeTables) -> ExpressionPlan {
    var context = context
    context.tables = tables
    context.limits = .reading(tables)
    return ExpressionPlan(
      programs: programs, schema: schema, ownTable: ownTable, context: context, table: table,
      infos: infos, names: names)
  }
}

/// What expressions of pop-ups know besides the record: a clock that whoever makes the pop-ups
/// sets, never the machine's, so that the same inputs give the same pop-ups.
package struct PopupSetting: Sendable {
  /// What `Now()` says: milliseconds since 1970 UTC; nil where no time is known, and what asks for
  /// it does not run.
  package var now: Int64?
  /// Whose clocks dates are shown by.
  package var timeZone: TimeZoneRules
  /// The tables that feature sets are asked of; nil where there are none. Their rows may come later
  /// (``PopupLayer/read(_:)``).
  package var tables: ArcadeTables?
  /// The number of the layer's own table among these.
  package var ownTable: Int?
  /// The columns of the schema that expressions see; nil for all.
  package var visibleColumns: [Int]?

  /// A setting from its parts.
  package init(
    now: Int64?, timeZone: TimeZoneRules, tables: ArcadeTables? = nil, ownTable: Int? = nil,
    visibleColumns: [Int]? = nil
  ) {
    self.now = now
    self.timeZone = timeZone
    self.tables = tables
    self.ownTable = ownTable
    self.visibleColumns = visibleColumns
  }
}
