import Bytes
import FeatureData
import Geometry
import Packages

/// Checks whether the coordinates of a layer can be in its spatial reference.
struct CoordinateChecks {
  let table: PlannedTable
  let field: GeometryField
  let survey: Survey

  var findings: [Finding] {
    let reference = field.spatialReference
    if let unconvertible { return [unconvertible] }
    // Until rows are made, nobody knows whether single rows are wrong or all of them.
    guard let outliers = survey.outliers else { return [] }
    guard outliers.count > 0 else { return findings(of: survey.envelope) }
    if outliers.areFew(of: total) { return [few(outliers)] + findings(of: survey.envelope) }
    let all = survey.envelope.union(outliers.envelope)
    return CoordinatePlausibility(all, in: reference) == .swapped
      ? [swapped(all)] : [contradicted(all)]
  }

  /// What stands in the way of areas and pages; nil if nothing does.
  private var unconvertible: Finding? {
    let reference = field.spatialReference
    let reason: String
    do throws(GeometryError) {
      _ = try CoordinateTransform(from: reference, to: .wgs84)
      return nil
    } catch .unknownSpatialReference {
      reason = "Fieldpack doesn't know the spatial reference \(reference.name)."
    } catch {
      reason = "Fieldpack can't convert \(reference.name) to WGS 84: \(error)."
    }
    return Finding(
      .crsUnsupported, .warning, subject: table.title,
      reason + " It packs the coordinates unchanged. The package has no pages.",
      fix: "Check the code. You can't use an area with this layer, or publish it.")
  }

  /// The number of rows with a shape.
  private var total: Int { survey.geometryCounts.values.reduce(0, +) }

  /// What a box shows whose parts are all possible.
  private func findings(of box: Envelope) -> [Finding] {
    guard !box.isEmpty else { return [] }
    return switch CoordinatePlausibility(box, in: field.spatialReference) {
    case .plausible: []
    case .swapped: [swapped(box)]
    case .degreesInProjected, .metersInGeographic, .outsideAreaOfUse: [contradicted(box)]
    }
  }

  private func swapped(_ box: Envelope) -> Finding {
    Finding(
      .crsAxesSwapped, subject: table.title,
      "The coordinates fit \(field.spatialReference.name) only if x and y are swapped.",
      samples: [Self.text(of: box)])
  }

  private func contradicted(_ box: Envelope) -> Finding {
    let name = field.spatialReference.name
    guard let outliers = survey.outliers, outliers.count > 0, outliers.count < total else {
      return Finding(
        .crsContradicted, subject: table.title,
        "The coordinates are out of range for \(name).", samples: [Self.text(of: box)])
    }
    return Finding(
      .crsContradicted, subject: table.title,
      "The coordinates of \(shareText(outliers)) are out of range for \(name).",
      count: outliers.count, samples: Self.samples(outliers),
      fix: "Correct them, or bind the file in bindings.json with the \"spatialReference\" of its "
        + "coordinates.")
  }

  private func few(_ outliers: CoordinateOutliers) -> Finding {
    Finding(
      .coordinatesOutOfRange, subject: table.title,
      "The coordinates of \(shareText(outliers)) are out of range for "
        + "\(field.spatialReference.name). "
        + (table.dropsOutliers
          ? "The \(outliers.count == 1 ? "record is" : "records are") packed without geometry."
          : "They stay as they are."),
      count: outliers.count, samples: Self.samples(outliers))
  }

  /// `1 of 4,913 features`.
  private func shareText(_ outliers: CoordinateOutliers) -> String {
    "\(NumberText.grouped(outliers.count)) of "
      + NumberText.plural(total, one: "feature", many: "features")
  }

  private static func samples(_ outliers: CoordinateOutliers) -> [String] {
    outliers.samples.map { "row \($0.row): \(text(of: $0.box))" }
  }

  /// A position, or the sides of a box.
  private static func text(of box: Envelope) -> String {
    box.width == 0 && box.height == 0
      ? "x \(box.minX), y \(box.minY)"
      : "x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY)"
  }
}
