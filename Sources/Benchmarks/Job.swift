/// One way to do a job: commands in sequence, and their output.
struct Contestant: Sendable {
  /// Its name in the table.
  var name: String
  /// The commands. For fieldpack, exit status 1 is a success ("finished with findings").
  var steps: [[String]]
  /// The file that the steps write. It is removed before each run.
  var output: String
  /// Other files to remove before each run.
  var leftovers: [String] = []
  /// The file for standard output, if the job prints its result.
  var printsTo: String?
}

/// A job of the table: fieldpack and other programs, with the same inputs.
struct Job: Sendable {
  var name: String
  var title: String
  /// The target: how many times faster than each peer fieldpack must be. Below 1 if it does more.
  var bar: Double
  var ours: Contestant
  var peers: [Contestant]
  /// The table whose rows are counted, because all outputs must agree; null to compare printed text.
  var countsTable: String?

  /// All contestants, fieldpack first.
  var contestants: [Contestant] { [ours] + peers }
}
