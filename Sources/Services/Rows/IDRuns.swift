/// Divides the IDs of a layer into runs, each of which is one page.
///
/// The same IDs give the same runs, whatever was received before. So a fetch that was cut and went
/// on gives the same files as one that was not.
enum IDRuns {
  /// The runs that are still to be read.
  ///
  /// - Parameter received: whether each ID has been received.
  static func open(count: Int, received: [Bool], pageSize: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for start in stride(from: 0, to: count, by: pageSize) {
      var waiting = [start..<min(count, start + pageSize)]
      while let run = waiting.popLast() {
        let open = run.count { !received[$0] }
        if open == run.count {
          runs.append(run)
        } else if open > 0 {
          let halves = halves(of: run)
          waiting += [halves.1, halves.0]
        }
      }
    }
    return runs
  }

  /// Both halves of a run of at least two.
  static func halves(of run: Range<Int>) -> (Range<Int>, Range<Int>) {
    let middle = run.lowerBound + (run.count + 1) / 2
    return (run.lowerBound..<middle, middle..<run.upperBound)
  }
}
