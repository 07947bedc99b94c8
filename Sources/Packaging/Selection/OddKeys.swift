import FeatureData

/// Keys that a finding is about.
package struct OddKeys: Sendable {
  /// What the finding counts.
  package private(set) var count = 0
  /// The texts of the first few keys, sorted.
  private(set) var samples: [String] = []

  mutating func add(_ key: JoinKey, count: Int) {
    self.count += count
    let text = key.text
    let isFull = samples.count == RowNotices.sampleLimit
    if isFull, let last = samples.last, !text.utf8.lexicographicallyPrecedes(last.utf8) { return }
    let place = samples.firstIndex { text.utf8.lexicographicallyPrecedes($0.utf8) }
    samples.insert(text, at: place ?? samples.endIndex)
    if isFull { samples.removeLast() }
  }
}
