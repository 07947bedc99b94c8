import FeatureData
import MapModel
import OrderedJSON

/// A relation while its layer is compiled. Collects the needed columns of related records.
struct RelationPlan {
  private(set) var relation: PopupRelation
  let table: FieldTable
  /// Why the relation shows nothing; nil if it can.
  let notice: PopupNotice?

  init(_ related: RelatedTable, origin: FieldTable, zone: TimeZoneRules) {
    table = FieldTable(definition: related.definition, schema: related.schema, zone: zone)
    func recordColumn(_ field: String, in table: FieldTable) -> Int {
      table.column(named: field).map { table.schema.firstFieldColumn + $0 } ?? -1
    }
    let relationship = related.relationship
    let keyColumn = recordColumn(relationship.keyField, in: origin)
    let relatedKeyColumn = recordColumn(related.keyField, in: table)
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

  /// Returns how many related records there are: one for a destination or a one-to-one
  /// relationship, many for an origin.
  private static func kind(of relationship: Relationship) -> PopupRelation.Kind {
    switch relationship.cardinality {
    case .oneToOne: .parent
    case .oneToMany: relationship.role == .destination ? .parent : .children
    case .manyToMany: .notShown
    }
  }

  /// Returns the fields that describe a record of the table. These are the table's own fields in
  /// its pop-up, otherwise those of the pop-up's first table of fields, otherwise the columns.
  private static func fields(
    of related: RelatedTable, in table: FieldTable
  ) -> [PopupFieldInfo] {
    guard let popupInfo = related.popupInfo else { return table.plainFields() }
    // Notices about this pop-up are reported when its own layer is compiled.
    var ignored: [PopupNotice] = []
    let popup = PopupDefinition(json: popupInfo, notices: &ignored)
    var lists = [popup.fields]
    for case .fields(let table) in popup.elements { lists.append(table.rows) }
    let ownFields = lists.map { $0.filter { table.column(named: $0.name) != nil } }
    return ownFields.first { !$0.isEmpty } ?? table.plainFields()
  }

  /// Chooses the cells and the default order. The order is by the first field, visible or not,
  /// largest value first, so that the newest visit is on top.
  private mutating func show(_ fields: [PopupFieldInfo]) {
    if let first = fields.first {
      relation.orders[0] = keys([PopupOrder(field: first.name, isDescending: true)])
    }
    let shown = fields.filter(\.isVisible).prefix(PopupRelation.maximumCells(relation.kind))
    for info in shown {
      guard let value = keep(field: info.name, info: info) else { continue }
      relation.cells.append(value)
      relation.labels.append(info.label ?? info.name)
    }
  }

  /// Keeps a column of the related table's record and returns its new index.
  private mutating func keep(_ column: Int) -> Int {
    if let index = relation.kept.firstIndex(of: column) { return index }
    relation.kept.append(column)
    return relation.kept.count - 1
  }

  /// Keeps a field; nil if the table does not have it.
  mutating func keep(field name: String, info: PopupFieldInfo?) -> FieldValue? {
    guard var value = table.value(named: name, info: info) else { return nil }
    value.column = keep(value.column)
    return value
  }

  /// Returns the index of an order in the relation. This is the default order if no key is known.
  mutating func order(_ wanted: [PopupOrder]) -> Int {
    let keys = keys(wanted)
    guard !keys.isEmpty else { return 0 }
    if let index = relation.orders.firstIndex(of: keys) { return index }
    relation.orders.append(keys)
    return relation.orders.count - 1
  }

  /// Returns the column of a sort key, named directly or as `relationships/ID/FIELD`. Returns nil
  /// if the field is not in this table.
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
