import FoundationEssentials
import TestSupport

/// A base map of the city: an area cut out, and the whole converted.
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
