/// Finds the name that a user probably meant.
package enum NearestName {
  /// Returns the name most similar to `word`, or null if no name is similar. Of equally similar
  /// names, the first wins.
  package static func find(_ word: String, among names: [String]) -> String? {
    let letters = Array(word.utf8.prefix(64))
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(letters, Array(name.utf8))
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    guard let best else { return nil }
    // A shortened word (`comp`) is also a hint.
    if best.distance <= max(1, min(letters.count, best.name.utf8.count) / 3) { return best.name }
    return letters.count >= 3 ? names.first { $0.hasPrefix(word) } : nil
  }

  /// Returns the number of edits between two words: letters added, removed or changed, or two
  /// neighbors swapped (optimal string alignment).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
