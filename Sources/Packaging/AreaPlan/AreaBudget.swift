import Bytes
package import Packages

/// How large a package may be, and what makes one larger.
package struct AreaBudget: Sendable {
  /// In bytes.
  package var limit: Int

  package init(limit: Int) { self.limit = limit }

  /// A finding for each package that is too large: which layer costs most, and what remedies save.
  package func findings(_ plan: AreaPlan) -> [Finding] {
    plan.entries.filter { $0.estimate.bytes > limit }.map { entry in
      let estimate = entry.estimate
      let costs = estimate.layers.map { (title: $0.title, bytes: Self.cost(of: $0, in: estimate)) }
      let largest = costs.max { $0.bytes < $1.bytes }
      return Finding(
        .areaOverBudget, subject: entry.area.name,
        "The package would have \(NumberText.bytes(estimate.bytes)), which is "
          + "\(NumberText.bytes(estimate.bytes - limit)) more than it may have. "
          + "\(largest?.title ?? "") costs most: \(NumberText.bytes(largest?.bytes ?? 0)).",
        samples: remedies(estimate, largest).map {
          "\($0.remedy) saves \(NumberText.bytes($0.bytes))"
        })
    }
  }

  /// What a layer costs in all parts of the package.
  private static func cost(of layer: PackageEstimate.Layer, in estimate: PackageEstimate) -> Int {
    let all = max(1, estimate.layers.reduce(0) { $0 + $1.bytes })
    let parts = estimate.parts
    let records =
      parts.geoPackage + parts.geodatabase + parts.base + parts.pages - inStore(estimate)
    return Int(Double(max(0, records)) * Double(layer.bytes) / Double(all))
      + attachmentCost(estimate, of: layer.attachmentBytes)
  }

  /// What attachments cost: beside the GeoPackage, and once more in the geodatabase.
  private static func attachmentCost(_ estimate: PackageEstimate, of bytes: Int) -> Int {
    guard estimate.attachmentBytes > 0 else { return 0 }
    let all = estimate.parts.attachments + inStore(estimate)
    return Int(Double(all) * Double(bytes) / Double(estimate.attachmentBytes))
  }

  /// The bytes of attachments in the geodatabase.
  private static func inStore(_ estimate: PackageEstimate) -> Int {
    estimate.parts.geodatabase > estimate.attachmentBytes ? estimate.attachmentBytes : 0
  }

  /// What can be left out, and what that saves, the most first.
  private func remedies(
    _ estimate: PackageEstimate, _ largest: (title: String, bytes: Int)?
  ) -> [(remedy: String, bytes: Int)] {
    let parts = estimate.parts
    var remedies: [(remedy: String, bytes: Int)] = []
    if let largest { remedies.append(("--without \"\(largest.title)\"", largest.bytes)) }
    if parts.geoPackage > 0, parts.geodatabase > 0 {
      remedies.append(("--for qgis", parts.geodatabase))
      remedies.append(("--for arcgis", parts.geoPackage + parts.base + parts.attachments))
    }
    if parts.tiles > 0 { remedies.append(("--base-map-once", parts.tiles)) }
    if parts.pages > 0 { remedies.append(("--review never", parts.pages)) }
    return remedies.sorted { $0.bytes > $1.bytes }
  }
}
