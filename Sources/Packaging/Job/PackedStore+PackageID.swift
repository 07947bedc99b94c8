import Bytes
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Packages

extension PackedStore where Output: ~Copyable {
  /// A digest of the map, its table definitions, the options, the records and all attachments.
  /// Anything that changes the store also changes it, except for the time of the build. So it tells
  /// whether a package is up to date.
  func contentDigest(
    of build: PackageBuild, attachments: [PackedAttachments], baseMap: PlannedBaseMap?
  ) throws -> String {
    var whole = SHA256()
    for text in [
      ManifestFormat.name, plan.mapDigest, plan.title, plan.area?.digest ?? "",
      build.attachmentStorage.rawValue, build.stores.programs.joined(separator: ","),
      build.request.project.rawValue,
      "\(plan.scale.minimum):\(plan.scale.maximum)", plan.storedMap.text,
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
      whole.update(text: table.selection ?? "")
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
    if let digest = try baseMap?.digest() { whole.update(digest.span) }
    for rows in fingerprints { whole.update(rows.bytes.span) }
    return SHA256.hex(whole.finish())
  }

  /// The package's ID, made of its content and the time of the build.
  func packageID(ofContent digest: String) -> String {
    var whole = SHA256()
    whole.update(text: digest)
    whole.update(text: "\(now)")
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
