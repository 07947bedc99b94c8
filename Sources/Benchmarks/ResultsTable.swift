import FoundationEssentials

/// Results as a page of Markdown or a JSON document.
struct ResultsTable: Codable {
  var machine: Machine
  /// Day of the run, `2026-01-31`.
  var date: String
  var rows: Int
  var origin: String
  var runs: Int
  /// Memory charged to a program that does nothing.
  var floor: Int
  var results: [Result]
  /// Nil when the job `site` was not run, or no browser is there.
  var page: MapPage?
  var growth: [Growth]

  /// One size of the growth table.
  struct Growth: Codable {
    var rows: Int
    var cost: Cost
  }

  /// The whole page.
  var markdown: String {
    var lines = [
      "# Results", "",
      "\(date). \(machine.processor), \(machine.cores) cores, \(megabytes(machine.memory)) MB, "
        + "Linux \(machine.kernel). \(machine.peers.joined(separator: ", ")).", "",
      "\(rows) trees (\(origin)); medians of \(runs) runs, the programs taking turns. "
        + "A program that does nothing is charged \(megabytes(floor)) MB. "
        + "Made by `swift run -c release Benchmarks --write`.", "",
      "| job | program | wall s | CPU s | peak MB | written MB | ours is faster | bar |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for result in results { lines += rows(of: result) }
    let faults = results.flatMap { result in result.faults.map { "- \(result.job): \($0)" } }
    if !faults.isEmpty { lines += ["", "Not measured, or not equal:", ""] + faults }
    if let page { lines += page.markdown }
    if !growth.isEmpty { lines += growthTable }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Ordered and indented.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  private func rows(of result: Result) -> [String] {
    let ours = result.standings.first { ["fieldpack", "our reader"].contains($0.name) }
    return result.standings.enumerated().map { place, standing in
      let isOurs = standing.name == ours?.name
      var ratio = ""
      if let ours, !isOurs, ours.cost.wall > 0, ours.cost.cpu > 0 {
        let wall = fixed(standing.cost.wall / ours.cost.wall, 1)
        ratio = "\(wall)× (CPU \(fixed(standing.cost.cpu / ours.cost.cpu, 1))×)"
      }
      return "| \(place == 0 ? result.title : "") | \(standing.name) "
        + "| \(fixed(standing.cost.wall, 3)) | \(fixed(standing.cost.cpu, 3)) "
        + "| \(megabytes(standing.cost.peak)) | \(megabytes(standing.written)) "
        + "| \(ratio) | \(isOurs ? "" : "\(fixed(result.bar, 1))×") |"
    }
  }

  private var growthTable: [String] {
    [
      "", "How the cost grows (GeoJSON → GeoPackage):", "",
      "| trees | wall s | µs a tree | peak MB |", "| ---: | ---: | ---: | ---: |",
    ]
      + growth.map { size in
        let each = size.cost.wall * 1e6 / Double(max(1, size.rows))
        return "| \(size.rows) | \(fixed(size.cost.wall, 3)) | \(fixed(each, 2)) "
          + "| \(megabytes(size.cost.peak)) |"
      }
  }

  private func megabytes(_ bytes: Int) -> String {
    fixed(Double(bytes) / 1e6, bytes < 100_000_000 ? 1 : 0)
  }

  private func fixed(_ value: Double, _ places: Int) -> String { value.text(places: places) }
}

extension Double {
  /// A figure that is not negative, with so many places behind the point.
  func text(places: Int) -> String {
    guard places > 0 else { return "\(Int(rounded()))" }
    let unit = (0..<places).reduce(1) { power, _ in power * 10 }
    let (whole, rest) = Int((self * Double(unit)).rounded()).quotientAndRemainder(dividingBy: unit)
    return "\(whole).\(String(unit + rest).dropFirst())"
  }
}
