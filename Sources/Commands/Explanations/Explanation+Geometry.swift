import Console
import Geometry

extension Explanation {
  /// Explains why a geometry or a spatial reference was refused.
  init(_ error: GeometryError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .json(let error): self.init(error, context)
    case .truncated, .countTooLarge, .unexpected, .trailingBytes, .tooDeep:
      self.init(
        .geometryDamaged, about: subject, "a geometry is damaged: \(error)", fix: Self.copyAgain)
    case .unsupportedKind:
      self.init(
        .geometryTypeUnsupported, about: subject, "\(error)",
        fix: "Convert it to points, lines or polygons. Convert curves to lines with many vertices.")
    case .notFinite:
      self.init(
        .geometryNotFinite, about: subject, "\(error)",
        fix: "Correct the geometry in the office data.")
    case .badJSON:
      self.init(
        .geometryInvalid, about: subject, "a geometry breaks the rules of its format: \(error)",
        fix: "Correct the geometry, or export the layer again.")
    case .badWKT, .unknownSpatialReference:
      self.init(
        .crsUnsupported, about: subject, "\(error)",
        fix: "Bind the file with \"spatialReference\": an EPSG code.")
    case .unsupportedProjection, .datumShiftNeeded:
      self.init(
        .crsUnsupported, about: subject, "\(error)",
        fix: "Project the data to WGS 84 (EPSG 4326).")
    case .outsideProjection:
      self.init(
        .crsContradicted, about: subject, "\(error)",
        fix: "Check the coordinate system and the order of the coordinates.")
    }
  }
}
