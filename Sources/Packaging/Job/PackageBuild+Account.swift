import Bytes
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages

// The descriptions of a package: in its store, in its item and in its manifest.
extension PackageBuild {
  /// The store's metadata about its package, so that a crew can return a single `.gpkg`.
  func metadata(_ report: BuildReport) -> [GeoPackageMetadata] {
    var members = JSONObject()
    members.append("format", .string(ManifestFormat.name))
    members.append("packageId", .string(report.packageID))
    members.append("map", .string(report.plan.title))
    members.append("area", report.plan.area.map { .string($0.text) } ?? .null)
    members.append("created", .string(ManifestFormat.time(request.now)))
    let text = JSONWriter.write(.object(members), style: .compact)
    return [
      GeoPackageMetadata(
        standard: ManifestFormat.storeStandard, mimeType: "application/json",
        text: String(decoding: text, as: UTF8.self)),
      report.plan.storedMap,
    ]
  }

  /// - Parameter mobileMap: the map for Esri's apps; nil if there is none.
  func item(_ report: BuildReport, _ mobileMap: MobileMapParts?) -> PackageItem {
    let rows = report.tables.map { "\($0.title): \($0.rowCount)" }.joined(separator: ", ")
    return PackageItem(
      id: report.packageID, title: report.plan.title, summary: rows, tags: ["Fieldpack"],
      credits: report.plan.credits.joined(separator: "; "), extent: report.extent,
      created: request.now, minimumScale: report.plan.scale.minimum,
      maximumScale: report.plan.scale.maximum, mapReference: mobileMap?.referenceName)
  }

  func manifest(
    _ report: BuildReport, _ mobileMap: MobileMapParts?, sources: [ManifestSource],
    members: [ManifestMember]
  ) -> Manifest {
    Manifest(
      packageID: report.packageID, created: request.now, plan: report.plan,
      tables: report.tables, sources: sources, extent: report.extent,
      attachmentStorage: attachmentStorage,
      stores: stores, layerIDs: mobileMap?.plan.layerIDs ?? [:], members: members,
      findings: report.findings)
  }

  /// The files of the package's base map.
  func baseMap(_ report: BuildReport) -> PackedBaseMap {
    PackedBaseMap(report.plan.baseMap, now: request.now)
  }

  /// The package's content for Esri's apps; nil if it should have none.
  func mobileMap(_ report: BuildReport) throws -> MobileMapParts? {
    guard stores.contains(.geodatabase) else { return nil }
    let (map, plan) = try report.plan.geodatabase
    return MobileMapParts(
      map, plan, packageID: report.packageID, created: request.now,
      baseMaps: report.plan.baseMap?.files(for: .geodatabase) ?? [])
  }
}
