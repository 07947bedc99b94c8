package import MapModel

/// A relationship between two packed tables.
package struct TableRelationship: Sendable, Equatable {
  /// The ID that services give both ends; `nil` if a bindings document declares it.
  package var id: Int?
  package var name: String
  /// The index of the table on the one side, and the record column of its key.
  package var origin: Int
  package var originColumn: Int
  /// The index of the table on the many side, and the record column of its foreign key.
  package var destination: Int
  package var destinationColumn: Int
  package var cardinality: Relationship.Cardinality
  package var isComposite: Bool

  /// Whether it relates a table to itself.
  package var isSelfRelationship: Bool { origin == destination }

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
