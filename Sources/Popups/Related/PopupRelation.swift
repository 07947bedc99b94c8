package import MapModel

/// A relationship of a layer, compiled for its pop-ups.
///
/// Of each related record only some columns are kept, in a record of their own: those that a list
/// shows, an order needs, or a token or chart names.
package struct PopupRelation: Sendable {
  /// How many records stand on the other side.
  package enum Kind: Sendable, Equatable {
    /// One: the record that this one belongs to, or is matched with.
    case parent
    /// Many: the records that belong to this one.
    case children
    /// None that can be shown: the relationship is of many to many, or a key field is missing.
    case notShown
  }

  /// The relationship, seen from this layer.
  package let relationship: Relationship
  /// What people call the other table.
  package let title: String
  /// How many records stand on the other side.
  package let kind: Kind
  /// What stands above the cells of a related record: up to 2 for a parent, up to 3 for children.
  package internal(set) var labels: [String]

  /// The column of this layer's record that holds the key; -1 when there is none.
  let keyColumn: Int
  /// The column of the related table's record that holds the key; -1 when there is none.
  let relatedKeyColumn: Int
  /// The columns of the related table's record that are kept, in the order they are kept in.
  var kept: [Int]
  /// What shows the cells, by kept columns.
  var cells: [FieldValue]
  /// How to tell a related record's type, by kept columns.
  var types: RowTypes?
  /// The orders in use; the first is the usual one: by the first field of the table's pop-up,
  /// greatest first.
  var orders: [[RelatedOrderKey]]

  /// The most cells a record has.
  static func mostCells(_ kind: Kind) -> Int { kind == .parent ? 2 : 3 }
}

/// One key of an order of related records.
struct RelatedOrderKey: Sendable, Equatable {
  /// The kept column.
  var column: Int
  var isDescending: Bool
}
