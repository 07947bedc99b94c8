import Bytes
import FoundationEssentials
import TestSupport

/// Generates trees, species, inspections and neighborhoods with the columns and proportions of the
/// city's inventory. They are the inputs if the real data is missing.
struct GeneratedCity {
  var rows: Int
  private var random = SeededGenerator(seed: 218_602)

  private static let streets = ["ALDER", "BIRCH", "CEDAR", "DOGWOOD", "ELM", "FIR", "GROVE"]
  private static let sites = ["strip", "cutout", "median", "curbtight", "swale", ""]
  private static let notes = [
    "", "", "", "", "multistem", "diameter corrected", "two stems at 4 ft",
  ]

  init(rows: Int) {
    self.rows = rows
  }

  /// Writes `trees.geojson`, `.geojsonl`, `.csv`, `trees/0001.json` … and the three small tables.
  mutating func write(to folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/trees", withIntermediateDirectories: true)
    var collection = try OutputFile(path: folder + "/trees.geojson")
    var lines = try OutputFile(path: folder + "/trees.geojsonl")
    var table = try OutputFile(path: folder + "/trees.csv")
    var visits = try OutputFile(path: folder + "/inspections.csv")
    try collection.append("{\"type\":\"FeatureCollection\",\"name\":\"Trees\",\"features\":[\n")
    try table.append(GeneratedTree.names.joined(separator: ",") + ",Longitude,Latitude\r\n")
    try visits.append(
      "OBJECTID,GlobalID,TreeGlobalID,CollectedDate,Condition,DBH,CollectedBy,Notes\r\n")
    var page: [String] = []
    var pages = 0
    var visit = 0
    for row in 1...max(1, rows) {
      let tree = nextTree(row)
      try collection.append((row == 1 ? "" : ",\n") + tree.geoJSON)
      try lines.append(tree.geoJSON + "\n")
      try table.append(tree.csv)
      page.append(tree.esriJSON)
      if page.count == 2000 || row == rows {
        pages += 1
        try writePage(page, to: folder + "/trees/\(padded(pages)).json")
        page.removeAll()
      }
      if random.integer(in: 0...3) > 0 {
        visit += 1
        try visits.append(nextVisit(visit, of: tree))
      }
    }
    try collection.append("\n]}\n")
    try collection.close()
    try lines.close()
    try table.close()
    try visits.close()
    try writeSpecies(to: folder + "/species.csv")
    try writeNeighborhoods(to: folder + "/neighborhoods.geojson")
  }

  private mutating func nextTree(_ row: Int) -> GeneratedTree {
    let longitude = -122.833 + Double(random.integer(in: 0...360_000)) / 1e6
    let latitude = 45.4335 + Double(random.integer(in: 0...205_000)) / 1e6
    let street = pick(Self.streets)
    return GeneratedTree(
      longitude: longitude, latitude: latitude,
      values: [
        "\(row)", identifier(), "\(random.integer(in: 1...9999)) NE \(street) ST",
        "NEIGHBORHOOD \(random.integer(in: 1...99))", pick(["Good", "Good", "Fair", "Poor"]),
        "\(Double(random.integer(in: 1...400)) / 10)", "SP\(random.integer(in: 1...162))",
        pick(Self.sites), "\(random.integer(in: 2...12))", pick(["No HV", "High voltage"]),
        pick(["Improved", "Unimproved"]), pick(["Small", "Medium", "Large"]),
        pick(["volunteer", "staff"]), pick(Self.notes),
      ])
  }

  private mutating func nextVisit(_ visit: Int, of tree: GeneratedTree) -> String {
    let day = padded(random.integer(in: 1...28), 2)
    let month = padded(random.integer(in: 1...12), 2)
    let date = "\(random.integer(in: 2010...2016))-\(month)-\(day)T12:00:00Z"
    let fields = [
      "\(visit)", identifier(), tree.values[1], date, tree.values[4], tree.values[5], "volunteer",
      pick(Self.notes),
    ]
    return fields.joined(separator: ",") + "\r\n"
  }

  private mutating func writeSpecies(to path: String) throws {
    var file = try OutputFile(path: path)
    try file.append(
      "OBJECTID,GlobalID,SpeciesCode,CommonName,ScientificName,FunctionalType,"
        + "Family,Genus,Edible,MatureSize\r\n")
    for row in 1...162 {
      try file.append(
        "\(row),\(identifier()),SP\(row),\"tree, number \(row)\",Arbor \(row),BD,"
          + "Family,Genus,no,M\r\n")
    }
    try file.close()
  }

  private mutating func writeNeighborhoods(to path: String) throws {
    var file = try OutputFile(path: path)
    try file.append("{\"type\":\"FeatureCollection\",\"name\":\"Neighborhoods\",\"features\":[\n")
    for row in 0..<99 {
      let west = -122.833 + Double(row % 11) * 0.0328
      let south = 45.4335 + Double(row / 11) * 0.0228
      // 60 corners on each side, like an outline that follows streets.
      let corners = (0...240).map { corner -> String in
        let along = Double(corner % 60) / 60
        let (x, y) = [(along, 0), (1, along), (1 - along, 1), (0, 1 - along)][corner / 60 % 4]
        return "[\(west + x * 0.0328),\(south + y * 0.0228)]"
      }
      try file.append(
        (row == 0 ? "" : ",\n")
          + "{\"type\":\"Feature\",\"id\":\(row + 1),\"properties\":{\"OBJECTID\":\(row + 1),"
          + "\"GlobalID\":\"\(identifier())\",\"NAME\":\"NEIGHBORHOOD \(row + 1)\"},"
          + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[["
          + corners.joined(separator: ",") + "]]}}")
    }
    try file.append("\n]}\n")
    try file.close()
  }

  private func writePage(_ features: [String], to path: String) throws {
    var file = try OutputFile(path: path)
    try file.append(GeneratedTree.esriHead)
    try file.append(features.joined(separator: ","))
    try file.append("]}")
    try file.close()
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[random.integer(in: 0...(choices.count - 1))]
  }

  private mutating func identifier() -> String {
    let digits = [random.next(), random.next()].map { word in
      let text = String(word, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let parts = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)].map { from, to in
      digits.dropFirst(from).prefix(to - from)
    }
    return "{" + parts.joined(separator: "-") + "}"
  }

  private func padded(_ number: Int, _ digits: Int = 4) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension OutputFile {
  fileprivate mutating func append(_ text: String) throws(BytesError) {
    try append(Array(text.utf8).span)
  }
}
