import FoundationEssentials
import TestSupport

/// The jobs of the table, with their command lines.
struct Jobs {
  var inputs: Inputs
  /// The binary of `fieldpack`.
  var fieldpack: String
  /// This program, which also runs the reader of fieldpack.
  var benchmarks: String
  /// The folder for outputs.
  var folder: String

  /// Every job, in the order of the table.
  var all: [Job] {
    [
      geoJSON, box, lines, pages, csv, geoPackage, scan, filter, export, chosen, diff, merge, crews,
      city, AreasJob(jobs: self).job,
      geodatabase, site, siteAgain, arcade, QuestionJobs(jobs: self).near,
      QuestionJobs(jobs: self).thicker, TilesJobs(jobs: self).clipping,
      TilesJobs(jobs: self).converting, TilesJobs(jobs: self).drawing,
    ]
  }

  /// Makes input files that another program must write.
  func prepare() throws {
    try prepareSite()
    try prepareArcade()
    try QuestionJobs(jobs: self).prepare()
    try FileManager.default.createDirectory(
      atPath: inputs.path("gpkg"), withIntermediateDirectories: true)
    try prepareDiff()
    try prepareCrews()
    try prepareChanges()
    try AreasJob(jobs: self).prepare()
    try TilesJobs(jobs: self).prepare()
    guard !FileManager.default.fileExists(atPath: inputs.path("gpkg/trees.gpkg")) else { return }
    let command = toGeoPackage(
      from: inputs.path("geojson/trees.geojson"), to: inputs.path("gpkg/making.gpkg"))
    _ = try ChildProcess.run(command, folder: folder)
    try FileManager.default.moveItem(
      atPath: inputs.path("gpkg/making.gpkg"), toPath: inputs.path("gpkg/trees.gpkg"))
  }

  private var geoJSON: Job {
    job(
      "geojson", "GeoJSON → GeoPackage with R-tree", bar: 20, data: "geojson",
      peer: toGeoPackage(from: inputs.path("geojson/trees.geojson"), to: out("peer.gpkg")),
      newest: "geojson/trees.geojson")
  }

  private var box: Job {
    let corners = Inputs.tenth.map { "\($0)" }
    return job(
      "box", "the same, a box of a tenth of the city", bar: 15, data: "geojson",
      options: ["--area", corners.joined(separator: ",")],
      peer: toGeoPackage(from: inputs.path("geojson/trees.geojson"), to: out("peer.gpkg"))
        + ["-spat"] + corners,
      newest: "geojson/trees.geojson", boxes: [Inputs.tenth])
  }

  private var lines: Job {
    job(
      "geojsonl", "GeoJSON lines → GeoPackage", bar: 15, data: "geojsonl",
      peer: toGeoPackage(from: inputs.path("geojsonl/trees.geojsonl"), to: out("peer.gpkg")))
  }

  /// GDAL reads one page at a time. One process for each page is the fastest way: a virtual union and
  /// `ogrmerge.py` take twice the time.
  private var pages: Job {
    let append = "ogr2ogr -f GPKG -append \(out("peer.gpkg")) $page -nln Trees || exit 1"
    return job(
      "esri", "Esri JSON pages of 2,000 → GeoPackage", bar: 15, data: "esri",
      peer: ["sh", "-c", "for page in \(inputs.path("esri/trees"))/*.json; do \(append); done"])
  }

  private var csv: Job {
    job(
      "csv", "CSV → GeoPackage", bar: 8, data: "csv",
      peer: toGeoPackage(from: inputs.path("csv/trees.csv"), to: out("peer.gpkg")) + [
        "-a_srs", "EPSG:4326", "-oo", "X_POSSIBLE_NAMES=Longitude", "-oo",
        "Y_POSSIBLE_NAMES=Latitude",
      ])
  }

  private var geoPackage: Job {
    job(
      "gpkg", "GeoPackage → GeoPackage", bar: 2, data: "gpkg",
      peer: toGeoPackage(from: inputs.path("gpkg/trees.gpkg"), to: out("peer.gpkg")),
      newest: "gpkg/trees.gpkg")
  }

  /// Reads each column of each row as a typed value, adds numbers and counts characters.
  private var scan: Job {
    let source = inputs.path("gpkg/trees.gpkg")
    return Job(
      name: "scan", title: "full typed read of a GeoPackage table", bar: 1.5,
      ours: Contestant(
        name: "fieldpack reader", steps: [[benchmarks, "read", source, "Trees"]],
        output: out("ours.txt"), printsTo: out("ours.txt")),
      peers: [
        Contestant(
          name: "sqlite3", steps: [["sqlite3", source, TypedRead.query]],
          output: out("peer.txt"), printsTo: out("peer.txt"))
      ])
  }

  /// Evaluates a filter for each row. The second contestant scans without a filter, which shows the
  /// cost of the filter.
  private var filter: Job {
    let source = inputs.path("gpkg/trees.gpkg")
    let all = out("all.txt")
    return Job(
      name: "filter", title: "count of rows that match a filter", bar: 1.5,
      ours: Contestant(
        name: "fieldpack reader",
        steps: [[benchmarks, "count", source, "Trees", FilteredRead.clause]],
        output: out("ours.txt"), printsTo: out("ours.txt")),
      peers: [
        Contestant(
          name: "fieldpack reader, no filter",
          steps: [["sh", "-c", "'\(benchmarks)' count '\(source)' Trees > '\(all)'"]], output: all),
        Contestant(
          name: "sqlite3", steps: [["sqlite3", source, FilteredRead.query]],
          output: out("peer.txt"), printsTo: out("peer.txt")),
      ])
  }

  private var chosen: Job {
    let source = inputs.path("gpkg/trees.gpkg")
    return Job(
      name: "where", title: "GeoPackage → GeoJSON with a filter", bar: 2,
      ours: Contestant(
        name: "fieldpack",
        steps: [
          [
            fieldpack, "export", source, "--layer", "Trees", "--where", FilteredRead.clause, "-o",
            out("ours.geojson"), "-q",
          ]
        ], output: out("ours.geojson")),
      peers: [
        Contestant(
          name: "ogr2ogr",
          steps: [
            [
              "ogr2ogr", "-f", "GeoJSON", out("peer.geojson"), source, "Trees", "-where",
              FilteredRead.clause,
            ]
          ], output: out("peer.geojson"))
      ])
  }

  private var export: Job {
    let source = inputs.path("gpkg/trees.gpkg")
    return Job(
      name: "export", title: "GeoPackage → GeoJSON", bar: 2,
      ours: Contestant(
        name: "fieldpack",
        steps: [
          [fieldpack, "export", source, "--layer", "Trees", "-o", out("ours.geojson"), "-q"]
        ], output: out("ours.geojson")),
      peers: [
        Contestant(
          name: "ogr2ogr",
          steps: [["ogr2ogr", "-f", "GeoJSON", out("peer.geojson"), source, "Trees"]],
          output: out("peer.geojson"))
      ])
  }

  private var city: Job {
    let package = out("peer.gpkg")
    let ours = build(map: "city-map.json", data: "city", to: out("ours.mmpk"))
    let more = ["neighborhoods.geojson", "species.csv", "inspections.csv"].map { file in
      let name = file.prefix(while: { $0 != "." }).capitalized
      return ["ogr2ogr", "-update", package, inputs.path("city/" + file), "-nln", name]
    }
    return Job(
      name: "city", title: "the whole city → .mmpk with base and manifest", bar: 10,
      ours: Contestant(name: "fieldpack", steps: [ours], output: out("ours.mmpk")),
      peers: [
        Contestant(
          name: "ogr2ogr ×4, zip -6",
          steps: [toGeoPackage(from: inputs.path("city/trees.geojson"), to: package)] + more
            + [["zip", "-q", "-6", out("peer.zip"), package]],
          output: out("peer.zip"), leftovers: [package])
      ], countsTable: "Trees")
  }

  /// The city's rows in each of the two stores of a package. The geodatabase has four indexes in each
  /// table that the GeoPackage does not have.
  private var geodatabase: Job {
    func ours(_ name: String, to output: String) -> Contestant {
      Contestant(
        name: name,
        steps: [build(map: "city-map.json", data: "city", to: output)], output: output)
    }
    return Job(
      name: "geodatabase", title: "the whole city → mobile geodatabase", bar: 0.5,
      ours: ours("fieldpack", to: out("ours.geodatabase")),
      peers: [ours("fieldpack, GeoPackage", to: out("peer.gpkg"))], countsTable: "Trees")
  }

  private func job(
    _ name: String, _ title: String, bar: Double, data: String, options: [String] = [],
    peer: [String], newest: String? = nil, boxes: [[Double]] = []
  ) -> Job {
    let ours = build(map: "trees-map.json", data: data, to: out("ours.gpkg")) + options
    return Job(
      name: name, title: title, bar: bar,
      ours: Contestant(name: "fieldpack", steps: [ours], output: out("ours.gpkg")),
      peers: [Contestant(name: "ogr2ogr", steps: [peer], output: out("peer.gpkg"))]
        + [newest.flatMap { newestGDAL(from: $0, boxes: boxes) }].compactMap(\.self),
      countsTable: "Trees")
  }

  /// Python with GDAL's newest version, if it is installed.
  static let pyogrio = Tool.python(having: "pyogrio")
  static let newestScript = Fixture.repository + "/Tests/Judges/newest_gdal.py"

  /// The newest GDAL, which reads and writes without a Python object for each feature. With boxes,
  /// it makes a file for each.
  func newestGDAL(from input: String, boxes: [[Double]]) -> Contestant? {
    Self.pyogrio.map { python in
      Contestant(
        name: "pyogrio",
        steps: [
          [python.path, Self.newestScript, inputs.path(input), out("newest.gpkg")]
            + boxes.map { $0.map { "\($0)" }.joined(separator: ",") }
        ], output: out("newest.gpkg"))
    }
  }

  func build(map: String, data: String, to output: String) -> [String] {
    [
      fieldpack, "build", inputs.path(map), "--data", inputs.path(data), "-o", output, "-q",
    ]
  }

  private func toGeoPackage(from source: String, to output: String) -> [String] {
    ["ogr2ogr", "-f", "GPKG", output, source, "-nln", "Trees"]
  }

  func out(_ name: String) -> String {
    folder + "/" + name
  }
}
