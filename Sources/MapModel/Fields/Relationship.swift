/// One end of a relationship between two tables. Both ends have the same id.
package struct Relationship: Sendable, Equatable {
  /// The number of rows on each side.
  package enum Cardinality: String, Sendable {
    case oneToOne = "esriRelCardinalityOneToOne"
    case oneToMany = "esriRelCardinalityOneToMany"
    case manyToMany = "esriRelCardinalityManyToMany"
  }

  /// The side of this table.
  package enum Role: String, Sendable {
    /// The table with the key that the others refer to.
    case origin = "esriRelRoleOrigin"
    /// The table with a field that refers to the other's key.
    case destination = "esriRelRoleDestination"
  }

  /// The id of both ends.
  package var id: Int
  /// The name. It may be empty.
  package var name: String
  /// The layer id of the other table in the same service.
  package var relatedTableID: Int
  /// The number of rows on each side.
  package var cardinality: Cardinality
  /// The side of this table.
  package var role: Role
  /// This table's key field.
  package var keyField: String
  /// Whether rows of the destination belong to their origin row.
  package var isComposite: Bool
  /// In a many-to-many relationship, the layer id of the table that stores the pairs.
  package var relationshipTableID: Int?
  /// The field of that table with this table's key.
  package var keyFieldInRelationshipTable: String?

  /// Creates a relationship.
  package init(
    id: Int, name: String = "", relatedTableID: Int, cardinality: Cardinality, role: Role,
    keyField: String, isComposite: Bool = false, relationshipTableID: Int? = nil,
    keyFieldInRelationshipTable: String? = nil
  ) {
    self.id = id
    self.name = name
    self.relatedTableID = relatedTableID
    self.cardinality = cardinality
    self.role = role
    self.keyField = keyField
    self.isComposite = isComposite
    self.relationshipTableID = relationshipTableID
    self.keyFieldInRelationshipTable = keyFieldInRelationshipTable
  }

  /// Reads an element of `relationships`. Nil, with a notice, if a required member is missing.
  init?(_ members: Members, _ notices: inout MapNotices) {
    guard
      let id = Self.required(
        members.int("id", &notices), key: "id", in: members, notices: &notices),
      let table = Self.required(
        members.int("relatedTableId", &notices), key: "relatedTableId", in: members,
        notices: &notices),
      let key = Self.required(
        members.string("keyField", &notices), key: "keyField", in: members, notices: &notices)
    else { return nil }
    let cardinality = members.string("cardinality", &notices) ?? ""
    if Cardinality(rawValue: cardinality) == nil {
      notices.note(members.path("cardinality"), .unknownValue(cardinality))
    }
    let role = members.string("role", &notices) ?? ""
    if Role(rawValue: role) == nil {
      notices.note(members.path("role"), .unknownValue(role))
    }
    guard let cardinality = Cardinality(rawValue: cardinality), let role = Role(rawValue: role)
    else { return nil }
    self.init(
      id: id, name: members.string("name", &notices) ?? "", relatedTableID: table,
      cardinality: cardinality, role: role, keyField: key,
      isComposite: members.bool("composite", &notices) ?? false,
      relationshipTableID: members.int("relationshipTableId", &notices),
      keyFieldInRelationshipTable: members.string("keyFieldInRelationshipTable", &notices))
  }

  private static func required<Value>(
    _ value: Value?, key: String, in members: Members, notices: inout MapNotices
  ) -> Value? {
    if value == nil, members.value(key) == nil {
      notices.note(members.path(key), .missing(used: ""))
    }
    return value
  }
}
