/// A link from the rows of one table to a row of another.
package struct MergeLink: Sendable, Equatable {
  package var name: String
  /// The index of the table on the one side, and its key.
  package var origin: Int
  package var originKey: Key
  /// The index of the table on the many side, and the field that refers to a row on the one side.
  package var destination: Int
  package var destinationField: Int
  package var kind: Kind

  /// The key that rows on the many side refer to.
  package enum Key: Sendable, Equatable {
    case field(Int)
    /// The row id of the store. Row ids differ between stores, so the merge updates such links.
    case rowID
  }

  /// What happens to rows on the many side when the row on the one side is deleted.
  package enum Kind: Sendable, Equatable {
    /// Children and attachments are deleted with their parent.
    case parent
    /// A look-up row stays while other rows refer to it.
    case lookUp
    /// References are set to null, as with a foreign key ON DELETE SET NULL.
    case emptied
  }

  package init(
    name: String, origin: Int, originKey: Key, destination: Int, destinationField: Int, kind: Kind
  ) {
    self.name = name
    self.origin = origin
    self.originKey = originKey
    self.destination = destination
    self.destinationField = destinationField
    self.kind = kind
  }
}

/// A relation stored only as a table of row id pairs (Related Tables Extension, OGC 18-000).
package struct MergePairs: Sendable, Equatable {
  /// The name of the table of pairs.
  package var mappingTable: String
  /// The indices of the tables that `base_id` and `related_id` refer to.
  package var base: Int
  package var related: Int
  /// `features`, `attributes`, `media`, …
  package var relationName: String
  /// Whether its changes can be written: pairs consist of row ids and need no other values.
  package var isMergeable = true

  package init(mappingTable: String, base: Int, related: Int, relationName: String) {
    self.mappingTable = mappingTable
    self.base = base
    self.related = related
    self.relationName = relationName
  }
}
