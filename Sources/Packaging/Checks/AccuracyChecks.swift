import Bytes
import FeatureData
import Geometry
import Packages

/// Tells how far positions may be off where layers are converted to WGS 84.
enum AccuracyChecks {
  /// Returns a finding for each spatial reference, with the layers that have it.
  static func findings(for tables: [PlannedTable]) -> [Finding] {
    var groups: [(reference: SpatialReference, accuracy: DatumAccuracy, titles: [String])] = []
    for table in tables {
      guard let reference = table.schema?.geometry?.spatialReference,
        let accuracy = accuracy(of: reference, in: table.survey?.survey.envelope ?? .empty)
      else { continue }
      if let index = groups.firstIndex(where: { $0.reference.isSame(as: reference) }) {
        groups[index].accuracy = worse(groups[index].accuracy, accuracy)
        groups[index].titles.append(table.title)
      } else {
        groups.append((reference, accuracy, [table.title]))
      }
    }
    return groups.map { finding($0.reference, accuracy: $0.accuracy, titles: $0.titles) }
  }

  private static func accuracy(of reference: SpatialReference, in box: Envelope) -> DatumAccuracy? {
    guard let system = reference.system,
      let transform = try? CoordinateTransform(from: reference, to: .wgs84)
    else { return nil }
    let degrees = box.isEmpty ? .empty : (try? transform.envelope(of: box)) ?? .empty
    return system.geographic.accuracy(in: degrees)
  }

  private static func worse(_ a: DatumAccuracy, _ b: DatumAccuracy) -> DatumAccuracy {
    guard case .meters(let a) = a, case .meters(let b) = b else { return .unknown }
    return .meters(max(a, b))
  }

  private static func finding(
    _ reference: SpatialReference, accuracy: DatumAccuracy, titles: [String]
  ) -> Finding {
    let isShifted = reference.system?.geographic.shift != nil
    let quality =
      switch accuracy {
      case .meters(let meters):
        "accurate to "
          + NumberText.plural(Int(meters.rounded(.up)), one: "meter", many: "meters")
      case .unknown: "of unknown accuracy"
      }
    let way =
      isShifted
      ? "is converted to WGS 84 by formulas that are \(quality)"
      : "is taken as WGS 84, which is \(quality)"
    return Finding(
      .crsAccuracy, subject: titles.count == 1 ? titles[0] : "",
      "\(reference.name) \(way). Pages and GeoJSON may be off by that; stores keep the coordinates "
        + "as they are.", samples: titles.count == 1 ? [] : titles,
      fix: isShifted
        ? "If your agency has an NTv2 grid, name its folder with --grids."
        : "You can ignore this for maps and lists.")
  }
}
