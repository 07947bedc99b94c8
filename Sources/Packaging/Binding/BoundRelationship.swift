import MapModel

/// A relationship with both ends named.
struct BoundRelationship: Sendable, Equatable {
  /// The ID that services give both ends.
  var id: Int?
  var name: String
  var origin: String
  var originKey: String
  var destination: String
  var destinationKey: String
  var cardinality: Relationship.Cardinality
  var isComposite: Bool
}
