import FoundationEssentials
import TestSupport

/// The input folders of the jobs, made once for each number of rows and kept.
///
///     portland-218602/raw/                     the output of the maker
///     portland-218602/geojson/trees.geojson    a folder for each format of the trees,
///     portland-218602/geojsonl/trees.geojsonl  for `fieldpack build --data`
///     portland-218602/csv/trees.csv
///     portland-218602/esri/trees/0001.json …
///     portland-218602/city/                    trees, species, inspections, neighborhoods,
///                                              service.json
struct Inputs {
  /// The number of trees in the city's inventory.
  static let wholeCity = 218_602
  /// West, south, east, north: a box with a tenth of the city's trees.
  static let tenth = [-122.66, 45.50, -122.62, 45.532]
  /// Twenty adjacent boxes that cover most of the city. Each has trees.
  static let parts = (0..<20).map { number -> [Double] in
    let (west, south) = (-122.76 + 0.068 * Double(number % 4), 45.455 + 0.026 * Double(number / 4))
    return [west, south, west + 0.068, south + 0.026]
  }

  var rows: Int
  var folder: String
  /// The origin of the rows.
  var origin: String

  /// Finds or makes the inputs in a folder.
  init(rows: Int, below parent: String) throws {
    self.rows = rows
    let maker = Tool.python3.flatMap { python in
      SharedData.path("portland/make_inputs.py").map { (python, $0) }
    }
    origin = maker == nil ? "generated" : "street trees of the City of Portland"
    folder = parent + "/" + (maker == nil ? "generated-\(rows)" : "portland-\(rows)")
    guard !FileManager.default.fileExists(atPath: folder + "/made") else { return }
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: folder + "/raw", withIntermediateDirectories: true)
    if let (python, script) = maker {
      let command = [python.path, script, folder + "/raw", "--rows", "\(rows)"]
      _ = try ChildProcess.run(command, folder: folder)
    } else {
      var city = GeneratedCity(rows: rows)
      try city.write(to: folder + "/raw")
    }
    try arrange()
    try Data().write(to: URL(filePath: folder + "/made"))
  }

  /// The absolute path of an input.
  func path(_ relative: String) -> String {
    folder + "/" + relative
  }

  private func arrange() throws {
    let homes = [
      ("trees.geojson", "geojson"), ("trees.geojsonl", "geojsonl"), ("trees.csv", "csv"),
      ("trees", "esri"), ("trees.geojson", "city"), ("species.csv", "city"),
      ("inspections.csv", "city"), ("neighborhoods.geojson", "city"),
    ]
    for (name, home) in homes {
      try FileManager.default.createDirectory(
        atPath: path(home), withIntermediateDirectories: true)
      // A hard link needs no second copy, and programs see a plain file. A folder is moved.
      if name == "trees" {
        try FileManager.default.moveItem(atPath: path("raw/trees"), toPath: path("esri/trees"))
      } else {
        try FileManager.default.linkItem(
          atPath: path("raw/" + name), toPath: path(home + "/" + name))
      }
    }
    try write(BenchmarkMap.service, to: "city/service.json")
    try write(BenchmarkMap.trees, to: "trees-map.json")
    try write(BenchmarkMap.city, to: "city-map.json")
  }

  /// Writes an input file.
  func write(_ text: String, to relative: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(relative)))
  }
}
