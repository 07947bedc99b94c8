import Bytes
import Console
import OrderedJSON
import Packages
import Packaging
import Tiles

/// What `check` and `build` tell about a base map: its levels and their sizes, and what it costs.
struct BaseMapAnswer {
  private let baseMap: PlannedBaseMap
  /// What the parts of the package cost; nil if nothing was written.
  private let parts: PackageParts?

  init(_ baseMap: PlannedBaseMap, parts: PackageParts?) {
    self.baseMap = baseMap
    self.parts = parts
  }

  /// Some lines for each layer of tiles.
  var text: String {
    var lines: [String] = []
    for layer in baseMap.layers {
      let kind = layer.isReference ? "base map above the layers" : "base map"
      lines.append("\(kind): \(PrintableText.of(layer.title))\(place)")
      guard !baseMap.isOnDevices else { continue }
      lines += TileLevels(layer.tiles).lines
      lines += TileLevels.leftOut(layer.dropped).map { "  " + $0 }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The layers, for programs.
  var json: JSON {
    .array(
      baseMap.layers.map { layer in
        let levels = TileLevels(layer.tiles)
        var members: JSONObject = [
          "title": .string(layer.title), "reference": .bool(layer.isReference),
          "tileSize": .number(layer.tiles.tileSize),
          "levels": levels.json(layer.tiles.levels), "leftOut": levels.json(layer.dropped),
        ]
        if let attribution = layer.tiles.credits.attribution {
          members.append("attribution", .string(attribution))
        }
        return .object(members)
      })
  }

  /// Where the tiles are: in one file, in two, or on the devices.
  private var place: String {
    if baseMap.isOnDevices { return ", on the devices" }
    let stores = PackageStore.allCases.filter(baseMap.stores.contains)
    guard !stores.isEmpty else { return "" }
    let programs = "for " + stores.map(\.programs).joined(separator: ", and again for ")
    return ", \(programs)" + (parts.map { ", \(NumberText.bytes($0.tiles))" } ?? "")
  }
}
