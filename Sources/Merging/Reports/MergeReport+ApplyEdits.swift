// edits.json: what the merge changes in the current data, as the body that a feature service's
// applyEdits takes with useGlobalIds=true, for offices whose data lives in a service:
//
//   [{"id": layer, "adds": [feature], "updates": [feature], "deletes": [GlobalID],
//     "attachments": {"adds": [{globalId, parentGlobalId, contentType, name, file, …}],
//                     "updates": [the same], "deletes": [GlobalID]}}]
//
// A feature of `updates` holds its GlobalID and what changed. Who edited a record and when is the
// service's to say: the fields of editor tracking are left out. `file` is the path of a photo's
// bytes beside the document, as `fieldpack edit` reads it; a photo that did not come is in no list.
// One that the current data had waited for is in `updates`.

import Bytes
package import FeatureData
import Geometry
import MapModel
package import OrderedJSON

/// The bytes of a photo or file, beside `edits.json`.
package struct EditsFile: Sendable {
  /// Its path from there.
  package var path: String
  /// The row of the current data that has waited for it; nil for one whose row changes.
  package var awaited: MergeRow?

  /// A file.
  package init(path: String, awaited: MergeRow? = nil) {
    self.path = path
    self.awaited = awaited
  }
}

extension MergeReport {
  /// The changes as applyEdits takes them, by table in the order of the store.
  ///
  /// - Parameter files: the bytes of photos, by the place of their table and their identity.
  package func applyEdits(files: [Int: [GlobalID: EditsFile]]) -> JSON {
    var layers: [JSON] = []
    for (place, table) in schema.tables.enumerated() where !table.isAttachments {
      let rows = changed(place)
      let photos = schema.links.filter {
        $0.origin == place && schema.tables[$0.destination].isAttachments
      }.map(\.destination)
      var attachments = Attachments()
      for media in photos { attachments.append(self.attachments(of: media, files[media] ?? [:])) }
      guard !rows.isEmpty || !attachments.isEmpty else { continue }
      var layer = JSONObject()
      layer.append("id", table.layer?.definition.id.map { .number($0) } ?? .string(table.name))
      layer.append("adds", features(rows, .insert, of: table))
      layer.append("updates", features(rows, .update, of: table))
      layer.append("deletes", deletes(rows))
      if !attachments.isEmpty { layer.append("attachments", attachments.json) }
      layers.append(.object(layer))
    }
    return .array(layers)
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

  /// What becomes of the photos and files of a layer.
  private struct Attachments {
    var adds: [JSON] = []
    var updates: [JSON] = []
    var deletes: [JSON] = []

    var isEmpty: Bool { adds.isEmpty && updates.isEmpty && deletes.isEmpty }

    mutating func append(_ other: Attachments) {
      adds += other.adds
      updates += other.updates
      deletes += other.deletes
    }

    var json: JSON {
      ["adds": .array(adds), "updates": .array(updates), "deletes": .array(deletes)]
    }
  }

  private func attachments(of media: Int, _ files: [GlobalID: EditsFile]) -> Attachments {
    var attachments = Attachments()
    var awaited = files
    for change in changed(media) {
      guard let row = change.after else {
        attachments.deletes.append(.string(change.id.text))
        continue
      }
      guard let file = awaited.removeValue(forKey: change.id) else { continue }
      let json = attachment(change.id, row, file.path, of: schema.tables[media])
      if change.before == nil {
        attachments.adds.append(json)
      } else {
        attachments.updates.append(json)
      }
    }
    for (id, file) in awaited.sorted(by: { $0.key < $1.key }) {
      guard let row = file.awaited else { continue }
      attachments.updates.append(attachment(id, row, file.path, of: schema.tables[media]))
    }
    return attachments
  }

  /// Nil for an update of nothing but who edited the record and when.
  private func feature(_ change: RowChange, of table: MergeTable) -> JSON? {
    var attributes = JSONObject()
    var geometry: JSON?
    var isEdited = change.action == .insert
    for (place, field) in table.fields.enumerated() {
      guard let value = change.after?.values[place] else { continue }
      let isChanged = change.before.map { !field.meaning.isSame($0.values[place], value) } ?? true
      switch field.role {
      case .globalID: attributes.append(field.name, .string(change.id.text))
      case .objectID, .content, .creator, .creationDate, .editor, .editDate: continue
      case .geometry:
        guard isChanged else { continue }
        geometry = esriGeometry(value)
        isEdited = true
      // Without a GlobalID the service finds a record by its key.
      case .key: attributes.append(field.name, attribute(value, field.meaning))
      case .attribute:
        guard isChanged else { continue }
        attributes.append(field.name, attribute(value, field.meaning))
        isEdited = true
      }
    }
    guard isEdited else { return nil }
    var feature = JSONObject()
    feature.append("attributes", .object(attributes))
    if let geometry { feature.append("geometry", geometry) }
    return .object(feature)
  }

  /// Dates are milliseconds since 1970 UTC in Esri JSON.
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
    _ id: GlobalID, _ row: MergeRow, _ file: String, of table: MergeTable
  ) -> JSON {
    func value(_ name: String) -> JSON {
      table.place(named: name).map { row.values[$0].json(table.fields[$0].meaning) } ?? .null
    }
    return [
      "globalId": .string(id.text), "parentGlobalId": value("parent_globalid"),
      "contentType": value("content_type"), "name": value("name"), "size": value("size"),
      "sha256": value("sha256"), "file": .string(file), "keywords": value("keywords"),
    ]
  }
}
