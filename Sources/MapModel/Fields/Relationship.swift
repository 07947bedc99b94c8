/// One end of a relationship between two tables. Both ends carry the same id.
package struct Relationship: Sendable, Equatable {
  /// How many rows stand on each side.
  package enum Cardinality: String, Sendable {
    case oneToOne = "esriRelCardinalityOneToOne"
    case oneToMany = "esriRelCardinalityOneToMany"
    case manyToMany = "esriRelCardinalityManyToMany"
  }

  /// The side this table is on.
  package enum Role: String, Sendable {
    /// The one whose key the others hold.
    case origin = "esriRelRoleOrigin"
    /// The one that holds the other's key.
    case destination = "esriRelRoleDestination"
  }

  /// The id both ends share.
  package var id: Int
  /// The name; may be empty.
  package var name: String
  /// The layer id of the other table in the same service.
  package var relatedTableID: Int
  /// How many rows stand on each side.
  package var cardinality: Cardinality
  /// The side this table is on.
  package var role: Role
  /// This table's own key field.
  package var keyField: String
  /// Whether the origin owns the destination's rows.
  package var isComposite: Bool
  /// In a many-to-many relationship, the layer id of the table of pairs.
  package var relationshipTableID: Int?
  /// The field of that table which holds this table's key.
  package var keyFieldInRelationshipTable: String?

  /// A relationship from its parts.
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

  /// Reads an element of `relationships`; nil, with a notice, when a needed member is missing.
  init?(_ members: Members, _ notices: inout MapNotices) {
    guard let id = Self.required(members.int("id", &notices), "id", members, &notices),
      let table = Self.required(
        members.int("relatedTableId", &notices), "relatedTableId", members, &notices),
      let key = Self.required(members.string("keyField", &notices), "keyField", members, &notices)
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
    _ value: Value?, _ key: String, _ members: Members, _ notices: inout MapNotices
  ) -> Value? {
    if value == nil, members.value(key) == nil {
      notices.note(members.path(key), .missing(used: ""))
    }
    return value
  }
}
