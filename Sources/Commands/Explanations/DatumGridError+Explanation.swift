import Geometry

extension DatumGridError: ExplainedError {
  /// Explains why grids of datum shifts can't be used.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .damaged(let path, let offset, let expected):
      Explanation(
        .crsGridDamaged, about: path, "byte \(offset): expected \(expected)",
        fix: ErrorCode.crsGridDamaged.generalFix)
    case .unknownDatum(let path, let name):
      Explanation(
        .crsGridUnusable, about: path, "it starts from \(name), a datum that isn't known",
        fix: ErrorCode.crsGridUnusable.generalFix)
    case .targetApart(let path, let name):
      Explanation(
        .crsGridUnusable, about: path, "it leads to \(name), which is not close to WGS 84",
        fix: "Use the grid of your agency that leads to ETRS89, NAD83 or WGS 84.")
    case .noGrids(let folder):
      Explanation(
        .crsGridsMissing, about: folder, "the folder has no files ending in .gsb",
        fix: ErrorCode.crsGridsMissing.generalFix)
    }
  }
}
