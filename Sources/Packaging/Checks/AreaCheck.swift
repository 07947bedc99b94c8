import FeatureData
import GeoPackage
import Geometry
import Packages

/// Finds out if an area lies outside all data, which points to wrong coordinates.
struct AreaCheck {
  let area: AreaOfInterest
  let tables: [PlannedTable]

  /// An error if no layer has data in the area.
  ///
  /// - Parameter rowCounts: the number of packed records by table.
  func findings(rowCounts: [Int]) -> [Finding] {
    let layers = tables.indices.filter { tables[$0].schema?.geometry != nil }
    guard !layers.isEmpty, layers.allSatisfy({ rowCounts[$0] == 0 }),
      layers.allSatisfy({ !mayMeet(tables[$0]) })
    else { return [] }
    let box = area.shape.envelope()
    return [
      Finding(
        .mapAreaOutsideData, subject: "",
        "The area \(area.text) doesn't overlap the data of any layer.",
        samples: [
          "the area: x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY), "
            + area.spatialReference.name
        ] + layers.compactMap { Self.extentText(of: tables[$0]) })
    ]
  }

  /// Whether the area's box meets the box of a layer's data; true if they cannot be compared.
  private func mayMeet(_ table: PlannedTable) -> Bool {
    guard let field = table.schema?.geometry, let survey = table.survey?.survey else {
      return false
    }
    guard !survey.envelope.isEmpty else { return false }
    let box = try? CoordinateTransform(
      from: field.spatialReference, to: area.spatialReference
    ).envelope(of: survey.envelope)
    return box.map { $0.intersects(area.shape.envelope()) } ?? true
  }

  /// The extent of the layer's data, for a message.
  private static func extentText(of table: PlannedTable) -> String? {
    guard let field = table.schema?.geometry, let box = table.survey?.survey.envelope, !box.isEmpty
    else { return nil }
    return "\(table.title): x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY), "
      + field.spatialReference.name
  }
}
