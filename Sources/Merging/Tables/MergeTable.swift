package import FeatureData
package import MapModel

/// A column of a table that is merged.
package struct MergeField: Sendable, Equatable {
  /// The column's name in the current store; found in others without regard to case.
  package var name: String
  /// The name that the map has for it, where the column had to take another.
  package var trueName: String
  /// What people read.
  package var title: String
  /// How its values are compared.
  package var meaning: FieldMeaning
  /// What it is for.
  package var role: Role

  /// What a column is for.
  package enum Role: Sendable, Equatable {
    case attribute
    case geometry
    /// The identity of the row.
    case globalID
    /// What tells rows apart where they have no GlobalIDs: the number on a tree's tag. It is never
    /// made up.
    case key
    /// A number that every store gives its rows anew.
    case objectID
    /// One of the four of editor tracking.
    case creator, creationDate, editor, editDate
    /// The bytes of a photo or file. A package's base goes without them.
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

/// A layer, a table, or the attachments of one, as the merge sees it.
package struct MergeTable: Sendable {
  /// Its name in the current store.
  package var name: String
  /// What people call it.
  package var title: String
  /// The geometry first, if it has one, then the columns in the order of the current store.
  package var fields: [MergeField]
  /// Whether it holds the photos and files of another table.
  package var isAttachments: Bool
  /// Whether the map lets crews edit it; what they changed all the same is told, not lost.
  package var isEditable: Bool
  /// The spatial reference of its geometry in the store.
  package var srsID: Int32?
  /// The kind of shape that it holds, as `gpkg_geometry_columns` names it; nil for none.
  package var geometryType: String?
  /// What the fields of the map ask of values; nil where no map tells.
  package var layer: EffectiveLayer?
  /// The fields that rules of the map fill in.
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

  /// The place of the first field of a role.
  package func place(of role: MergeField.Role) -> Int? { fields.firstIndex { $0.role == role } }

  /// The place of the field that tells rows apart across stores; nil where only row numbers do.
  package var identityField: Int? { place(of: .globalID) ?? place(of: .key) }

  /// The place of the field of a name.
  package func place(named name: String) -> Int? {
    fields.firstIndex { $0.name.isSameName(as: name) }
  }
}

/// A link from the rows of one table to a row of another.
package struct MergeLink: Sendable, Equatable {
  package var name: String
  /// The table of the one side, and what its key is.
  package var origin: Int
  package var originKey: Key
  /// The table of the many side, and the field that names a row of the one side.
  package var destination: Int
  package var destinationField: Int
  package var kind: Kind

  /// What the many side names a row by.
  package enum Key: Sendable, Equatable {
    case field(Int)
    /// The row id of the store, which changes from store to store: such links are pointed anew.
    case rowID
  }

  /// What becomes of the many side when the one side is deleted.
  package enum Kind: Sendable, Equatable {
    /// Parent and children, photos too: the children go with their parent.
    case parent
    /// A look-up row that others refer to: it stays while they do.
    case lookUp
    /// The field that named it is emptied, as a foreign key ON DELETE SET NULL does.
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

/// A relation that only a table of pairs of row ids tells (Related Tables Extension, OGC 18-000).
package struct MergePairs: Sendable, Equatable {
  /// The table of pairs.
  package var mappingTable: String
  /// The tables whose rows `base_id` and `related_id` name.
  package var base: Int
  package var related: Int
  /// `features`, `attributes`, `media`, …
  package var relationName: String
  /// Whether its changes can be written: it names rows by their ids, and needs no more values.
  package var isMergeable = true

  package init(mappingTable: String, base: Int, related: Int, relationName: String) {
    self.mappingTable = mappingTable
    self.base = base
    self.related = related
    self.relationName = relationName
  }
}

/// Everything that is merged: the tables of the current store and how they belong together.
package struct MergeSchema: Sendable {
  /// The clocks by which times without a zone are read; nil where nobody tells.
  package var clock: TimeZoneRules?
  /// Whether the rows that came back are copies that another program made for the field: times
  /// without a zone may read as they were issued, in UTC.
  package var isOfflineCopy = false
  package var tables: [MergeTable]
  package var links: [MergeLink]
  /// Relations that no link stands for: the row ids in them change from store to store.
  package var pairs: [MergePairs] = []

  package init(tables: [MergeTable], links: [MergeLink]) {
    self.tables = tables
    self.links = links
  }

  /// The place of the table of a name.
  package func table(named name: String) -> Int? {
    tables.firstIndex { $0.name.isSameName(as: name) }
  }
}
