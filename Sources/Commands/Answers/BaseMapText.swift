import Bytes
import Console
import Packages
import Packaging

/// What `check` and `build` tell about a base map: its levels and their sizes, and what it costs.
struct BaseMapText {
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

  /// Where the tiles are: in one file, in two, or on the devices.
  private var place: String {
    if baseMap.isOnDevices { return ", on the devices" }
    let stores = PackageStore.allCases.filter(baseMap.stores.contains)
    guard !stores.isEmpty else { return "" }
    let programs = "for " + stores.map(\.programs).joined(separator: ", and again for ")
    return ", \(programs)" + (parts.map { ", \(NumberText.bytes($0.tiles))" } ?? "")
  }
}
