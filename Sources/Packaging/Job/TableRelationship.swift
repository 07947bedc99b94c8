import FeatureData
package import MapModel
import OrderedJSON

/// A relationship between two tables of the package, both ends known.
package struct TableRelationship: Sendable, Equatable {
  package var name: String
  /// Index of the table on the one side, and the record column of its key.
  package var origin: Int
  package var originColumn: Int
  /// Index of the table on the many side, and the record column of its foreign key.
  package var destination: Int
  package var destinationColumn: Int
  package var cardinality: Relationship.Cardinality
  package var isComposite: Bool
}

/// Pairs the ends of relationships that the services and bindings declare.
struct RelationshipPairing {
  let tables: [PlannedTable]
  private(set) var relationships: [TableRelationship] = []
  private(set) var findings: [Finding] = []

  init(_ tables: [PlannedTable], bound: [BoundRelationship]) {
    self.tables = tables
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
      findings.append(
        Finding(
          .relationUnsupported, subject: table.title,
          "The many-to-many relationship \(relationship.name) is not packed."))
      return
    }
    guard let other = related(to: table, id: relationship.relatedTableID) else {
      findings.append(
        Finding(
          .relationTableMissing, .warning, subject: table.title,
          "The related table \(relationship.relatedTableID) of \(relationship.name) is not packed.")
      )
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
    add(
      BoundRelationship(
        name: relationship.name, origin: tables[isOrigin ? index : other].title,
        originKey: isOrigin ? own : theirs,
        destination: tables[isOrigin ? other : index].title,
        destinationKey: isOrigin ? theirs : own, cardinality: relationship.cardinality,
        isComposite: relationship.isComposite),
      origin: isOrigin ? index : other, destination: isOrigin ? other : index)
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
    guard let originKey = keyColumn(originSchema, bound.originKey, bound, tables[origin].title),
      let destinationKey = keyColumn(
        destinationSchema, bound.destinationKey, bound, tables[destination].title)
    else { return }
    if originSchema.objectIDColumn == originKey {
      findings.append(
        Finding(
          .relationKeyIsObjectID, subject: tables[origin].title,
          "The relationship \(bound.name) is keyed on the object id \(bound.originKey)."))
    }
    relationships.append(
      TableRelationship(
        name: bound.name, origin: origin,
        originColumn: originSchema.firstFieldColumn + originKey, destination: destination,
        destinationColumn: destinationSchema.firstFieldColumn + destinationKey,
        cardinality: bound.cardinality, isComposite: bound.isComposite))
  }

  private mutating func keyColumn(
    _ schema: TableSchema, _ name: String, _ bound: BoundRelationship, _ title: String
  ) -> Int? {
    if let column = schema.column(named: name) { return column }
    findings.append(
      Finding(
        .relationKeyMissing, subject: title,
        "The key field \(name) of the relationship \(bound.name) is not in the data."))
    return nil
  }
}

/// A relationship with both ends named.
struct BoundRelationship: Sendable, Equatable {
  var name: String
  var origin: String
  var originKey: String
  var destination: String
  var destinationKey: String
  var cardinality: Relationship.Cardinality
  var isComposite: Bool
}
