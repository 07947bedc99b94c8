import Bytes
import Packages
import Publishing
import Tiles

/// The base map of a page about packages: the tiles of all of them together.
struct ReviewBaseMap {
  /// Nil if no package has tiles.
  private(set) var pages: PageBaseMap?
  /// A note for the page if tiles can't be read; nil if they can. The page is about the records, so
  /// it is made without them.
  private(set) var note: String?

  /// The most bytes of images. Crews work in a part of a city.
  private static let budget = 50_000_000

  init(of packages: [OpenPackage]) throws {
    do {
      var sources: [Bool: [TileSource]] = [:]
      for package in packages {
        for layer in try package.baseMap() {
          sources[layer.isReference, default: []] += layer.tiles.sources
        }
      }
      pages = PageBaseMap(
        try [true, false].compactMap { isReference in
          guard let tiles = sources[isReference] else { return nil }
          return (try TileSet(tiles), isReference)
        }, budget: Self.budget)
    } catch {
      guard !error.isFaultOfTheMachine else { throw error }
      note = "The page has no base map, because the tiles of a package can\u{2019}t be read."
    }
  }
}
