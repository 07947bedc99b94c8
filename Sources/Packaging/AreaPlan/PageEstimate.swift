/// How large the pages of a package are by its number of records, from a few packages whose pages
/// were made.
struct PageEstimate: Sendable {
  /// Sorted by records.
  private var samples: [(rows: Int, bytes: Int)] = []

  /// The number of packages whose pages are made.
  static let sampleCount = 5

  /// The indexes of the packages to make pages of: the smallest, the largest, and some between.
  static func sampled(_ rows: [Int], limit: Int) -> [Int] {
    let order = rows.indices.filter { rows[$0] <= limit }
      .sorted { (rows[$0], $0) < (rows[$1], $1) }
    guard order.count > sampleCount else { return order }
    return (0..<sampleCount).map { order[$0 * (order.count - 1) / (sampleCount - 1)] }
  }

  mutating func add(rows: Int, bytes: Int) {
    let index = samples.firstIndex { $0.rows >= rows } ?? samples.count
    samples.insert((rows, bytes), at: index)
  }

  /// The bytes for a number of records: on the line between the nearest samples.
  func bytes(rows: Int) -> Int {
    guard let first = samples.first, let last = samples.last else { return 0 }
    let upper = samples.firstIndex { $0.rows >= rows } ?? samples.count - 1
    let (low, high) = (samples[max(0, upper - 1)], samples[upper])
    guard high.rows > low.rows else {
      return rows == high.rows || first.rows == 0
        ? high.bytes : last.bytes * rows / max(1, last.rows)
    }
    return low.bytes + (high.bytes - low.bytes) * (rows - low.rows) / (high.rows - low.rows)
  }
}
