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
  /// The other layers of the map that show the same records.
  package var otherLayers: [EffectiveLayer]
  /// The fields that map rules fill in.
  package var filledFields: Set<Int> = []

  package init(
    name: String, title: String, fields: [MergeField], isAttachments: Bool = false,
    isEditable: Bool = true, srsID: Int32? = nil, geometryType: String? = nil,
    layer: EffectiveLayer? = nil, otherLayers: [EffectiveLayer] = []
  ) {
    self.name = name
    self.title = title
    self.fields = fields
    self.isAttachments = isAttachments
    self.isEditable = isEditable
    self.srsID = srsID
    self.geometryType = geometryType
    self.layer = layer
    self.otherLayers = otherLayers
  }

  /// All layers of the map that show its records.
  var layers: [EffectiveLayer] { [layer].compactMap(\.self) + otherLayers }

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
