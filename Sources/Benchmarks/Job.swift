/// One way to do a job: commands run after another, and what they must leave behind.
struct Contestant: Sendable {
  /// What the table calls it.
  var name: String
  /// The commands; an exit status of 1 is a success of ours ("done, with something to see").
  var steps: [[String]]
  /// The file that the steps write; removed before each run.
  var output: String
  /// Further files to remove before each run.
  var leftovers: [String] = []
  /// Where standard output goes when the job is to print.
  var printsTo: String?
}

/// A job of the table: ours and the programs it is measured against, on the same inputs.
struct Job: Sendable {
  var name: String
  var title: String
  /// How many times faster than each peer the design asks for; below 1 where ours does more.
  var bar: Double
  var ours: Contestant
  var peers: [Contestant]
  /// What both must have written: rows of this table of a GeoPackage, or what they printed.
  var countsTable: String?

  /// Ours first.
  var contestants: [Contestant] { [ours] + peers }
}
