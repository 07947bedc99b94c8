// edits.json: what the merge changes in the current data, as the body that a feature service's
// applyEdits takes with useGlobalIds=true, for offices whose data lives in a service:
//
//   [{"id": layer, "adds": [feature], "updates": [feature], "deletes": [GlobalID],
//     "attachments": {"adds": [{globalId, parentGlobalId, contentType, name, …}],
//                     "updates": [the same], "deletes": [GlobalID]}}]
//
// A feature of `updates` holds its GlobalID and what changed. Who edited a record and when is the
// service's to say: the fields of editor tracking are left out. Photos are named by `sha256` and
// `path`, in the result; whoever sends them adds their bytes.

import Bytes
import FeatureData
import Geometry
import MapModel
package import OrderedJSON

extension MergeReport {
  /// The changes as applyEdits takes them, by table in the order of the store.
  package var applyEdits: JSON {
    var layers: [JSON] = []
    for (place, table) in schema.tables.enumerated() where !table.isAttachments {
      let rows = changed(place)
      let photos = schema.links.filter {
        $0.origin == place && schema.tables[$0.destination].isAttachments
      }.map(\.destination)
      let files = photos.flatMap { media in changed(media).map { (media, $0) } }
      guard !rows.isEmpty || !files.isEmpty else { continue }
      var layer = JSONObject()
      layer.append("id", table.layer?.definition.id.map { .number($0) } ?? .string(table.name))
      layer.append("adds", features(rows, .insert, of: table))
      layer.append("updates", features(rows, .update, of: table))
      layer.append("deletes", deletes(rows))
      if !files.isEmpty {
        layer.append(
          "attachments",
          [
            "adds": attachments(files, .insert), "updates": attachments(files, .update),
            "deletes": deletes(files.map(\.1)),
          ])
      }
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

  private func attachments(
    _ files: [(table: Int, change: RowChange)], _ action: RowChange.Action
  ) -> JSON {
    .array(
      files.filter { $0.change.action == action }.compactMap {
        attachment($0.change, of: schema.tables[$0.table])
      })
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

  private func attachment(_ change: RowChange, of table: MergeTable) -> JSON? {
    guard let row = change.after else { return nil }
    func value(_ name: String) -> JSON {
      table.place(named: name).map { row.values[$0].json(table.fields[$0].meaning) } ?? .null
    }
    return [
      "globalId": .string(change.id.text), "parentGlobalId": value("parent_globalid"),
      "contentType": value("content_type"), "name": value("name"), "size": value("size"),
      "sha256": value("sha256"), "path": value("path"), "keywords": value("keywords"),
    ]
  }
}
