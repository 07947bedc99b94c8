package import FeatureData
package import MapModel

/// A field of a merged table.
package struct MergeField: Sendable, Equatable {
  /// The column name in the current store. Other stores are searched ignoring case.
  package var name: String
  /// The field name in the map. It differs from the column name if the store required another name.
  package var trueName: String
  /// The title that people see.
  package var title: String
  /// How values are compared.
  package var meaning: FieldMeaning
  /// The role of the field.
  package var role: Role

  /// The role of a field.
  package enum Role: Sendable, Equatable {
    case attribute
    case geometry
    /// The GlobalID of the row.
    case globalID
    /// A key that identifies rows without GlobalIDs, such as the number on a tree's tag. It is
    /// never generated.
    case key
    /// A row number that differs between stores.
    case objectID
    /// One of the four editor tracking fields.
    case creator, creationDate, editor, editDate
    /// The bytes of an attachment. The base of a package does not have them.
    case content
  }

  package init(
    name: String, trueName: String? = nil, title: String? = nil, meaning: FieldMeaning,
    role: Role = .attribute
  ) {
    self.name = name
    self.trueName = trueName ?? name
    self.title = title ?? name
    self.meaning = meaning
    self.role = role
  }
}

/// A layer, a table, or an attachments table, as the merge sees it.
package struct MergeTable: Sendable {
  /// The table name in the current store.
  package var name: String
  /// The title that people see.
  package var title: String
  /// The geometry, if there is one, followed by the columns in the order of the current store.
  package var fields: [MergeField]
  /// Whether it holds the attachments of another table.
  package var isAttachments: Bool
  /// Whether crews may edit the table. Changes to a read-only table are reported and kept.
  package var isEditable: Bool
  /// The spatial reference id of the geometry in the store.
  package var srsID: Int32?
  /// The geometry type as in `gpkg_geometry_columns`. Nil without geometry.
  package var geometryType: String?
  /// The layer of the map with its field rules. Nil without a map.
  package var layer: EffectiveLayer?
  /// The fields that map rules fill in.
  package var filledFields: Set<Int> = []

  package init(
    name: String, title: String, fields: [MergeField], isAttachments: Bool = false,
    isEditable: Bool = true, srsID: Int32? = nil, geometryType: String? = nil,
    layer: EffectiveLayer? = nil
  ) {
    self.name = name
    self.title = title
    self.fields = fields
    self.isAttachments = isAttachments
    self.isEditable = isEditable
    self.srsID = srsID
    self.geometryType = geometryType
    self.layer = layer
  }

  /// Returns the index of the first field with a role.
  package func fieldIndex(of role: MergeField.Role) -> Int? {
    fields.firstIndex { $0.role == role }
  }

  /// The index of the field that identifies rows in all stores. Nil if rows have only row ids.
  package var identityField: Int? { fieldIndex(of: .globalID) ?? fieldIndex(of: .key) }

  /// Returns the index of the field with a name.
  package func fieldIndex(named name: String) -> Int? {
    fields.firstIndex { $0.name.isSameName(as: name) }
  }
}

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

/// The tables to merge and the links between them, as in the current store.
package struct MergeSchema: Sendable {
  /// The time zone for times without a zone. Nil if unknown.
  package var clock: TimeZoneRules?
  /// Whether the returned rows are copies that another program made for the field. Their times
  /// without a zone may be in UTC, as issued.
  package var isOfflineCopy = false
  package var tables: [MergeTable]
  package var links: [MergeLink]
  /// The relations that are stored only as tables of pairs. Their row ids differ between stores.
  package var pairs: [MergePairs] = []

  package init(tables: [MergeTable], links: [MergeLink]) {
    self.tables = tables
    self.links = links
  }

  /// Returns the index of the table with a name.
  package func table(named name: String) -> Int? {
    tables.firstIndex { $0.name.isSameName(as: name) }
  }
}
