import Console
import Tiles

extension TilesError: ExplainedError {
  /// Explains why tiles were refused.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .damaged, .badRow, .badDescription, .cutShort:
      Explanation(
        .tilesDamaged, about: subject, "the tiles are damaged: \(self)", fix: UsualFix.copyAgain)
    case .unsupported:
      Explanation(
        .tilesUnsupported, about: subject, "\(self)",
        fix: "Export the base map as PNG or JPEG tiles in Web Mercator.")
    case .notTiles:
      Explanation(
        .tilesNotRecognized, about: subject, "\(self)",
        fix:
          "Name a .mbtiles, .pmtiles, .tpkx, .tpk or .gpkg file, or a folder of tiles.")
    case .noTiles:
      Explanation(
        .tilesNone, about: subject, "\(self) in the area and the scales",
        fix: "Look at the tiles with `fieldpack tiles`, and choose another area or scale.")
    case .differentSizes:
      Explanation(
        .tilesSizesDiffer, about: subject, "\(self)", fix: "Convert each input alone.")
    case .tooMany:
      Explanation(
        .tilesTooMany, about: subject, "\(self)", fix: "Export a smaller area or fewer levels.")
    }
  }
}
