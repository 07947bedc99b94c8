import Console
import Geometry

extension GeometryError: ExplainedError {
  /// Explains why a geometry or a spatial reference was refused.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .json(let error): error.explanation(context)
    case .truncated, .countTooLarge, .unexpected, .trailingBytes, .tooDeep:
      Explanation(
        .geometryDamaged, about: subject, "a geometry is damaged: \(self)", fix: UsualFix.copyAgain)
    case .unsupportedKind, .curve, .mixedCollection:
      Explanation(
        .geometryTypeUnsupported, about: subject, "\(self)",
        fix: "Convert it to points, lines or polygons. Convert curves to lines with many vertices.")
    case .notFinite:
      Explanation(
        .geometryNotFinite, about: subject, "\(self)",
        fix: "Correct the geometry in the office data.")
    case .badJSON:
      Explanation(
        .geometryInvalid, about: subject, "a geometry breaks the rules of its format: \(self)",
        fix: "Correct the geometry, or export the layer again.")
    case .badWKT, .unknownSpatialReference:
      Explanation(
        .crsUnsupported, about: subject, "\(self)",
        fix: "Bind the file with \"spatialReference\": an EPSG code.")
    case .unsupportedProjection, .datumShiftNeeded:
      Explanation(
        .crsUnsupported, about: subject, "\(self)",
        fix: "Project the data to WGS 84 (EPSG 4326).")
    case .tooManyCrossings:
      Explanation(
        .usageAreaInvalid, about: subject, "\(self)",
        fix: "Take fewer or simpler features, or a shorter distance.")
    case .outsideProjection:
      Explanation(
        .crsContradicted, about: subject, "\(self)",
        fix: "Check the coordinate system and the order of the coordinates.")
    }
  }
}
