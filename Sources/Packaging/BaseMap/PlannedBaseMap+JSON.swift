package import OrderedJSON
import Packages
import Tiles

extension PlannedBaseMap {
  /// Its files, for the manifest.
  var json: [JSON] {
    PackageStore.allCases.flatMap { store in
      files(for: store).map { ManifestFormat.baseMap($0, for: store) }
    }
  }

  /// Its layers, for programs.
  package var layersJSON: JSON {
    .array(
      layers.map { layer in
        var members: JSONObject = [
          "title": .string(layer.title), "reference": .bool(layer.isReference),
          "tileSize": .number(layer.tiles.tileSize),
          "levels": .array(layer.tiles.levels.map { layer.json(of: $0) }),
          "leftOut": .array(layer.dropped.map { layer.json(of: $0) }),
        ]
        if let attribution = layer.tiles.credits.attribution {
          members.append("attribution", .string(attribution))
        }
        return .object(members)
      })
  }
}

extension PlannedBaseMap.Layer {
  fileprivate func json(of level: TileSet.Level) -> JSON {
    [
      "level": .number(level.level),
      "scale": .number(TileGrid.scale(ofLevel: level.level, tileSize: tiles.tileSize)),
      "tiles": .number(level.count), "bytes": .number(level.bytes),
    ]
  }
}
