import Console
import Geometry

extension Explanation {
  /// Why a geometry or a spatial reference was refused.
  init(_ error: GeometryError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .json(let error): self.init(error, context)
    case .truncated, .countTooLarge, .unexpected, .trailingBytes:
      self.init(
        "GEOM001", .inputRefused, subject, "a geometry is damaged: \(error)",
        fix: Self.copyAgain)
    case .unsupportedKind:
      self.init(
        "GEOM002", .inputRefused, subject, "\(error)",
        fix: "Make points, lines or polygons of them; curves as lines with many vertices.")
    case .notFinite:
      self.init(
        "GEOM003", .inputRefused, subject, "\(error)",
        fix: "Correct the geometry in the office's data.")
    case .badJSON:
      self.init(
        "GEOM004", .inputRefused, subject, "a geometry is not as its format says: \(error)",
        fix: "Correct the geometry, or export the layer again.")
    case .tooDeep:
      self.init(
        "GEOM005", .inputRefused, subject, "a geometry is damaged: \(error)",
        fix: "Export the layer again.")
    case .badWKT, .unknownSpatialReference:
      self.init(
        "CRS001", .inputRefused, subject, "\(error)",
        fix: "Bind the file with \"spatialReference\": an EPSG code.")
    case .unsupportedProjection, .datumShiftNeeded:
      self.init(
        "CRS002", .inputRefused, subject, "\(error)",
        fix: "Project the data to WGS 84 (EPSG 4326) first.")
    case .outsideProjection:
      self.init(
        "CRS003", .inputRefused, subject, "\(error)",
        fix: "Check what the coordinates are in, and their order.")
    }
  }
}
