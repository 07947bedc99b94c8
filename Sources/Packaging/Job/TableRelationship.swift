import FeatureData
package import MapModel
import OrderedJSON

/// A relationship between two tables of the package, both ends known.
package struct TableRelationship: Sendable, Equatable {
  /// The id that the services give both ends; `nil` where a bindings document made it.
  package var id: Int?
  package var name: String
  /// Index of the table on the one side, and the record column of its key.
  package var origin: Int
  package var originColumn: Int
  /// Index of the table on the many side, and the record column of its foreign key.
  package var destination: Int
  package var destinationColumn: Int
  package var cardinality: Relationship.Cardinality
  package var isComposite: Bool

  /// Whether it relates a table to itself.
  package var isOwn: Bool { origin == destination }

  package init(
    id: Int? = nil, name: String, origin: Int, originColumn: Int, destination: Int,
    destinationColumn: Int,
    cardinality: Relationship.Cardinality = .oneToMany, isComposite: Bool = false
  ) {
    self.id = id
    self.name = name
    self.origin = origin
    self.originColumn = originColumn
    self.destination = destination
    self.destinationColumn = destinationColumn
    self.cardinality = cardinality
    self.isComposite = isComposite
  }
}

/// Pairs the ends of relationships that the services and bindings declare.
struct RelationshipPairing {
  let tables: [PlannedTable]
  private let layers: [OperationalLayer]
  private(set) var relationships: [TableRelationship] = []
  private(set) var findings: [Finding] = []

  /// Pairs what is declared.
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
    // Both ends are declared with one id; the origin's end speaks for the pair, a destination's
    // end only where the origin is silent.
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
        // Services leave the name empty when nobody gave one.
        name: relationship.name.isEmpty ? "\(origin) to \(destination)" : relationship.name,
        origin: origin, originKey: isOrigin ? own : theirs, destination: destination,
        destinationKey: isOrigin ? theirs : own, cardinality: relationship.cardinality,
        isComposite: relationship.isComposite),
      origin: isOrigin ? index : other, destination: isOrigin ? other : index)
  }

  /// A many-to-many relationship is two of one to many, with the table of pairs on the many side;
  /// each end declares its own.
  private mutating func pairThroughTable(_ relationship: Relationship, of index: Int) {
    let title = tables[index].title
    guard let id = relationship.relationshipTableID,
      let key = relationship.keyFieldInRelationshipTable,
      let pairs = related(to: tables[index], id: id)
    else {
      findings.append(
        Finding(
          .relationUnsupported, subject: title,
          "The many-to-many relationship \(relationship.name) is not packed.",
          fix: "Add the service's table of pairs to the map's tables to pack it."))
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

  /// A related table that is in the map has a finding or reason of its own for staying out.
  private mutating func noteMissing(_ relationship: Relationship, of table: PlannedTable) {
    let id = relationship.relatedTableID
    let other = layers.first { layer in
      guard let address = layer.address, address.layerID == id else { return false }
      return table.layer.address.map { address.isSameService(as: $0) } ?? false
    }
    findings.append(
      Finding(
        .relationTableMissing, other == nil ? .warning : .information, subject: table.title,
        "The related table \(other?.title ?? "\(id)") is not packed, nor is the relationship "
          + "\(relationship.name).",
        fix: other.map { "Nothing to do if \($0.title) is to stay out." }))
  }

  private func related(to table: PlannedTable, id: Int) -> Int? {
    tables.firstIndex { other in
      guard other.layer.definition.id == id else { return false }
      guard let own = table.layer.address, let theirs = other.layer.address else { return true }
      return own.isSameService(as: theirs)
    }
  }

  private mutating func add(_ bound: BoundRelationship) {
    let origin = tables.firstIndex { $0.title.isSameName(as: bound.origin) }
    let destination = tables.firstIndex { $0.title.isSameName(as: bound.destination) }
    guard let origin, let destination else {
      findings.append(
        Finding(
          .relationTableMissing, subject: bound.origin,
          "The relationship \(bound.name) names a table that is not packed."))
      return
    }
    add(bound, origin: origin, destination: destination)
  }

  private mutating func add(_ bound: BoundRelationship, origin: Int, destination: Int) {
    guard let originSchema = tables[origin].schema,
      let destinationSchema = tables[destination].schema
    else { return }
    guard let originKey = keyColumn(originSchema, bound.originKey, bound, tables[origin]),
      let destinationKey = keyColumn(
        destinationSchema, bound.destinationKey, bound, tables[destination])
    else { return }
    if originSchema.objectIDColumn == originKey {
      findings.append(
        Finding(
          .relationKeyIsObjectID, subject: tables[origin].title,
          "The relationship \(bound.name) is keyed on the object id \(bound.originKey)."))
    }
    relationships.append(
      TableRelationship(
        id: bound.id, name: bound.name, origin: origin,
        originColumn: originSchema.firstFieldColumn + originKey, destination: destination,
        destinationColumn: destinationSchema.firstFieldColumn + destinationKey,
        cardinality: bound.cardinality, isComposite: bound.isComposite))
  }

  private mutating func keyColumn(
    _ schema: TableSchema, _ name: String, _ bound: BoundRelationship, _ table: PlannedTable
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
        "The key field \(name) of the relationship \(bound.name) is not in the data."))
    return nil
  }
}

/// A relationship with both ends named.
struct BoundRelationship: Sendable, Equatable {
  /// The id that the services give both ends.
  var id: Int?
  var name: String
  var origin: String
  var originKey: String
  var destination: String
  var destinationKey: String
  var cardinality: Relationship.Cardinality
  var isComposite: Bool
}
