import FeatureData
import MapModel
import OrderedJSON
import Packages

/// Pairs the two ends of each relationship that services and bindings declare.
struct RelationshipPairing {
  let tables: [PlannedTable]
  private let layers: [OperationalLayer]
  private(set) var relationships: [TableRelationship] = []
  private(set) var findings: [Finding] = []

  /// Pairs the declared relationships.
  ///
  /// - Parameter layers: all layers of the map, packed or not.
  init(_ tables: [PlannedTable], bound: [BoundRelationship], layers: [OperationalLayer]) {
    self.tables = tables
    self.layers = layers
    for (index, table) in tables.enumerated() {
      for relationship in table.layer.definition.relationships {
        pair(relationship, of: index)
      }
    }
    for relationship in bound { add(relationship) }
  }

  private mutating func pair(_ relationship: Relationship, of index: Int) {
    let table = tables[index]
    guard relationship.cardinality != .manyToMany else {
      return pairThroughTable(relationship, of: index)
    }
    guard let other = related(to: table, id: relationship.relatedTableID) else {
      noteMissing(relationship, of: table)
      return
    }
    // Both ends have the same ID. The origin's declaration counts, and the destination's only if
    // the origin has none.
    let counterpart = tables[other].layer.definition.relationships.first {
      $0.id == relationship.id && $0.role != relationship.role
    }
    guard relationship.role == .origin || counterpart == nil else { return }
    let isOrigin = relationship.role == .origin
    let own = relationship.keyField
    let theirs = counterpart?.keyField ?? own
    let origin = tables[isOrigin ? index : other].title
    let destination = tables[isOrigin ? other : index].title
    add(
      BoundRelationship(
        id: relationship.id,
        // A service may leave the name empty.
        name: relationship.name.isEmpty ? "\(origin) to \(destination)" : relationship.name,
        origin: origin, originKey: isOrigin ? own : theirs, destination: destination,
        destinationKey: isOrigin ? theirs : own, cardinality: relationship.cardinality,
        isComposite: relationship.isComposite),
      origin: isOrigin ? index : other, destination: isOrigin ? other : index)
  }

  /// A many-to-many relationship becomes two one-to-many relationships, with the intermediate table
  /// on the many side. Each end declares its own.
  private mutating func pairThroughTable(_ relationship: Relationship, of index: Int) {
    let title = tables[index].title
    guard let id = relationship.relationshipTableID,
      let key = relationship.keyFieldInRelationshipTable,
      let pairs = related(to: tables[index], id: id)
    else {
      findings.append(
        Finding(
          .relationUnsupported, subject: title,
          "The many-to-many relationship \(relationship.name) can't be packed without its "
            + "intermediate table.",
          fix: "To pack it, add the service's intermediate table to the map."))
      return
    }
    let name = "\(title) to \(tables[pairs].title)"
    add(
      BoundRelationship(
        name: relationship.name.isEmpty ? name : "\(relationship.name): \(name)", origin: title,
        originKey: relationship.keyField, destination: tables[pairs].title, destinationKey: key,
        cardinality: .oneToMany, isComposite: false),
      origin: index, destination: pairs)
  }

  /// Reports a related table that isn't packed. If the map has it, a finding says why it is left
  /// out.
  private mutating func noteMissing(_ relationship: Relationship, of table: PlannedTable) {
    let id = relationship.relatedTableID
    let other = layers.first { layer in
      guard let address = layer.address, address.layerID == id else { return false }
      return table.layer.address.map { address.isSameService(as: $0) } ?? false
    }
    findings.append(
      Finding(
        .relationTableMissing, other == nil ? .warning : .information, subject: table.title,
        "The related table \(other?.title ?? "\(id)") is not in the package, so the relationship "
          + "\(relationship.name) isn't either.",
        fix: other.map { "You can ignore this if you meant to leave \($0.title) out." }))
  }

  private func related(to table: PlannedTable, id: Int) -> Int? {
    tables.firstIndex { other in
      guard other.layer.definition.id == id else { return false }
      guard let own = table.layer.address, let theirs = other.layer.address else { return true }
      return own.isSameService(as: theirs)
    }
  }

  private mutating func add(_ bound: BoundRelationship) {
    let origin = tables.firstIndex { $0.isNamed(bound.origin) }
    let destination = tables.firstIndex { $0.isNamed(bound.destination) }
    guard let origin, let destination else {
      findings.append(
        Finding(
          .relationTableMissing, subject: bound.origin,
          "The relationship \(bound.name) names a table that isn't packed."))
      return
    }
    add(bound, origin: origin, destination: destination)
  }

  private mutating func add(_ bound: BoundRelationship, origin: Int, destination: Int) {
    guard let originSchema = tables[origin].schema,
      let destinationSchema = tables[destination].schema
    else { return }
    guard
      let originKey = keyColumn(
        bound.originKey, of: originSchema, relationship: bound, table: tables[origin]),
      let destinationKey = keyColumn(
        bound.destinationKey, of: destinationSchema, relationship: bound,
        table: tables[destination])
    else { return }
    if originSchema.objectIDColumn == originKey {
      findings.append(
        Finding(
          .relationKeyIsObjectID, subject: tables[origin].title,
          "The relationship \(bound.name) uses the object ID \(bound.originKey) as its key."))
    }
    relationships.append(
      TableRelationship(
        id: bound.id, name: bound.name, origin: origin,
        originColumn: originSchema.firstFieldColumn + originKey, destination: destination,
        destinationColumn: destinationSchema.firstFieldColumn + destinationKey,
        cardinality: bound.cardinality, isComposite: bound.isComposite))
  }

  private mutating func keyColumn(
    _ name: String, of schema: TableSchema, relationship bound: BoundRelationship,
    table: PlannedTable
  ) -> Int? {
    let hasRows = (table.survey?.survey.rowCount ?? 0) > 0
    if let column = schema.column(named: name),
      schema.columns[column].sourceName != nil || !hasRows
    {
      return column
    }
    findings.append(
      Finding(
        .relationKeyMissing, subject: table.title,
        "The data has no field \(name), the key of the relationship \(bound.name)."))
    return nil
  }
}
