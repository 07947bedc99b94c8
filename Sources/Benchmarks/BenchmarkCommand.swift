import Bytes
import FoundationEssentials
import Glibc
import TestSupport

/// `swift run -c release Benchmarks [--rows N] [--only NAME] [--runs 5] [--growth] [--json] [--write]`
@main struct BenchmarkCommand {
  static let usage = """
    usage: swift run -c release Benchmarks [options]

      --rows N      number of trees (default: the whole city, \(Inputs.wholeCity))
      --only NAME   run one job: geojson box geojsonl esri csv gpkg scan filter export where
                    diff merge crews city site arcade near thicker tiles convert draw
      --runs N      runs of each program (default: 5); the table shows medians
      --growth      also run with a hundredth and a tenth of the trees
      --json        print JSON instead of Markdown
      --write       write the page to Sources/Benchmarks/Results.md

    """

  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "read", arguments.count == 3 {
      // A contestant of the job `scan`, run in its own process.
      print(try TypedRead.sums(of: CommandLine.arguments[3], in: CommandLine.arguments[2]))
      return
    }
    if arguments.first == "count", [3, 4].contains(arguments.count) {
      // A contestant of the job `filter`, run in its own process.
      let count = try FilteredRead.count(
        of: CommandLine.arguments[3], in: CommandLine.arguments[2],
        clause: arguments.count == 4 ? CommandLine.arguments[4] : nil)
      print(count)
      return
    }
    guard let options = BenchmarkOptions(&arguments) else {
      say(usage)
      exit(2)
    }
    let table = try measure(options)
    print(options.json ? try table.json() : table.markdown, terminator: "")
    if options.write {
      let path = Fixture.repository + "/Sources/Benchmarks/Results.md"
      try Data(table.markdown.utf8).write(to: URL(filePath: path))
    }
    exit(table.results.contains { !$0.faults.isEmpty } ? 1 : 0)
  }

  private static func measure(_ options: BenchmarkOptions) throws -> ResultsTable {
    let parent = (EnvironmentValue.string("TMPDIR") ?? "/tmp") + "/fieldpack-benchmarks"
    let folder = parent + "/written-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let fieldpack = Fixture.repository + "/.build/release/fieldpack"
    // `swift run` built only this program.
    say("building fieldpack")
    let build = [
      "swift", "build", "-c", "release", "--package-path", Fixture.repository, "--product",
      "fieldpack",
    ]
    _ = try ChildProcess.run(build, folder: folder)
    let race = Race(runs: options.runs, folder: folder) { say($0) }
    func jobs(_ rows: Int) throws -> Jobs {
      say("inputs of \(rows) trees")
      let inputs = try Inputs(rows: rows, below: parent)
      return Jobs(inputs: inputs, fieldpack: fieldpack, benchmarks: own, folder: folder)
    }
    let whole = try jobs(options.rows)
    try whole.prepare()
    let chosen = whole.all.filter { options.only == nil || options.only == $0.name }
    let results = chosen.map(race.run)
    say("the map page")
    let page =
      chosen.contains { $0.name == "site" } ? try whole.mapPage(runs: options.runs) : nil
    var growth: [ResultsTable.Growth] = []
    for divisor in options.growth ? [100, 10, 1] : [] {
      let rows = max(1, options.rows / divisor)
      guard var job = try jobs(rows).all.first else { continue }
      job.peers = []
      if let ours = race.run(job).measurements.first {
        growth.append(ResultsTable.Growth(rows: rows, cost: ours.cost))
      }
    }
    say("")
    return ResultsTable(
      machine: Machine(peers: peers()), date: today(), rows: options.rows,
      origin: whole.inputs.origin, runs: options.runs,
      floor: ChildProcess.floor(folder: folder), results: results, page: page, growth: growth)
  }

  private static func peers() -> [String] {
    let gdal = Tool.ogr2ogr?.answer(["--version"])?.prefix { $0 != "," }
    let sqlite = Tool.sqlite3?.answer(["--version"])?.prefix { $0 != " " }
    let newest = Jobs.pyogrio?.answer([Jobs.newestScript, "--version"])
      .map { "pyogrio with \($0)" }
    return [gdal.map(String.init), newest, sqlite.map { "SQLite \($0)" }].compactMap(\.self)
  }

  private static func today() -> String {
    Date.now.formatted(.iso8601.year().month().day())
  }

  private static func say(_ text: String) {
    // If standard error is closed, there is nobody to report to.
    _ = try? StandardStream.error.write(Array((text + "\n").utf8).span)
  }
}

/// The options of the command line.
struct BenchmarkOptions {
  var rows = Inputs.wholeCity
  var runs = 5
  var only: String?
  var growth = false
  var json = false
  var write = false

  /// Null if an option is unknown or its value is missing.
  init?(_ arguments: inout ArraySlice<String>) {
    while let option = arguments.popFirst() {
      switch option {
      case "--rows", "--runs":
        guard let text = arguments.popFirst(), let number = Int(text), number > 0 else {
          return nil
        }
        if option == "--rows" { rows = number } else { runs = number }
      case "--only":
        guard let name = arguments.popFirst() else { return nil }
        only = name
      case "--growth": growth = true
      case "--json": json = true
      case "--write": write = true
      default: return nil
      }
    }
  }
}
