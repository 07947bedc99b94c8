import Bytes
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import Records

/// Applies a document of edits to a package in memory, with the rules of the field app.
struct EditSession {
  let package: OpenPackage
  let map: StoredMap
  /// The name of the editor; nil leaves the user fields unchanged.
  let user: String?
  /// The time of the edits, in milliseconds since 1970 UTC.
  let now: Int64
  /// The namespace of new GlobalIDs, which are derived from the location of the edit.
  let seed: GlobalID
  /// The tables by name in the store.
  var tables: [String: EditableTable] = [:]
  /// The attachments by name of the parent table.
  var media: [String: EditableMedia] = [:]
  /// The records that were added or updated, each with its edit.
  private(set) var touched: [Touch] = []

  /// A record and the edit that changed it.
  struct Touch {
    var table: String
    var handle: EditableTable.Handle
    /// The index in the results.
    var layer: Int
    var isAdd: Bool
    var index: Int
    /// The former values of changed columns, for an existing record.
    var old: [Int: SQLValue]
  }

  /// Applies the edits of a layer.
  mutating func apply(
    _ edits: EditsDocument.Layer, index layer: Int, files: FolderFiles
  ) throws -> LayerEditResult {
    var result = LayerEditResult(id: edits.id)
    guard let table = find(edits) else {
      let missing = EditResult(errors: [.layerNotFound])
      result.adds = edits.adds.map { _ in missing }
      result.updates = edits.updates.map { _ in missing }
      result.deletes = edits.deletes.map { _ in missing }
      result.attachmentAdds = edits.attachmentAdds.map { _ in missing }
      result.attachmentUpdates = edits.attachmentUpdates.map { _ in missing }
      result.attachmentDeletes = edits.attachmentDeletes.map { _ in missing }
      return result
    }
    result.title = table.layer.title
    let name = table.name
    try load(name)
    tables[name]?.edit(by: table)
    for (index, feature) in edits.adds.enumerated() {
      result.adds.append(try add(feature, to: name, layer: layer, index: index))
    }
    for (index, feature) in edits.updates.enumerated() {
      result.updates.append(try update(feature, of: name, layer: layer, index: index))
    }
    for id in edits.deletes { result.deletes.append(try delete(id, of: name)) }
    for (index, attachment) in edits.attachmentAdds.enumerated() {
      result.attachmentAdds.append(
        try attach(attachment, to: name, replaces: false, index: index, files: files))
    }
    for (index, attachment) in edits.attachmentUpdates.enumerated() {
      result.attachmentUpdates.append(
        try attach(attachment, to: name, replaces: true, index: index, files: files))
    }
    for id in edits.attachmentDeletes {
      result.attachmentDeletes.append(try detach(id, of: name))
    }
    return result
  }

  private func find(_ edits: EditsDocument.Layer) -> StoredMap.Table? {
    let id = edits.id
    if let address = edits.address,
      let table = map.storeTables.first(where: { $0.layer.address == address })
    {
      return table
    }
    if let number = id.int {
      return map.storeTables.first { $0.layer.definition.id == number }
    }
    guard let name = id.string else { return nil }
    let tables = map.tables
    return tables.first { $0.layer.title == name }
      ?? tables.first { $0.layer.title.isSameName(as: name) }
      ?? map.layer(ofTable: name)
      ?? tables.first { $0.layer.definition.name.isSameName(as: name) }
  }

  /// Reads what the edits need of a table, once.
  mutating func load(_ name: String) throws {
    guard tables[name] == nil, let table = map.layer(ofTable: name) else {
      return
    }
    let keys = map.relationships.filter { $0.destination == name }.map(\.destinationField)
    tables[name] = try EditableTable(table, keys: keys, in: package.store)
  }

  // MARK: Features

  private mutating func add(
    _ feature: JSON, to name: String, layer: Int, index: Int
  ) throws -> EditResult {
    guard var table = tables[name] else { return EditResult(errors: [.layerNotFound]) }
    var result = EditResult()
    if let error = refusal(of: table.map.layer.allowsCreate, in: table, operation: "Adding") {
      result.errors = [error]
      return result
    }
    let attributes = feature["attributes"]?.object ?? JSONObject()
    var row = EditedRow(newIn: table.table)
    setDefaults(of: &row, attributes, in: table)
    result.errors += set(attributes, of: &row, in: table, isNew: true)
    let id = identity(of: attributes, in: table, location: "\(name)/adds/\(index)", &result)
    if let id, let column = table.globalIDColumn { row[column] = .text(id.text) }
    track(&row, in: table, isNew: true)
    setGeometry(feature["geometry"], of: &row, in: table, isNew: true, &result)
    result.errors += violations(of: row, in: table)
    result.globalID = id
    guard result.errors.isEmpty else { return result }
    let handle = table.append(row, id: id)
    tables[name] = table
    touched.append(
      Touch(table: name, handle: handle, layer: layer, isAdd: true, index: index, old: [:]))
    return result
  }

  private mutating func update(
    _ feature: JSON, of name: String, layer: Int, index: Int
  ) throws -> EditResult {
    guard var table = tables[name] else { return EditResult(errors: [.layerNotFound]) }
    let attributes = feature["attributes"]?.object ?? JSONObject()
    let (found, missing) = find(attributes, in: table)
    guard let handle = found else { return missing }
    try table.load(handle)
    var result = EditResult(
      objectID: table.objectID(of: handle), globalID: table.globalID(of: handle))
    if let error = refusal(of: table.map.layer.allowsUpdate, in: table, operation: "Updating") {
      result.errors = [error]
      return result
    }
    let before = table[handle]
    var row = before
    result.errors += set(attributes, of: &row, in: table, isNew: false)
    setGeometry(feature["geometry"], of: &row, in: table, isNew: false, &result)
    if row.isChanged { track(&row, in: table, isNew: false) }
    result.errors += violations(of: row, in: table)
    guard result.errors.isEmpty else { return result }
    table[handle] = row
    tables[name] = table
    let columns = table.table.columns.indices.filter { before[$0] != row[$0] }
    touched.append(
      Touch(
        table: name, handle: handle, layer: layer, isAdd: false, index: index,
        old: Dictionary(uniqueKeysWithValues: columns.map { ($0, before[$0]) })))
    return result
  }

  private mutating func delete(_ id: JSON, of name: String) throws -> EditResult {
    guard var table = tables[name] else { return EditResult(errors: [.layerNotFound]) }
    let text = id.string
    let handle =
      text.flatMap { GlobalID($0) }.flatMap(table.find)
      ?? (id.int ?? text.flatMap { Int($0) }).flatMap { table.find(objectID: Int64($0)) }
    guard let handle else {
      return EditResult(globalID: text.flatMap { GlobalID($0) }, errors: [.missing])
    }
    try table.load(handle)
    var result = EditResult(
      objectID: table.objectID(of: handle), globalID: table.globalID(of: handle))
    if let error = refusal(of: table.map.layer.allowsDelete, in: table, operation: "Deleting") {
      result.errors = [error]
      return result
    }
    table[handle].isDeleted = true
    tables[name] = table
    return result
  }
}
