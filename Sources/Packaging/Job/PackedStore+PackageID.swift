import Bytes
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Packages

extension PackedStore where Output: ~Copyable {
  /// The package's ID: a digest of the map, its table definitions, the options, the fingerprints of
  /// the records, and all attachments. Anything that changes the store also changes the ID.
  func packageID(of build: PackageBuild, attachments: [PackedAttachments]) -> String {
    var whole = SHA256()
    for text in [
      ManifestFormat.name, plan.mapDigest, plan.title, plan.area?.digest ?? "",
      build.attachmentStorage.rawValue, build.stores.programs.joined(separator: ","),
      build.request.project.rawValue,
      "\(plan.scale.minimum):\(plan.scale.maximum)", "\(build.request.now)", plan.storedMap.text,
    ] {
      whole.update(text: text)
    }
    if let area = plan.area {
      // Two files with the same name can hold different areas.
      var shape: [UInt8] = []
      area.shape.appendWKB(to: &shape)
      whole.update(shape.span)
    }
    for table in plan.tables {
      whole.update(text: table.name)
      // Domains, aliases and rights come from the service's definition, not from the records.
      let definition = JSONWriter.write(.object(table.layer.definition.source))
      whole.update(text: "\(table.isEditable) \(definition.count)")
      whole.update(definition.span)
    }
    for relationship in plan.relationships {
      whole.update(text: relationship.name)
      whole.update(
        text: "\(relationship.origin) \(relationship.originColumn) \(relationship.destination) "
          + "\(relationship.destinationColumn) \(relationship.cardinality.rawValue) "
          + "\(relationship.isComposite)")
    }
    for group in attachments {
      for item in group.items {
        let row = item.row
        for text in [group.storeTable.name, row.globalID, row.name, row.sha256] {
          whole.update(text: text)
        }
      }
    }
    let rows = fingerprints
    whole.update(rows.span)
    return String(SHA256.hex(whole.finish()).prefix(32))
  }
}

extension SHA256 {
  /// Adds a text and a NUL, which no text contains.
  fileprivate mutating func update(text: String) {
    update(Array(text.utf8).span)
    update([0].span)
  }
}
