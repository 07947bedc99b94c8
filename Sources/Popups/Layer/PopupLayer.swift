package import Arcade
import Bytes
package import FeatureData
package import MapModel
package import OrderedJSON
import Records

/// The compiled pop-ups of one layer or table. Every name is resolved, every text split at its
/// tokens and every format read, so making a pop-up takes microseconds.
///
/// A layer without a pop-up in the map gets a plain one. Its title is the value of the display
/// field. It shows the fields by alias, except row numbers, identities, editor tracking and fields
/// the service computes. The caller checks whether a pop-up is switched off in the map
/// (`EffectiveLayer.isPopupEnabled`).
///
/// ```swift
/// var notices: [PopupNotice] = []
/// let layer = PopupLayer(title: "Trees", definition: …, popupInfo: …, schema: …,
///   relatedTables: […], setting: …, notices: &notices)
/// var workspace = PopupWorkspace()
/// let popup = try layer.popup(of: record, related: related, in: &workspace)
/// ```
package struct PopupLayer: Sendable {
  /// The layer's title in the map; also the title of pop-ups without one.
  package let title: String
  /// The relations, in the order of the given related tables.
  package let relations: [PopupRelation]
  /// The Arcade expressions: those of the pop-up, then those of its elements.
  package let expressions: [PopupExpression]
  /// The relations to a single record that no element shows and the map does not hide.
  package let unshownParents: [Int]
  /// The values that pop-ups compute, as columns beside the fields.
  package let computedColumns: [ComputedColumn]
  /// Whether pop-ups have an attachments element.
  package let showsAttachments: Bool

  let types: RowTypes?
  let relatedTypes: [RowTypes?]
  let titleText: PopupText
  package let plans: [PopupPlan]
  let lastEdit: LastEditPlan?
  /// The index of the expression that gives the subtitle, if any.
  let subtitle: Int?
  /// The expressions that can run; nil if none is in use.
  private(set) var expressionPlan: ExpressionPlan?
  /// What shows each column, in schema order.
  let columns: [FieldValue]

  /// Compiles the pop-ups of a layer.
  ///
  /// - Parameters:
  ///   - title: The layer's title in the map.
  ///   - definition: The effective definition: fields, domains, types, editor tracking.
  ///   - popupInfo: The effective pop-up; nil for a plain one.
  ///   - schema: The schema of the records.
  ///   - relatedTables: The tables the layer has relationships with, if they are present and have a
  ///     pop-up.
  ///   - setting: The time zone for dates, and what expressions know besides the record.
  ///   - notices: Receives what is shown differently than written, or not at all.
  package init(
    title: String, definition: LayerDefinition, popupInfo: JSON?, schema: TableSchema,
    relatedTables: [RelatedTable], setting: PopupSetting, notices: inout [PopupNotice]
  ) {
    let table = FieldTable(definition: definition, schema: schema, zone: setting.timeZone)
    let popup =
      popupInfo.map { PopupDefinition(json: $0, notices: &notices) }
      ?? table.plainPopup(showsAttachments: definition.hasAttachments)
    var compiler = PopupCompiler(
      definition: popup, table: table, relatedTables: relatedTables,
      schema: ArcadeSchema(
        title: title, definition: definition, table: schema, visible: setting.visibleColumns),
      setting: setting)
    self.title = title
    types = table.types
    titleText = compiler.text(.plain, popup.title, at: "title")
    // The ArcGIS data collection app shows it below the title.
    let subtitle = popup.expressions.firstIndex { $0.title.isSameName(as: "subtitle") }
    self.subtitle = subtitle.flatMap { compiler.use($0) ? $0 : nil }
    let elements = compiler.plans()
    let additions = PopupAdditions(elements, &compiler)
    relations = compiler.relations.map(\.relation)
    relatedTypes = relations.map(\.types)
    plans = elements + additions.plans
    unshownParents = additions.parents
    showsAttachments = plans.contains { if case .attachments = $0 { true } else { false } }
    lastEdit =
      popup.showsLastEdit ? definition.editFieldsInfo.flatMap { LastEditPlan($0, table) } : nil
    columns = schema.columns.indices.map {
      table.value(ofColumn: $0, info: compiler.info(of: schema.columns[$0].field.name))
    }
    expressions = compiler.expressions
    expressionPlan = compiler.expressionPlan
    computedColumns = Self.computedColumns(
      title: titleText, subtitle: self.subtitle, plans: plans, expressions: expressions,
      running: expressionPlan)
    notices += compiler.notices
  }

  /// Whether an expression in use reads rows of tables.
  package var usesFeatureSets: Bool {
    expressionPlan?.programs.contains { $0?.usesFeatureSets == true } ?? false
  }

  /// Whether an expression in use reads the current time.
  package var usesClock: Bool {
    expressionPlan?.programs.contains { $0?.usesClock == true } ?? false
  }

  /// Whether a line's value comes from an expression that cannot run.
  package func isNotEvaluated(_ row: RowPlan) -> Bool {
    guard let index = row.value.expression else { return false }
    return expressionPlan?.programs[index] == nil
  }

  /// Lets expressions read feature sets from tables. These are the setting's tables, now with rows.
  package mutating func read(_ tables: ArcadeTables) {
    expressionPlan = expressionPlan?.reading(tables)
  }
}

extension FieldTable {
  /// The pop-up of a layer that has none in the map.
  fileprivate func plainPopup(showsAttachments: Bool) -> PopupDefinition {
    let display = definition.displayField.flatMap { column(named: $0) == nil ? nil : $0 }
    return PopupDefinition(
      fields: plainFields(), title: display.map { "{\($0)}" } ?? "",
      showsAttachments: showsAttachments)
  }
}

/// What a pop-up shows besides the elements the map lists. Attachments and related records stay
/// visible even if the map was made before they existed.
private struct PopupAdditions {
  var plans: [PopupPlan] = []
  var parents: [Int] = []

  init(_ elements: [PopupPlan], _ compiler: inout PopupCompiler) {
    let popup = compiler.definition
    var shown: Set<Int> = []
    var hasAttachments = false
    for element in elements {
      if case .relationship(let list) = element { shown.insert(list.relation) }
      if case .attachments = element { hasAttachments = true }
    }
    if popup.showsAttachments, !hasAttachments {
      plans.append(.attachments(PopupHeading(title: .empty, description: .empty)))
    }
    guard popup.showsRelatedRecords ?? true else { return }
    for (index, plan) in compiler.relations.enumerated() where !shown.contains(index) {
      switch plan.relation.kind {
      case .parent: parents.append(index)
      case .children:
        plans.append(
          .relationship(
            PopupRelatedList(
              relation: index, title: .literal(plan.relation.title), description: .empty,
              displayCount: nil, order: compiler.relatedOrder(ofRelation: index))))
      case .notShown: continue
      }
    }
  }
}
