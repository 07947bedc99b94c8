import FoundationEssentials
import TestSupport

/// The speed of the map page of the city in Chromium, opened from the disk, as printed by
/// `Tests/Judges/site_speed.py`. Times are in milliseconds.
struct MapPage: Codable {
  /// The times of several runs.
  struct Draw: Codable {
    var best: Double
    var median: Double
  }
  /// The times of many actions on one page.
  struct Action: Codable {
    var median: Double
    var p95: Double
  }

  var firstDraw: Draw
  /// The same points as GeoJSON in a variable, drawn with an arc for each.
  var peerFirstDraw: Draw
  var frameWhole: Action
  var frameStreets: Action
  var click: Action
  var filter: Action
  var search: Action
  var memoryMB: Double

  /// The times and their targets.
  var markdown: [String] {
    let ratio = peerFirstDraw.median / max(1, firstDraw.median)
    return [
      "", "The map page of the same city in Chromium, opened from the disk, 1280 × 800:", "",
      "| action | median ms | 95th percentile ms | target |", "| --- | ---: | ---: | ---: |",
      "| first draw | \(text(firstDraw.median)) | | 600 ms, 10.0× |",
      "| GeoJSON in a variable, an arc for each tree | \(text(peerFirstDraw.median)) | "
        + "| fieldpack is \(text(ratio))× faster |",
      row("frame while the whole city moves", frameWhole, bar: "60 ms"),
      row("frame while streets move", frameStreets, bar: "60 ms"),
      row("click", click, bar: "5 ms"),
      row("filter, with the counts of all facets", filter, bar: "30 ms"),
      row("search", search, bar: "50 ms"),
      "| script memory at the end | \(text(memoryMB)) MB | | 60 MB |",
    ]
  }

  private func row(_ name: String, _ action: Action, bar: String) -> String {
    "| \(name) | \(text(action.median)) | \(text(action.p95)) | \(bar) |"
  }

  private func text(_ value: Double) -> String { value.text(digits: 1) }
}
