import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Packages

/// `fieldpack.json`: the package's content, its sources and its findings.
struct Manifest: Sendable {
  var packageID: String
  var created: Int64
  var plan: PackagePlan
  var tables: [PackedTable]
  var sources: [ManifestSource]
  var extent: Envelope
  var attachmentStorage: AttachmentStorage
  var stores: Set<PackageStore>
  /// The layer numbers in the geodatabase by table name; empty without a geodatabase.
  var layerIDs: [String: Int]
  var members: [ManifestMember]
  var findings: [Finding]

  func encoded() -> [UInt8] {
    var root = JSONObject()
    root.append("format", .string(ManifestFormat.name))
    root.append("packageId", .string(packageID))
    root.append("created", .string(ManifestFormat.time(created)))
    root.append("tool", ["name": "fieldpack", "version": .string(ToolVersion.text)])
    root.append("map", ["title": .string(plan.title), "sha256": .string(plan.mapDigest)])
    root.append("area", area)
    // Only where there are any, so that manifests without them stay as they are.
    let filters = plan.tables.compactMap { table in table.selection.map { (table.title, $0) } }
    if !filters.isEmpty {
      root.append(
        "where",
        .array(filters.map { ["layer": .string($0), "expression": .string($1)] }))
    }
    let minted = plan.tables.compactMap(\.minted)
    if !minted.isEmpty { root.append("minted", .array(minted.map(\.json))) }
    root.append(
      "scale",
      ["minimum": .number(plan.scale.minimum), "maximum": .number(plan.scale.maximum)])
    root.append("extent", Self.box(extent))
    root.append("photos", .string(attachmentStorage.rawValue))
    root.append("for", .array(stores.programs.map { .string($0) }))
    if let baseMap = plan.baseMap, !baseMap.stores.isEmpty {
      root.append("baseMap", .array(baseMap.json))
    }
    root.append("layers", .array(tables.map(table)))
    root.append("leftOut", .array(plan.leftOut.map(leftOut)))
    root.append("relationships", .array(plan.relationships.map(relationship)))
    root.append("sources", .array(sources.map(source)))
    root.append("members", .array(members.map(\.json)))
    root.append("findings", .array(findings.map(\.json)))
    root.append("credits", .array(plan.credits.map { .string($0) }))
    return JSONWriter.write(.object(root), style: .pretty)
  }

  private var area: JSON {
    guard let area = plan.area else { return .null }
    return [
      "text": .string(area.text),
      "spatialReference": area.spatialReference.wkid.map { .number($0) } ?? .null,
      "geometry": area.shape.geoJSON,
    ]
  }

  private static func box(_ box: Envelope) -> JSON {
    guard !box.isEmpty else { return .null }
    return .array([
      .number(box.minX), .number(box.minY), .number(box.maxX), .number(box.maxY),
    ])
  }

  private func table(_ table: PackedTable) -> JSON {
    [
      "title": .string(table.title), "table": .string(table.name),
      "status": .string(table.isEditable ? "packed" : "packed read-only"),
      "rows": .number(table.rowCount), "sourceRows": .number(table.sourceRowCount),
      "attachments": .number(table.attachmentCount),
      "geometryType": table.geometryType.map { .string($0) } ?? .null,
      "spatialReference": table.srsID.map { .number(Int($0)) } ?? .null,
      "itemId": layerIDs[table.name].map { .number($0) } ?? .null,
    ]
  }

  private func leftOut(_ layer: LeftOutLayer) -> JSON {
    ["title": .string(layer.title), "reason": .string(layer.reason)]
  }

  private func relationship(_ relationship: TableRelationship) -> JSON {
    let origin = plan.tables[relationship.origin]
    let destination = plan.tables[relationship.destination]
    return [
      "name": .string(relationship.name), "origin": .string(origin.name),
      "originKey": .string(origin.keyName(relationship.originColumn)),
      "destination": .string(destination.name),
      "destinationKey": .string(destination.keyName(relationship.destinationColumn)),
      "cardinality": .string(relationship.cardinality == .oneToOne ? "1:1" : "1:M"),
      "composite": .bool(relationship.isComposite),
    ]
  }

  private func source(_ source: ManifestSource) -> JSON {
    [
      "layer": .string(source.layer), "name": .string(source.name),
      "size": .number(source.size), "sha256": .string(source.sha256),
    ]
  }
}

extension Geometry {
  /// The geometry as a GeoJSON value.
  var geoJSON: JSON {
    var text: [UInt8] = []
    appendGeoJSON(to: &text)
    return (try? JSONParser.parse(text)) ?? .null
  }
}
