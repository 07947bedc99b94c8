import OrderedJSON
import Packages
import Tiles

/// The base map of pages, once its scripts are written.
struct WrittenBaseMap: Sendable {
  /// The levels of all layers.
  let levels: [TileSet.Level]
  /// What `meta.js` says about each layer, top first.
  let layers: [JSON]
  /// Whom to thank, as plain text.
  let credits: [String]
  /// What is to be said about tiles.
  let findings: [Finding]

  /// The member `base` of `meta.js`; null without tiles.
  var json: JSON {
    layers.isEmpty
      ? .null : ["credits": .array(credits.map { .string($0) }), "layers": .array(layers)]
  }
}
