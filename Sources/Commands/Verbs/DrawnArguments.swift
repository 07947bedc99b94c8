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
  private let style: TileStyle

  /// - Parameter style: the value of `--style`.
  /// - Throws: `ConsoleError.badValue` for features whose name doesn't tell what they are.
  init(_ inputs: [String], style: String?) throws(ConsoleError) {
    var (files, others): ([DrawnFile], [String]) = ([], [])
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
      files.append(file)
    }
    (self.files, self.others) = (files, others)
    self.style = style == "dark" ? .dark : .light
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
    var shapes = DrawnShapes()
    for file in files { findings += try await file.read(into: &shapes) { bar.show($0) } }
    let levels = DrawnTiles.levels(fromScale: scale?.minimum, to: scale?.maximum ?? 0)
    return try await DrawnTiles(shapes, style: style, levels: levels, area: area).source(
      path: paths.joined(separator: ", "), scratchIn: ScratchFolder.path
    ) { done in
      bar.show(JobProgress(phase: "Drawing", subject: "tiles", done: done, total: 0, unit: .tiles))
    }
  }
}
