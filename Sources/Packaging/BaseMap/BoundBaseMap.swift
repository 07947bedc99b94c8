import OrderedJSON
import Packages

/// The base map that a bindings document names.
struct BoundBaseMap: Sendable, Equatable {
  /// The files or folders of the tiles below all layers.
  var tiles: [String]
  /// Those of the tiles above all layers.
  var reference: [String]
  /// The features that tiles are drawn from, below all others.
  var drawings: [BoundDrawing]
  /// The denominator of the largest scale that is drawn; nil for the usual one.
  var maxScale: Double?
  /// Whom to thank, whatever these tiles say.
  var attribution: String?

  /// - Parameter resolve: makes a path of a path relative to the document.
  init(json: JSON, path: String, resolve: (String) -> String) throws {
    func files(_ name: String) throws -> [String] {
      guard let member = json[name], !member.isNull else { return [] }
      let names = member.string.map { [$0] } ?? member.array?.compactMap(\.string) ?? []
      guard !names.isEmpty, names.count == member.array?.count ?? 1 else {
        throw PackagingError.bindings(
          path: path, expected: "\"\(name)\" of \"baseMap\", one file of tiles or several")
      }
      return names.map(resolve)
    }
    tiles = try files("tiles")
    reference = try files("reference")
    drawings = try BoundDrawing.all(json: json["draw"], path: path, resolve: resolve)
    if let member = json["maxScale"] {
      guard let scale = member.double, scale >= 1, !drawings.isEmpty else {
        throw PackagingError.bindings(
          path: path, expected: "\"maxScale\" beside \"draw\", a number such as 2000 for 1:2,000")
      }
      maxScale = scale
    }
    attribution = json["attribution"]?.string
    guard namesTiles || attribution != nil else {
      throw PackagingError.bindings(
        path: path,
        expected: "\"tiles\", \"reference\", \"draw\" or \"attribution\" in \"baseMap\"")
    }
  }

  /// Whether it says where the tiles come from.
  var namesTiles: Bool { !tiles.isEmpty || !reference.isEmpty || !drawings.isEmpty }
}
