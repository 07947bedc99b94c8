package import MapModel

/// A relationship of a layer, compiled for its pop-ups.
///
/// Only some columns of each related record are kept, in a record of their own. These are the
/// columns that a list shows, an order needs, or a token or chart names.
package struct PopupRelation: Sendable {
  /// How many related records there are.
  package enum Kind: Sendable, Equatable {
    /// One: the record that this one belongs to or is paired with.
    case parent
    /// Many: the records that belong to this one.
    case children
    /// None can be shown: the relationship is many-to-many, or a key field is missing.
    case notShown
  }

  /// The relationship, seen from this layer.
  package let relationship: Relationship
  /// The title of the other table.
  package let title: String
  /// How many related records there are.
  package let kind: Kind
  /// The labels of a related record's cells: up to 2 for a parent, up to 3 for children.
  package internal(set) var labels: [String]

  /// The column with the key in this layer's record; -1 if missing.
  let keyColumn: Int
  /// The column with the key in the related table's record; -1 if missing.
  let relatedKeyColumn: Int
  /// The kept columns of the related table's record, in order.
  var kept: [Int]
  /// What shows the cells, by kept column.
  var cells: [FieldValue]
  /// How to determine a related record's type, by kept column.
  var types: RowTypes?
  /// The orders in use. The first is the default: by the first field of the table's pop-up, largest
  /// value first.
  var orders: [[RelatedOrderKey]]

  /// Returns the maximum number of cells per record.
  static func maximumCells(_ kind: Kind) -> Int { kind == .parent ? 2 : 3 }
}

/// One sort key of an order of related records.
struct RelatedOrderKey: Sendable, Equatable {
  /// The kept column.
  var column: Int
  var isDescending: Bool
}
