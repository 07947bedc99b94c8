/// Runs of rows by their index.
enum IDRuns {
  /// Both halves of a run of at least two.
  static func halves(of run: Range<Int>) -> (Range<Int>, Range<Int>) {
    let middle = run.lowerBound + (run.count + 1) / 2
    return (run.lowerBound..<middle, middle..<run.upperBound)
  }
}
