import Bytes
import Console
import MapModel
import Packages
import Packaging
import Tiles

/// The inputs of `tiles` that are features to draw.
struct DrawnArguments {
  private let files: [DrawnFile]
  /// The inputs that are tiles.
  let others: [String]
  /// How many of them come before the first one to draw.
  let place: Int
  private let style: TileStyle

  /// - Parameter style: the value of `--style`.
  /// - Throws: `ConsoleError.badValue` for features whose name doesn't tell what they are.
  init(_ inputs: [String], style: String?) throws(ConsoleError) {
    var (files, others, place): ([DrawnFile], [String], Int) = ([], [], 0)
    for input in inputs {
      guard let file = DrawnFile(input) else {
        others.append(input)
        continue
      }
      guard file.kind != nil else {
        throw .badValue(
          option: "TILES", value: input,
          expected: "a name that says what the features are, or KIND:FILE, such as street:"
            + LocalPath.lastPart(input))
      }
      if files.isEmpty { place = others.count }
      files.append(file)
    }
    (self.files, self.others, self.place) = (files, others, place)
    self.style = TileStyle(style.flatMap(TileTheme.init) ?? .light)
  }

  /// The files of features.
  var paths: [String] { files.map(\.path) }

  /// Draws the features; nil if there are none.
  ///
  /// - Parameter findings: receives what is to be said about the files.
  func source(
    area: TileCoverage?, scale: ScaleRange?, findings: inout [Finding], _ bar: JobProgressBar
  ) async throws -> TileSource? {
    guard !files.isEmpty else { return nil }
    return try await DrawnFile.tiles(
      of: files, style: style,
      levels: DrawnTiles.levels(fromScale: scale?.minimum, to: scale?.maximum ?? 0), area: area,
      findings: &findings
    ) { bar.show($0) }
  }
}
