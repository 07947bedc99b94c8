import FeatureData
import MapModel
import OrderedJSON

/// A relation while a layer is compiled: collects the columns of related records that are needed.
struct RelationPlan {
  private(set) var relation: PopupRelation
  let table: FieldTable
  /// Why the relation shows nothing; nil when it can.
  let notice: PopupNotice?

  init(_ related: RelatedTable, origin: FieldTable, zone: TimeZoneRules) {
    table = FieldTable(definition: related.definition, schema: related.schema, zone: zone)
    func place(_ field: String, in table: FieldTable) -> Int {
      table.column(named: field).map { table.schema.firstFieldColumn + $0 } ?? -1
    }
    let relationship = related.relationship
    let keyColumn = place(relationship.keyField, in: origin)
    let relatedKeyColumn = place(related.keyField, in: table)
    let path = "relationships[\(relationship.id)]"
    if relationship.cardinality == .manyToMany {
      notice = .manyToMany(id: relationship.id)
    } else if keyColumn < 0 {
      notice = .unknownField(path: path, name: relationship.keyField)
    } else if relatedKeyColumn < 0 {
      notice = .unknownField(path: path, name: related.keyField)
    } else {
      notice = nil
    }
    relation = PopupRelation(
      relationship: relationship, title: related.title,
      kind: notice == nil ? Self.kind(of: relationship) : .notShown, labels: [],
      keyColumn: keyColumn, relatedKeyColumn: relatedKeyColumn, kept: [], cells: [], types: nil,
      orders: [[]])
    if let types = table.types { relation.types = types.moved(to: keep(types.column)) }
    show(Self.fields(of: related, in: table))
  }

  /// The other side is one record for the many, and for a pair; it is many for the one.
  private static func kind(of relationship: Relationship) -> PopupRelation.Kind {
    switch relationship.cardinality {
    case .oneToOne: .parent
    case .oneToMany: relationship.role == .destination ? .parent : .children
    case .manyToMany: .notShown
    }
  }

  /// The fields that stand for a record of the table: those of its pop-up that are its own, else
  /// those of the first table of fields in it, else the columns.
  private static func fields(
    of related: RelatedTable, in table: FieldTable
  ) -> [PopupFieldInfo] {
    guard let popupInfo = related.popupInfo else { return table.plainFields() }
    // What is wrong with that pop-up is said where its own layer is compiled.
    var passed: [PopupNotice] = []
    let popup = PopupDefinition(json: popupInfo, notices: &passed)
    var lists = [popup.fields]
    for case .fields(_, _, let fields) in popup.elements { lists.append(fields) }
    let own = lists.map { $0.filter { table.column(named: $0.name) != nil } }
    return own.first { !$0.isEmpty } ?? table.plainFields()
  }

  /// Chooses the cells, and the usual order: by the first field whether it is visible or not,
  /// greatest first, so that the newest visit stands on top.
  private mutating func show(_ fields: [PopupFieldInfo]) {
    if let first = fields.first {
      relation.orders[0] = keys([PopupOrder(field: first.name, isDescending: true)])
    }
    let shown = fields.filter(\.isVisible).prefix(PopupRelation.mostCells(relation.kind))
    for info in shown {
      guard let value = keep(field: info.name, info: info) else { continue }
      relation.cells.append(value)
      relation.labels.append(info.label ?? info.name)
    }
  }

  /// Keeps a column of the related table's record, and says where.
  private mutating func keep(_ column: Int) -> Int {
    if let place = relation.kept.firstIndex(of: column) { return place }
    relation.kept.append(column)
    return relation.kept.count - 1
  }

  /// Keeps a field; nil when the table has none of that name.
  mutating func keep(field name: String, info: PopupFieldInfo?) -> FieldValue? {
    guard var value = table.value(named: name, info: info) else { return nil }
    value.column = keep(value.column)
    return value
  }

  /// The place of an order among the relation's; that of the usual one when no key is known.
  mutating func order(_ wanted: [PopupOrder]) -> Int {
    let keys = keys(wanted)
    guard !keys.isEmpty else { return 0 }
    if let place = relation.orders.firstIndex(of: keys) { return place }
    relation.orders.append(keys)
    return relation.orders.count - 1
  }

  /// The column that a key of an order speaks of, by its name or as `relationships/ID/FIELD`; nil
  /// for one that is not of this table.
  func column(of key: PopupOrder) -> Int? {
    let parts = PopupCompiler.parts(of: key.field)
    guard parts.count == 3, parts[0].isSameName(as: "relationships") else {
      return table.column(named: key.field)
    }
    return Int(parts[1]) == relation.relationship.id ? table.column(named: parts[2]) : nil
  }

  private mutating func keys(_ wanted: [PopupOrder]) -> [RelatedOrderKey] {
    var result: [RelatedOrderKey] = []
    for key in wanted {
      guard let column = column(of: key) else { continue }
      result.append(
        RelatedOrderKey(
          column: keep(table.schema.firstFieldColumn + column), isDescending: key.isDescending))
    }
    return result
  }
}
