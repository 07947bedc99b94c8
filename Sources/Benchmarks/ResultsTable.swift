import FoundationEssentials

/// The results as a Markdown page or a JSON document.
struct ResultsTable: Codable {
  var machine: Machine
  /// The day of the run, `2026-01-31`.
  var date: String
  var rows: Int
  var origin: String
  var runs: Int
  /// The peak memory of a program that does nothing.
  var floor: Int
  var results: [Result]
  /// Null if the job `site` did not run, or there is no browser.
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
      "\(rows) trees (\(origin)). Medians of \(runs) runs; the programs take turns. "
        + "What takes more than \(Int(Race.longRun)) s runs once. "
        + "A program that does nothing has a peak of \(megabytes(floor)) MB. "
        + "Made by `swift run -c release Benchmarks --write`.", "",
      "| job | program | wall s | CPU s | peak MB | written MB | fieldpack is faster | target |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for result in results { lines += rows(of: result) }
    let faults = results.flatMap { result in result.faults.map { "- \(result.job): \($0)" } }
    if !faults.isEmpty { lines += ["", "Not measured, or with different results:", ""] + faults }
    if let page { lines += page.markdown }
    if !growth.isEmpty { lines += growthTable }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The JSON, indented.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  private func rows(of result: Result) -> [String] {
    let ours = result.measurements.first { ["fieldpack", "fieldpack reader"].contains($0.name) }
    return result.measurements.enumerated().map { index, measurement in
      let isOurs = measurement.name == ours?.name
      var ratio = ""
      if let ours, !isOurs, ours.cost.wall > 0, ours.cost.cpu > 0 {
        let wall = fixed(measurement.cost.wall / ours.cost.wall, 1)
        ratio = "\(wall)× (CPU \(fixed(measurement.cost.cpu / ours.cost.cpu, 1))×)"
      }
      return "| \(index == 0 ? result.title : "") | \(measurement.name) "
        + "| \(fixed(measurement.cost.wall, 3)) | \(fixed(measurement.cost.cpu, 3)) "
        + "| \(megabytes(measurement.cost.peak)) | \(megabytes(measurement.written)) "
        + "| \(ratio) | \(isOurs ? "" : "\(fixed(result.bar, 1))×") |"
    }
  }

  private var growthTable: [String] {
    [
      "", "Cost by number of trees (GeoJSON → GeoPackage):", "",
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

  private func fixed(_ value: Double, _ digits: Int) -> String { value.text(digits: digits) }
}

extension Double {
  /// A number that is not negative, with this many digits after the point.
  func text(digits: Int) -> String {
    guard digits > 0 else { return "\(Int(rounded()))" }
    let unit = (0..<digits).reduce(1) { power, _ in power * 10 }
    let (whole, rest) = Int((self * Double(unit)).rounded()).quotientAndRemainder(dividingBy: unit)
    return "\(whole).\(String(unit + rest).dropFirst())"
  }
}
