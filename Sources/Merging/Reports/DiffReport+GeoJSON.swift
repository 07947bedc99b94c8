// The changes as GeoJSON (RFC 7946, longitude and latitude), one feature for each change:
//
//   geometry     the new geometry, or the old one of a deleted row; null in tables
//   properties   layer, globalid, action, title, fields {name: [old, new]}
//   before       the old geometry, if it changed. This is a foreign member of the feature
//                (RFC 7946 §6.1); programs that don't know it show the new geometry.

import Bytes
import FeatureData
import Geometry
import OrderedJSON

extension DiffReport {
  /// Writes the document piece by piece.
  ///
  /// - Throws: what `write` throws.
  package func writeGeoJSON(_ write: ([UInt8]) throws -> Void) throws {
    var text = [UInt8](literal: "{\"type\":\"FeatureCollection\",\"features\":[\n")
    var isFirst = true
    for changes in diff.tables {
      let words = ChangeText(schema.tables[changes.table])
      for change in changes.rows {
        if !isFirst { text.append(literal: ",\n") }
        isFirst = false
        append(change, of: changes.table, words, to: &text)
        guard text.count >= 1 << 18 else { continue }
        try write(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    text.append(literal: "\n]}\n")
    try write(text)
  }

  private func append(
    _ change: RowChange, of index: Int, _ words: ChangeText, to text: inout [UInt8]
  ) {
    let table = schema.tables[index]
    let geometries = geometries[index]
    var fields = JSONObject()
    for field in change.fields(of: table) {
      let (old, new) = change.values(of: field, table)
      fields.append(table.fields[field].name, [old, new])
    }
    let properties: JSON = [
      "layer": .string(table.title), "globalid": .string(change.id.text),
      "action": .string(change.action.rawValue),
      "title": (change.after ?? change.before).flatMap(words.title).map { .string($0) } ?? .null,
      "fields": .object(fields),
    ]
    text.append(literal: "{\"type\":\"Feature\",\"properties\":")
    text += JSONWriter.write(properties)
    text.append(literal: ",\"geometry\":")
    Self.append(geometries.degrees(change.after ?? change.before), to: &text)
    if change.action == .update, geometries.effect(of: change) != .unchanged {
      text.append(literal: ",\"before\":")
      Self.append(geometries.degrees(change.before), to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  private static func append(_ geometry: Geometry?, to text: inout [UInt8]) {
    if let geometry {
      geometry.appendGeoJSON(to: &text)
    } else {
      text.append(literal: "null")
    }
  }
}
