// edits.json: what the merge changes in the office data, as the body of a feature service's
// applyEdits request with useGlobalIds=true. It is for offices that keep their data in a service:
//
//   [{"id": layer, "url": address of the layer, "globalIdField": name,
//     "adds": [feature], "updates": [feature], "deletes": [GlobalID], "before": [feature],
//     "attachments": {"adds": [{globalId, parentGlobalId, contentType, name, file, …}],
//                     "updates": [the same], "deletes": [GlobalID],
//                     "before": [{globalId, parentGlobalId, name, size, sha256}]}}]
//
// A feature in `updates` has its GlobalID and what changed. `before` has the same fields as they
// were in the office data, and all fields of deleted records, so that `push` can see what changed
// in the service since. Editor tracking fields are left out, because the service sets them. `file` is the path of an attachment's bytes relative to the
// document; `fieldpack edit` reads it. An attachment that was missing from its package is in no
// list. One that the office data had been waiting for is in `updates`.

import Bytes
package import FeatureData
import Geometry
import MapModel
package import OrderedJSON

/// A file with the bytes of an attachment, beside `edits.json`.
package struct EditsFile: Sendable {
  /// Its path relative to `edits.json`.
  package var path: String
  /// The unchanged row of the office data that was waiting for the bytes; nil if the row changes.
  package var awaited: MergeRow?

  /// A file from its parts.
  package init(path: String, awaited: MergeRow? = nil) {
    self.path = path
    self.awaited = awaited
  }
}

extension MergeReport {
  /// The changes as an applyEdits body, in the table order of the store.
  ///
  /// - Parameter files: the attachment files, by table index and GlobalID.
  package func applyEdits(files: [Int: [GlobalID: EditsFile]]) -> JSON {
    var layers: [JSON] = []
    for (tableIndex, table) in schema.tables.enumerated() where !table.isAttachments {
      let rows = changed(tableIndex)
      let attachmentTables = schema.links.filter {
        $0.origin == tableIndex && schema.tables[$0.destination].isAttachments
      }.map(\.destination)
      var attachments = Attachments()
      for index in attachmentTables {
        attachments.append(self.attachments(in: index, files[index] ?? [:]))
      }
      guard !rows.isEmpty || !attachments.isEmpty else { continue }
      var layer = JSONObject()
      layer.append("id", id(of: table))
      if let address = table.layer?.address, address.layerID != nil {
        layer.append("url", .string(address.description))
      }
      if let field = table.fieldIndex(of: .globalID) {
        layer.append("globalIdField", .string(table.fields[field].trueName))
      }
      layer.append("adds", features(rows, .insert, of: table))
      layer.append("updates", features(rows, .update, of: table))
      layer.append("deletes", deletes(rows))
      layer.append("before", .array(rows.compactMap { former($0, of: table) }))
      if !attachments.isEmpty { layer.append("attachments", attachments.json) }
      layers.append(.object(layer))
    }
    return .array(layers)
  }

  /// The number of a table's layer in its service, or its name if that is no address.
  private func id(of table: MergeTable) -> JSON {
    guard let number = table.layer?.definition.id else { return .string(table.name) }
    let isShared = schema.tables.count { $0.layer?.definition.id == number } > 1
    return isShared && table.layer?.address == nil ? .string(table.name) : .number(number)
  }

  private func changed(_ table: Int) -> [RowChange] {
    changes.first { $0.table == table }?.rows ?? []
  }

  private func deletes(_ rows: [RowChange]) -> JSON {
    .array(rows.filter { $0.action == .delete }.map { .string($0.id.text) })
  }

  private func features(
    _ rows: [RowChange], _ action: RowChange.Action, of table: MergeTable
  ) -> JSON {
    .array(rows.filter { $0.action == action }.compactMap { feature($0, of: table) })
  }

  /// The attachment edits of a layer.
  private struct Attachments {
    var adds: [JSON] = []
    var updates: [JSON] = []
    var deletes: [JSON] = []
    var before: [JSON] = []

    var isEmpty: Bool { adds.isEmpty && updates.isEmpty && deletes.isEmpty }

    mutating func append(_ other: Attachments) {
      adds += other.adds
      updates += other.updates
      deletes += other.deletes
      before += other.before
    }

    var json: JSON {
      [
        "adds": .array(adds), "updates": .array(updates), "deletes": .array(deletes),
        "before": .array(before),
      ]
    }
  }

  private func attachments(in table: Int, _ files: [GlobalID: EditsFile]) -> Attachments {
    var attachments = Attachments()
    var awaited = files
    for change in changed(table) {
      let former = change.before.map { self.former(change.id, row: $0, of: schema.tables[table]) }
      guard let row = change.after else {
        attachments.before += [former].compactMap(\.self)
        attachments.deletes.append(.string(change.id.text))
        continue
      }
      guard let file = awaited.removeValue(forKey: change.id) else { continue }
      let json = attachment(change.id, row: row, file: file.path, of: schema.tables[table])
      if change.before == nil {
        attachments.adds.append(json)
      } else {
        attachments.before += [former].compactMap(\.self)
        attachments.updates.append(json)
      }
    }
    for (id, file) in awaited.sorted(by: { $0.key < $1.key }) {
      guard let row = file.awaited else { continue }
      attachments.updates.append(
        attachment(id, row: row, file: file.path, of: schema.tables[table]))
    }
    return attachments
  }

  /// The feature of a change; nil if only editor tracking fields changed.
  private func feature(_ change: RowChange, of table: MergeTable) -> JSON? {
    change.after.flatMap { feature($0, besides: change.before, of: table, change.id) }
  }

  /// The feature as it was in the office data, with what the change affects.
  private func former(_ change: RowChange, of table: MergeTable) -> JSON? {
    change.before.flatMap { feature($0, besides: change.after, of: table, change.id) }
  }

  /// A feature with its values that differ from those of another row, or with all values. Nil if
  /// they differ only in editor tracking fields.
  private func feature(
    _ row: MergeRow, besides other: MergeRow?, of table: MergeTable, _ id: GlobalID
  ) -> JSON? {
    var attributes = JSONObject()
    var geometry: JSON?
    var isEdited = other == nil
    for (column, field) in table.fields.enumerated() {
      let value = row.values[column]
      let isChanged = other.map { !field.meaning.isSame($0.values[column], value) } ?? true
      switch field.role {
      case .globalID: attributes.append(field.trueName, .string(id.text))
      case .objectID, .content, .creator, .creationDate, .editor, .editDate: continue
      case .geometry:
        guard isChanged else { continue }
        geometry = esriGeometry(value)
        isEdited = true
      // The service finds a record without a GlobalID by its key.
      case .key: attributes.append(field.trueName, attribute(value, field.meaning))
      case .attribute:
        guard isChanged else { continue }
        attributes.append(field.trueName, attribute(value, field.meaning))
        isEdited = true
      }
    }
    guard isEdited else { return nil }
    var feature = JSONObject()
    feature.append("attributes", .object(attributes))
    if let geometry { feature.append("geometry", geometry) }
    return .object(feature)
  }

  /// The value of an attribute. Dates in Esri JSON are milliseconds since 1970 UTC.
  private func attribute(_ value: FieldValue, _ meaning: FieldMeaning) -> JSON {
    if meaning == .dateTime, case .text(let text) = value,
      let instant = DateText.milliseconds(text.span, in: 0..<text.count)
    {
      return .number(Int(instant))
    }
    return value.json(meaning)
  }

  private func esriGeometry(_ value: FieldValue) -> JSON {
    guard case .blob(let blob) = value else { return .null }
    var geometry = Geometry()
    guard let srsID = try? GeoPackageBlob.decode(blob.span, into: &geometry) else { return .null }
    var text: [UInt8] = []
    geometry.appendEsriJSON(to: &text, wkid: srsID > 0 ? Int(srsID) : nil)
    return (try? JSONParser.parse(text)) ?? .null
  }

  private func attachment(
    _ id: GlobalID, row: MergeRow, file: String, of table: MergeTable
  ) -> JSON {
    func value(_ name: String) -> JSON { self.value(name, of: row, in: table) }
    return [
      "globalId": .string(id.text), "parentGlobalId": value("parent_globalid"),
      "contentType": value("content_type"), "name": value("name"), "size": value("size"),
      "sha256": value("sha256"), "file": .string(file), "keywords": value("keywords"),
    ]
  }

  /// An attachment as it was in the office data.
  private func former(_ id: GlobalID, row: MergeRow, of table: MergeTable) -> JSON {
    func value(_ name: String) -> JSON { self.value(name, of: row, in: table) }
    return [
      "globalId": .string(id.text), "parentGlobalId": value("parent_globalid"),
      "name": value("name"), "size": value("size"), "sha256": value("sha256"),
    ]
  }

  private func value(_ name: String, of row: MergeRow, in table: MergeTable) -> JSON {
    table.fieldIndex(named: name).map { row.values[$0].json(table.fields[$0].meaning) } ?? .null
  }
}
