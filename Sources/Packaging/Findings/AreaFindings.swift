import FeatureData
import GeoPackage
import Geometry

extension PackagePlan {
  /// What the rows say of the area: one that lies outside all data is a slip.
  ///
  /// - Parameter accounts: by table, what was packed.
  func areaFindings(accounts: [Int: TableAccount]) -> [Finding] {
    guard let area else { return [] }
    let layers = tables.indices.filter { tables[$0].schema?.geometry != nil }
    guard !layers.isEmpty, layers.allSatisfy({ (accounts[$0]?.rowCount ?? 0) == 0 }),
      layers.allSatisfy({ !area.mayMeet(tables[$0]) })
    else { return [] }
    let box = area.shape.envelope()
    return [
      Finding(
        .extentOutsideData, subject: "",
        "The area \(area.text) lies outside all data of the map.",
        samples: [
          "the area: x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY), "
            + area.spatialReference.name
        ] + layers.compactMap { tables[$0].extentText })
    ]
  }
}

extension AreaOfInterest {
  /// Whether the area's box meets the box of a layer's data. What cannot be told counts as met.
  fileprivate func mayMeet(_ table: PlannedTable) -> Bool {
    guard let field = table.schema?.geometry, let survey = table.survey?.survey else {
      return false
    }
    guard !survey.envelope.isEmpty else { return false }
    let box = try? CoordinateTransform(from: field.spatialReference, to: spatialReference)
      .envelope(of: survey.envelope)
    return box.map { $0.intersects(shape.envelope()) } ?? true
  }
}

extension PlannedTable {
  /// Where the layer's data lies, for a message.
  fileprivate var extentText: String? {
    guard let field = schema?.geometry, let box = survey?.survey.envelope, !box.isEmpty else {
      return nil
    }
    return "\(title): x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY), "
      + field.spatialReference.name
  }
}
