// Where the tables and links of the merge are read from:
//
//   tables   the user tables of the store, followed by the attachments tables of its relations
//   fields   the columns. With a map, their Esri types. Without one, the column types and:
//              globalid, global_id, uuid         text: the identity of the row
//              …globalid, …guid, …uuid           text: the identity of another row
//   links    the relationships of the map, other single-column foreign keys, and the parent column
//            of attachments tables
//   pairs    the mapping tables of relations that are no relationship of the map

import Bytes
package import GeoPackage
import MapModel
package import Packages
import SQLiteFile

extension MergeSchema {
  /// Reads the schema of a store, with the types and relationships of its map if it has one.
  ///
  /// - Throws: `LocatedError`.
  package init(reading store: GeoPackageReader, map: StoredMap?) throws {
    self = try about(store.path) {
      var reader = MergeSchemaReader(store: store, map: map)
      try reader.readTables()
      reader.readRelationships()
      try reader.readForeignKeys()
      try reader.readRelations()
      return reader.schema
    }
  }
}

/// Reads a schema one table at a time.
private struct MergeSchemaReader {
  let store: GeoPackageReader
  let map: StoredMap?
  var schema = MergeSchema(tables: [], links: [])
  /// The name of each field in the map, by table. The relationships of the map use these names.
  private var fieldNames: [[String]] = []

  init(store: GeoPackageReader, map: StoredMap?) {
    self.store = store
    self.map = map
  }

  mutating func readTables() throws {
    let relations = try store.relations()
    func isIn(_ names: [String], _ name: String) -> Bool {
      names.contains { $0.isSameName(as: name) }
    }
    let media = relations.filter { $0.relationName.isSameName(as: "media") }
    let mappings = relations.map(\.mappingTable)
    let mediaNames = media.map(\.relatedTable)
    for entry in store.userTables where !isIn(mappings + mediaNames, entry.tableName) {
      try add(try store.table(named: entry.tableName))
    }
    for relation in media where schema.table(named: relation.relatedTable) == nil {
      guard store.hasTable(named: relation.relatedTable) else { continue }
      try addAttachments(
        try store.table(named: relation.relatedTable),
        parent: schema.table(named: relation.baseTable))
    }
  }

  private mutating func add(_ table: GeoPackageTable) throws {
    let layers = map?.layers(ofTable: table.name) ?? []
    let stored = layers.first
    let fields = MergeField.fields(of: table, layer: stored?.layer)
    schema.tables.append(
      MergeTable(
        name: table.name, title: map?.title(ofTable: table.name) ?? table.identifier,
        fields: fields,
        isEditable: layers.isEmpty || layers.contains(where: \.isEditable),
        srsID: table.geometry?.srsID,
        geometryType: table.geometry?.typeName, layer: stored?.layer,
        otherLayers: layers.dropFirst().map(\.layer)))
    fieldNames.append(MergeField.trueNames(of: table))
  }

  private mutating func addAttachments(
    _ table: GeoPackageTable, parent: Int?
  ) throws {
    let title = parent.map { "\(schema.tables[$0].title), attachments" }
    schema.tables.append(
      MergeTable(
        name: table.name, title: title ?? table.identifier,
        fields: MergeField.fields(ofAttachments: table), isAttachments: true,
        isEditable: parent.map { schema.tables[$0].isEditable } ?? true,
        srsID: table.geometry?.srsID))
    fieldNames.append(MergeField.trueNames(of: table))
  }

  /// Adds the relationships of the map.
  mutating func readRelationships() {
    for link in map?.relationships ?? [] {
      guard let origin = schema.table(named: link.origin),
        let destination = schema.table(named: link.destination),
        let key = fieldIndex(of: link.originField, in: origin),
        let field = fieldIndex(of: link.destinationField, in: destination)
      else { continue }
      add(
        MergeLink(
          name: link.name, origin: origin, originKey: .field(key), destination: destination,
          destinationField: field,
          kind: isLookUp(origin: origin, destination: destination, isComposite: link.isComposite)
            ? .lookUp : .parent))
    }
  }

  /// Adds a link once. Both ends of a relationship, and a foreign key, can describe the same link.
  private mutating func add(_ link: MergeLink) {
    let isKnown = schema.links.contains {
      $0.origin == link.origin && $0.originKey == link.originKey
        && $0.destination == link.destination && $0.destinationField == link.destinationField
    }
    if !isKnown { schema.links.append(link) }
  }

  /// Adds the foreign keys of the database.
  mutating func readForeignKeys() throws {
    for (destination, table) in schema.tables.enumerated() where !table.isAttachments {
      guard let object = store.database.object(.table, named: table.name), let sql = object.sql,
        let stored = try? StoredTable(object)
      else { continue }
      for key in TableClauses(sql, of: stored).foreignKeys {
        guard key.columns.count == 1, let column = key.columns.first,
          let field = table.fieldIndex(named: stored.columns[column].name),
          let origin = schema.table(named: key.parent),
          let originKey = try self.originKey(key, origin)
        else { continue }
        add(
          MergeLink(
            name: stored.columns[column].name, origin: origin, originKey: originKey,
            destination: destination, destinationField: field, kind: .init(key.onDelete)))
      }
    }
  }

  /// Returns the key that a foreign key refers to. Nil if it is not a merged field.
  private func originKey(
    _ key: TableClauses.ForeignKey, _ origin: Int
  ) throws -> MergeLink.Key? {
    let parent = schema.tables[origin]
    let id = try store.table(named: parent.name).idColumn
    guard let column = key.parentColumns.first else { return .rowID }
    return column.isSameName(as: id) ? .rowID : parent.fieldIndex(named: column).map { .field($0) }
  }

  /// Returns whether a table is a look-up table, such as the species of trees, and not a parent. It
  /// is a table that layers refer to, or one that is read-only for crews.
  private func isLookUp(origin: Int, destination: Int, isComposite: Bool) -> Bool {
    guard !isComposite else { return false }
    let one = schema.tables[origin]
    let many = schema.tables[destination]
    return !one.isEditable || (one.srsID == nil && many.srsID != nil)
  }

  private func fieldIndex(of field: String, in table: Int) -> Int? {
    fieldNames[table].firstIndex { $0.isSameName(as: field) }
      ?? schema.tables[table].fieldIndex(named: field)
  }

  /// Adds the relations of the GeoPackage that are not relationships of the map.
  mutating func readRelations() throws {
    let mapped = try map?.relations(in: store) ?? []
    for relation in try store.relations() {
      guard let base = schema.table(named: relation.baseTable),
        let related = schema.table(named: relation.relatedTable)
      else { continue }
      if schema.tables[related].isAttachments,
        let parent = schema.tables[related].fieldIndex(
          named: GeoPackageTable.AttachmentColumn.parent),
        let key = schema.tables[base].fieldIndex(of: .globalID)
      {
        schema.links.append(
          MergeLink(
            name: relation.mappingTable, origin: base, originKey: .field(key),
            destination: related, destinationField: parent, kind: .parent))
      } else if !mapped.contains(where: { $0.mappingTable.isSameName(as: relation.mappingTable) }),
        store.hasTable(named: relation.mappingTable)
      {
        var pairs = MergePairs(
          mappingTable: relation.mappingTable, base: base, related: related,
          relationName: relation.relationName)
        pairs.isMergeable = try isMergeable(relation)
        schema.pairs.append(pairs)
      }
    }
  }
}

extension MergeLink.Kind {
  fileprivate init(_ action: TableClauses.ForeignKey.DeleteAction) {
    switch action {
    case .refuse: self = .lookUp
    case .cascade: self = .parent
    case .setNull: self = .emptied
    }
  }
}

extension MergeSchemaReader {
  /// Returns whether pairs consist of row ids and have no other required values.
  private func isMergeable(
    _ relation: GeoPackageReader.StoredRelation
  ) throws -> Bool {
    let base = try store.table(named: relation.baseTable).idColumn
    let related = try store.table(named: relation.relatedTable).idColumn
    let needsMore = try store.pairColumns(of: relation).contains(where: \.isRequired)
    return !needsMore && base.isSameName(as: relation.basePrimaryColumn)
      && related.isSameName(as: relation.relatedPrimaryColumn)
  }
}

extension MergeField {
  /// Returns the map names of the fields of a table, in the order of its fields.
  fileprivate static func trueNames(of table: GeoPackageTable) -> [String] {
    (table.geometry.map { [$0.name] } ?? []) + table.columns.map { $0.fieldName ?? $0.name }
  }

  /// Returns the fields of a layer or table.
  fileprivate static func fields(
    of table: GeoPackageTable, layer: EffectiveLayer?
  ) -> [MergeField] {
    let identity =
      layer?.definition.globalIDField ?? Self.identityColumn(of: table, isMapped: layer != nil)
    var fields: [MergeField] = []
    if let geometry = table.geometry {
      fields.append(MergeField(name: geometry.name, meaning: .geometry, role: .geometry))
    }
    for column in table.columns {
      let name = column.fieldName ?? column.name
      let known = layer?.fields.named(name)
      var meaning = FieldMeaning(known?.type ?? column.guessedType)
      var role = layer?.role(ofField: name) ?? .attribute
      if identity?.isSameName(as: name) == true { (meaning, role) = (.identity, .globalID) }
      if identity == nil, role == .attribute, layer?.keyField?.isSameName(as: name) == true {
        role = .key
      }
      fields.append(
        MergeField(
          name: column.name, trueName: name, title: known?.alias ?? column.title ?? name,
          meaning: meaning, role: role))
    }
    return fields
  }

  /// Returns the fields of an attachments table.
  static func fields(ofAttachments table: GeoPackageTable) -> [MergeField] {
    fields(of: table, layer: nil).map { field in
      var field = field
      if field.name.isSameName(as: "data") { field.role = .content }
      if field.title == field.name, let title = attachmentTitles[field.name.lowercased()] {
        field.title = title
      }
      return field
    }
  }

  /// The titles of the columns of attachments tables.
  private static let attachmentTitles = [
    "data": "Attachment", "sha256": "Attachment (digest)", "content_type": "Type", "name": "Name",
    "size": "Size", "keywords": "Keywords", "path": "Path", "parent_globalid": "Belongs to",
  ]

  /// Returns the column that identifies rows if the map does not name one.
  private static func identityColumn(of table: GeoPackageTable, isMapped: Bool) -> String? {
    for name in isMapped ? ["globalid"] : ["globalid", "global_id", "uuid"] {
      let column = table.columns.first {
        $0.name.isSameName(as: name) && $0.type.fieldType == .string
      }
      if let column { return column.fieldName ?? column.name }
    }
    return nil
  }
}

extension GeoPackageColumn {
  /// The field type without a map. Text columns with the name of a key are GUIDs.
  fileprivate var guessedType: FieldType {
    guard case .text = type else { return type.fieldType }
    let lower = name.lowercased()
    return ["globalid", "guid", "uuid"].contains(where: lower.hasSuffix) ? .guid : .string
  }
}

extension EffectiveLayer {
  fileprivate func role(ofField name: String) -> MergeField.Role {
    func isNamed(_ other: String?) -> Bool { other?.isSameName(as: name) == true }
    let tracking = definition.editFieldsInfo
    if isNamed(definition.objectIDField) { return .objectID }
    if isNamed(tracking?.creatorField) { return .creator }
    if isNamed(tracking?.creationDateField) { return .creationDate }
    if isNamed(tracking?.editorField) { return .editor }
    if isNamed(tracking?.editDateField) { return .editDate }
    return .attribute
  }
}
