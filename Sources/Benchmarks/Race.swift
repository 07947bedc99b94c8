import FoundationEssentials
import TestSupport

/// The medians of one contestant in one job.
struct Measurement: Codable, Sendable {
  var name: String
  var cost: Cost
  /// The size of its output, in bytes.
  var written: Int
  /// The number of rows in its output, or its printed text. All contestants must agree.
  var answer: String?
  var command: [String]
}

/// The result of a job.
struct Result: Codable, Sendable {
  var job: String
  var title: String
  var bar: Double
  var measurements: [Measurement]
  /// Why contestants are missing, or how their results differ.
  var faults: [String]
}

/// Runs jobs. The contestants take turns, so other load on the machine affects all of them.
struct Race {
  /// A program that takes more seconds than this runs once. What runs that long varies little.
  static let longRun = 20.0

  var runs: Int
  var folder: String
  /// Called before each run.
  var report: (String) -> Void

  func run(_ job: Job) -> Result {
    var result = Result(
      job: job.name, title: job.title, bar: job.bar, measurements: [], faults: [])
    var active = job.contestants
    var costs: [String: [Cost]] = [:]
    var ends: [String: (written: Int, answer: String?)] = [:]
    for turn in 1...max(1, runs) {
      for contestant in active where costs[contestant.name]?.first.map(\.isLong) != true {
        report("\(job.name) \(turn)/\(runs) \(contestant.name)")
        do {
          costs[contestant.name, default: []].append(try run(contestant))
          if turn == 1 { ends[contestant.name] = try look(at: contestant, in: job) }
        } catch {
          result.faults.append("\(contestant.name): \(error)")
          active.removeAll { $0.name == contestant.name }
          costs[contestant.name] = nil
        }
        clear(contestant)
      }
    }
    for contestant in active {
      guard let cost = costs[contestant.name].flatMap(Self.medians) else { continue }
      let end = ends[contestant.name] ?? (0, nil)
      result.measurements.append(
        Measurement(
          name: contestant.name, cost: cost, written: end.written, answer: end.answer,
          command: contestant.steps.joined(separator: ["&&"]).map { $0 }))
    }
    if Set(result.measurements.compactMap(\.answer)).count > 1 {
      let answers = result.measurements.map { "\($0.name) \($0.answer ?? "none")" }
      result.faults.append("the results differ: " + answers.joined(separator: ", "))
    }
    return result
  }

  private func run(_ contestant: Contestant) throws -> Cost {
    clear(contestant)
    var whole = Cost()
    for step in contestant.steps {
      whole.add(
        try ChildProcess.run(
          step, folder: folder, output: contestant.printsTo ?? "/dev/null",
          accepts: contestant.name.hasPrefix("fieldpack") ? [0, 1] : [0]))
    }
    return whole
  }

  private func clear(_ contestant: Contestant) {
    for path in [contestant.output] + contestant.leftovers {
      for ending in ["", "-journal", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
    }
  }

  /// The output of the first run.
  private func look(at contestant: Contestant, in job: Job) throws -> (Int, String?) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: contestant.output)
    else {
      let command = contestant.steps.last ?? []
      throw StepFailure(command: command, status: 0, message: "wrote no \(contestant.output)")
    }
    let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
    let size = isFolder ? Self.size(ofFolder: contestant.output) : attributes[.size] as? Int ?? 0
    if let printed = contestant.printsTo {
      let text = try String(contentsOfFile: printed, encoding: .utf8)
      return (size, text.split(whereSeparator: \.isNewline).joined(separator: "\n"))
    }
    guard let table = job.countsTable, let sqlite3 = Tool.sqlite3 else { return (size, nil) }
    let archived = [".mmpk", ".zip"].contains { contestant.output.hasSuffix($0) }
    let file = archived ? folder + "/counted.gpkg" : contestant.output
    if archived {
      let member = contestant.output.hasSuffix(".mmpk") ? "data.gpkg" : "*.gpkg"
      _ = try ChildProcess.run(
        ["unzip", "-p", contestant.output, member], folder: folder, output: file)
    }
    return (size, sqlite3.answer([file, "SELECT count(*) FROM \"\(table)\""]))
  }

  /// The size of all files in a folder.
  private static func size(ofFolder path: String) -> Int {
    let files = FileManager.default
    return ((try? files.subpathsOfDirectory(atPath: path)) ?? []).reduce(0) { sum, file in
      let attributes = try? files.attributesOfItem(atPath: path + "/" + file)
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { return sum }
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }

  /// The median of each measurement separately.
  static func medians(_ costs: [Cost]) -> Cost? {
    guard !costs.isEmpty else { return nil }
    let middle = costs.count / 2
    return Cost(
      wall: costs.map(\.wall).sorted()[middle], cpu: costs.map(\.cpu).sorted()[middle],
      peak: costs.map(\.peak).sorted()[middle])
  }
}

extension Cost {
  fileprivate var isLong: Bool { wall > Race.longRun }
}
