package import Arcade
import Bytes
package import FeatureData
package import MapModel
package import OrderedJSON
import SQLiteFile

/// The pop-ups of one layer or table, compiled: every name is resolved, every text cut at its
/// tokens, every format read. Making a pop-up then takes microseconds.
///
/// A layer for which the map has no pop-up gets a plain one: its fields by their aliases, without
/// row numbers, identities, editor tracking and what the service computes, under the value of the
/// display field. Whether a pop-up is switched off in the map is for the caller to see
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
  /// The layer's title in the map; also that of pop-ups without one.
  package let title: String
  /// The relations, in the order of the related tables given.
  package let relations: [PopupRelation]
  /// The Arcade expressions: those of the pop-up, then those of its elements.
  package let expressions: [PopupExpression]
  /// The relations to one record that no element shows, and that the map does not hide.
  package let unshownParents: [Int]
  /// What pop-ups compute, as columns beside the fields.
  package let computedColumns: [ComputedColumn]
  /// Whether pop-ups have an attachments element.
  package let showsAttachments: Bool

  let types: RowTypes?
  let relatedTypes: [RowTypes?]
  let titleText: PopupText
  let plans: [PopupPlan]
  let lastEdit: LastEditPlan?
  /// The place of the expression whose value is the subtitle; nil for none.
  let subtitle: Int?
  /// What runs of the expressions; nil where none is in use.
  private(set) var expressionPlan: ExpressionPlan?
  /// What shows each column, in the order of the schema.
  let columns: [FieldValue]
  /// The first fields people see.
  let cardFields: [FieldValue]

  /// Compiles the pop-ups of a layer.
  ///
  /// - Parameters:
  ///   - title: the layer's title in the map.
  ///   - definition: the effective definition: fields, domains, types, editor tracking.
  ///   - popupInfo: the effective pop-up; nil for a plain one.
  ///   - schema: the form of the records that will come.
  ///   - relatedTables: the tables whose relationships the layer takes part in, as far as they
  ///     are there and have a pop-up.
  ///   - setting: whose clocks dates are shown by, and what expressions know besides the record.
  ///   - notices: what is shown otherwise than written, or not at all.
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
    // The map's data collection app shows it below the title.
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
    cardFields = Self.cardFields(popup, table)
    expressions = compiler.expressions
    expressionPlan = compiler.expressionPlan
    computedColumns = Self.computedColumns(
      title: titleText, subtitle: self.subtitle, plans, expressions, expressionPlan)
    notices += compiler.notices
  }

  /// Whether an expression in use asks for rows of tables.
  package var usesFeatureSets: Bool {
    expressionPlan?.programs.contains { $0?.usesFeatureSets == true } ?? false
  }

  /// Lets expressions read feature sets from tables: those of the setting, now with their rows.
  package mutating func read(_ tables: ArcadeTables) {
    expressionPlan = expressionPlan?.reading(tables)
  }

  /// The first three fields of the record's own that the pop-up shows.
  private static func cardFields(_ popup: PopupDefinition, _ table: FieldTable) -> [FieldValue] {
    var lists = [popup.fields]
    for case .fields(_, _, let fields) in popup.elements { lists.append(fields) }
    for list in lists {
      let values = list.filter(\.isVisible).compactMap { table.value(named: $0.name, info: $0) }
      if !values.isEmpty { return Array(values.prefix(3)) }
    }
    return []
  }
}

extension FieldTable {
  /// The pop-up of a layer for which the map has none.
  fileprivate func plainPopup(showsAttachments: Bool) -> PopupDefinition {
    let display = definition.displayField.flatMap { column(named: $0) == nil ? nil : $0 }
    return PopupDefinition(
      fields: plainFields(), title: display.map { "{\($0)}" } ?? "",
      showsAttachments: showsAttachments)
  }
}

/// What a pop-up shows beyond the elements the map lists: nothing that belongs to a record is lost
/// because its map was made before it had photos or visits.
private struct PopupAdditions {
  var plans: [PopupPlan] = []
  var parents: [Int] = []

  init(_ elements: [PopupPlan], _ compiler: inout PopupCompiler) {
    let popup = compiler.definition
    var shown: Set<Int> = []
    var hasAttachments = false
    for element in elements {
      switch element {
      case .relationship(_, _, let relation, _, _): shown.insert(relation)
      case .attachments: hasAttachments = true
      default: continue
      }
    }
    if popup.showsAttachments, !hasAttachments {
      plans.append(.attachments(title: .empty, description: .empty))
    }
    guard popup.showsRelatedRecords ?? true else { return }
    for (index, plan) in compiler.relations.enumerated() where !shown.contains(index) {
      switch plan.relation.kind {
      case .parent: parents.append(index)
      case .children:
        plans.append(
          .relationship(
            title: .literal(plan.relation.title), description: .empty, relation: index,
            displayCount: nil, order: compiler.relatedOrder(ofRelation: index)))
      case .notShown: continue
      }
    }
  }
}
