import Bytes

/// How many pairs of related records came and went: `2 pairs added, 1 removed`.
struct PairCounts {
  var added: Int
  var removed: Int

  var text: String {
    let all = [(added, "added"), (removed, "removed")].filter { $0.0 > 0 }
    return all.enumerated().map { place, count in
      let number =
        place == 0
        ? NumberText.plural(count.0, "pair", "pairs") : NumberText.grouped(count.0)
      return "\(number) \(count.1)"
    }.joined(separator: ", ")
  }
}
