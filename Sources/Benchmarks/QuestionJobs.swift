import FoundationEssentials
import TestSupport

/// Expressions that ask, for each of 10,000 trees, about all of them.
struct QuestionJobs {
  let jobs: Jobs

  /// The number of trees, and half of the box around each in meters.
  private static let rows = 10_000
  private static let half = 50

  private enum Question: String {
    /// The trees in a box around each tree.
    case near
    /// The trees that are thicker, up to a limit.
    case thicker

    var expression: String {
      switch self {
      case .near:
        """
        var p = Geometry($feature); var d = \(QuestionJobs.half); \
        Count(Intersects($layer, Extent({xmin: p.x - d, ymin: p.y - d, xmax: p.x + d, ymax: p.y + d, \
        spatialReference: p.spatialReference})))
        """
      case .thicker:
        "var dbh = $feature.DBH; Count(Filter($layer, 'DBH > @dbh AND DBH <= 30'))"
      }
    }
  }

  private func store(_ question: Question) -> String { jobs.inputs.path("site/\(question).gpkg") }

  /// The two stores.
  func prepare() throws {
    for question in [Question.near, .thicker]
    where !FileManager.default.fileExists(atPath: store(question)) {
      try jobs.inputs.write(BenchmarkMap.asking(question.expression), to: "\(question)-map.json")
      _ = try ChildProcess.run(
        jobs.build(map: "\(question)-map.json", data: "city", to: store(question)) + [
          "-f", "--where", "Trees:OBJECTID <= \(Self.rows)",
        ], folder: jobs.folder, accepts: [0, 1])
    }
  }

  /// Answers to all records, and the sum of the counts.
  private func answers(_ question: Question) -> Contestant {
    let output = jobs.out("ours.txt")
    let sum = "grep -o '\"value\":[0-9]*' | awk -F: '{ sum += $2 } END { print sum }'"
    return Contestant(
      name: "fieldpack",
      steps: [
        [
          "sh", "-c",
          "'\(jobs.fieldpack)' export '\(store(question))' -l Trees --popups --format geojson -o - -q | \(sum)",
        ]
      ], output: output, printsTo: output)
  }

  /// The peer finds all boxes in one call, without an expression for each.
  var near: Job {
    let peer = Tool.python(having: "shapely").map { python in
      Contestant(
        name: "shapely, STRtree",
        steps: [
          [
            python.path, Fixture.repository + "/Tests/Judges/near.py", store(.near),
            "\(Self.half)",
          ]
        ], output: jobs.out("peer.txt"), printsTo: jobs.out("peer.txt"))
    }
    return Job(
      name: "near", title: "10,000 times Intersects($layer, a box)", bar: 0.3,
      ours: answers(.near), peers: [peer].compactMap(\.self))
  }

  var thicker: Job {
    let query = """
      CREATE TEMP TABLE t AS SELECT DBH FROM Trees; CREATE INDEX temp.i ON t (DBH); \
      SELECT sum((SELECT count(*) FROM t b WHERE b.DBH > a.DBH AND b.DBH <= 30)) FROM t a
      """
    return Job(
      name: "thicker", title: "10,000 times Filter($layer, 'DBH > @dbh AND DBH <= 30')", bar: 1,
      ours: answers(.thicker),
      peers: [
        Contestant(
          name: "sqlite3 with an index", steps: [["sqlite3", store(.thicker), query]],
          output: jobs.out("peer.txt"), printsTo: jobs.out("peer.txt"))
      ])
  }
}
