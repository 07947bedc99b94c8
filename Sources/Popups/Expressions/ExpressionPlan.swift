package import Arcade
package import FeatureData
import MapModel

/// The compiled expressions of a layer's pop-ups, shared by the workspaces of all threads.
///
/// Each layer has one plan object. A workspace compares object identities to see whether it still
/// works on the same layer.
final class ExpressionPlan: Sendable {
  /// The programs, indexed like ``PopupLayer/expressions``; nil for an expression that is unused or
  /// cannot run.
  let programs: [ArcadeProgram?]
  /// The fields that expressions can see.
  let schema: ArcadeSchema
  /// The index of the layer's own table among the feature set tables, if there is one.
  let layerTable: Int?
  /// What expressions know besides the record.
  let context: ArcadeContext
  /// The fields of the layer, needed for elements that expressions describe.
  let table: FieldTable
  /// The labels and formats that the pop-up gives fields, by name in lower case.
  let infos: [String: PopupFieldInfo]
  /// The expressions' names in lower case, indexed like ``PopupLayer/expressions``.
  let names: [String]

  init(
    programs: [ArcadeProgram?], schema: ArcadeSchema, layerTable: Int?, context: ArcadeContext,
    table: FieldTable, infos: [String: PopupFieldInfo], names: [String]
  ) {
    self.programs = programs
    self.schema = schema
    self.layerTable = layerTable
    self.context = context
    self.table = table
    self.infos = infos
    self.names = names
  }

  /// Returns the same plan with other tables for feature sets.
  func reading(_ tables: ArcadeTables) -> ExpressionPlan {
    var context = context
    context.tables = tables
    context.limits = .reading(tables)
    return ExpressionPlan(
      programs: programs, schema: schema, layerTable: layerTable, context: context, table: table,
      infos: infos, names: names)
  }
}

/// What pop-up expressions know besides the record. The caller sets the clock, so that the same
/// inputs always give the same pop-ups.
package struct PopupSetting: Sendable {
  /// The result of `Now()` in milliseconds since 1970 UTC. If nil, expressions that need the time
  /// do not run.
  package var now: Int64?
  /// The time zone for dates.
  package var timeZone: TimeZoneRules
  /// The tables for feature sets, if there are any. Their rows can be added later
  /// (``PopupLayer/read(_:)``).
  package var tables: ArcadeTables?
  /// The index of the layer's own table among ``tables``.
  package var layerTable: Int?
  /// The columns of the schema that expressions can see; nil for all.
  package var visibleColumns: [Int]?
  /// The map's spatial reference, in which expressions see geometries; nil if these keep their own.
  package var spatialReference: ShapeReference?

  /// Creates a setting.
  package init(
    now: Int64?, timeZone: TimeZoneRules, tables: ArcadeTables? = nil, layerTable: Int? = nil,
    visibleColumns: [Int]? = nil, spatialReference: ShapeReference? = nil
  ) {
    self.now = now
    self.timeZone = timeZone
    self.tables = tables
    self.layerTable = layerTable
    self.visibleColumns = visibleColumns
    self.spatialReference = spatialReference
  }
}
