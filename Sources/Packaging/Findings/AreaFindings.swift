import FeatureData
import GeoPackage
import Geometry
import Packages

extension PackagePlan {
  /// An error if the area lies outside all data, which points to wrong coordinates.
  ///
  /// - Parameter accounts: what was packed, by table index.
  func areaFindings(accounts: [Int: TableAccount]) -> [Finding] {
    guard let area else { return [] }
    let layers = tables.indices.filter { tables[$0].schema?.geometry != nil }
    guard !layers.isEmpty, layers.allSatisfy({ (accounts[$0]?.rowCount ?? 0) == 0 }),
      layers.allSatisfy({ !area.mayMeet(tables[$0]) })
    else { return [] }
    let box = area.shape.envelope()
    return [
      Finding(
        .mapAreaOutsideData, subject: "",
        "The area \(area.text) doesn't overlap the data of any layer.",
        samples: [
          "the area: x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY), "
            + area.spatialReference.name
        ] + layers.compactMap { tables[$0].extentText })
    ]
  }
}

extension AreaOfInterest {
  /// Whether the area's box meets the box of a layer's data; true if they cannot be compared.
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
  /// The extent of the layer's data, for a message.
  fileprivate var extentText: String? {
    guard let field = schema?.geometry, let box = survey?.survey.envelope, !box.isEmpty else {
      return nil
    }
    return "\(title): x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY), "
      + field.spatialReference.name
  }
}
