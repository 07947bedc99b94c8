import FoundationEssentials
import TestSupport

/// A base map of the city: an area cut out, the whole converted, and one drawn.
struct TilesJobs {
  let jobs: Jobs

  /// The area to clip: some 2 × 2 km in the middle of the city.
  private static let clip = "-122.665,45.515,-122.635,45.535"
  private static let tilesScript = Fixture.repository + "/Tests/Judges/tiles.py"

  /// The tiles of an area out of a base map of the city, levels 10 to 18 (875 MB).
  var clipping: Job {
    tiles(
      "tiles", "tiles of 2 × 2 km out of a base map of 875 MB", bar: 5, clip: Self.clip)
  }

  /// The whole base map, from PMTiles to MBTiles.
  var converting: Job {
    tiles("convert", "PMTiles → MBTiles, 875 MB", bar: 2, clip: nil)
  }

  /// A base map drawn from 34,000 streets, 300 parks and a river, levels 13 to 17. QGIS also writes
  /// tiles without anything, so the numbers of tiles differ.
  var drawing: Job {
    let peers = Tool.python(having: "qgis.core").map { python in
      Contestant(
        name: "QGIS",
        steps: [[python.path, Self.drawingScript, "draw", ground, jobs.out("peer.mbtiles")]],
        output: jobs.out("peer.mbtiles"))
    }
    return Job(
      name: "draw", title: "a base map drawn from 34,000 streets", bar: 10,
      ours: Contestant(
        name: "fieldpack",
        steps: [
          [jobs.fieldpack, "tiles"] + Self.drawnLayers.map { "\(ground)/\($0).geojson" }
            + ["--scale", "36200:4500", "-o", jobs.out("ours.mbtiles"), "--force", "-q"]
        ],
        output: jobs.out("ours.mbtiles")),
      peers: peers.map { [$0] } ?? [], countsTable: nil)
  }

  private static let drawingScript = Fixture.repository + "/Tests/Judges/draw_tiles.py"
  private static let drawnLayers = ["streets", "parks", "river"]

  /// The folder with what is drawn.
  private var ground: String { jobs.inputs.path("ground") }

  /// Makes the streets, parks and river, and for QGIS indexed copies of them.
  private func prepareGround() throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: ground), let python = Tool.python3 else { return }
    let making = jobs.out("ground")
    try files.createDirectory(atPath: making, withIntermediateDirectories: true)
    _ = try ChildProcess.run(
      [python.path, Self.drawingScript, "make", making], folder: jobs.folder)
    for layer in Self.drawnLayers {
      _ = try ChildProcess.run(
        ["ogr2ogr", "\(making)/\(layer).gpkg", "\(making)/\(layer).geojson"], folder: jobs.folder)
    }
    try files.moveItem(atPath: making, toPath: ground)
  }

  private func tiles(_ name: String, _ title: String, bar: Double, clip: String?) -> Job {
    let city = jobs.inputs.path("city.pmtiles")
    let peers = Tool.python(having: "pmtiles").map { python in
      Contestant(
        name: "pmtiles",
        steps: [
          [python.path, Self.tilesScript, "extract", city, jobs.out("peer.mbtiles")]
            + (clip.map { [$0] } ?? [])
        ],
        output: jobs.out("peer.mbtiles"))
    }
    return Job(
      name: name, title: title, bar: bar,
      ours: Contestant(
        name: "fieldpack",
        steps: [
          [jobs.fieldpack, "tiles", city, "-o", jobs.out("ours.mbtiles"), "--force", "-q"]
            + (clip.map { ["--area", $0] } ?? [])
        ],
        output: jobs.out("ours.mbtiles")),
      peers: peers.map { [$0] } ?? [], countsTable: "tiles")
  }

  /// Makes a base map of the city whose tiles have 9 to 12 KB, as pictures from the air do.
  func prepare() throws {
    try prepareGround()
    let made = jobs.inputs.path("city.pmtiles")
    guard !FileManager.default.fileExists(atPath: made), let python = Tool.python3 else { return }
    let making = jobs.out("city.mbtiles")
    _ = try ChildProcess.run(
      [python.path, Self.tilesScript, "city", making, "18"], folder: jobs.folder)
    _ = try ChildProcess.run(
      [jobs.fieldpack, "tiles", making, "-o", made, "-q"], folder: jobs.folder)
    try FileManager.default.removeItem(atPath: making)
  }
}
