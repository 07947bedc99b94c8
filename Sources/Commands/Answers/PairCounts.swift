import Bytes

/// The number of added and removed pairs of related records: `2 pairs added, 1 removed`.
struct PairCounts {
  var added: Int
  var removed: Int

  var text: String {
    let all = [(added, "added"), (removed, "removed")].filter { $0.0 > 0 }
    return all.enumerated().map { index, count in
      let number =
        index == 0
        ? NumberText.plural(count.0, one: "pair", many: "pairs") : NumberText.grouped(count.0)
      return "\(number) \(count.1)"
    }.joined(separator: ", ")
  }
}
