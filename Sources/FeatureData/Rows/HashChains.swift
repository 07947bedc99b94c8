/// Finds the indexes of elements by their hashes. It uses four bytes for each element and four for
/// each chain.
///
/// Built once for all hashes, without sorting. Hashes should differ between runs, like Swift's own
/// and ``GlobalID/chainHash``. Otherwise someone could create rows that all have the same hash.
package struct HashChains: Sendable {
  /// The first index of each chain plus one, or 0 for an empty chain.
  private var heads: [UInt32]
  /// The next index of the chain plus one, or 0.
  private var nexts: [UInt32]

  /// Creates an empty table.
  package init() {
    heads = [0]
    nexts = []
  }

  /// Creates chains for the indexes below `count`, which must be less than 2^32.
  ///
  /// - Parameter hash: returns the hash of the element at an index.
  package init(count: Int, hash: (Int) -> Int) {
    var size = 1
    while size < count { size *= 2 }
    heads = Array(repeating: 0, count: size)
    nexts = Array(repeating: 0, count: count)
    for index in (0..<count).reversed() {
      let chain = hash(index) & (size - 1)
      nexts[index] = heads[chain]
      heads[chain] = UInt32(truncatingIfNeeded: index &+ 1)
    }
  }

  /// Returns the first index whose element may have this hash, or nil. Indexes ascend.
  package func first(_ hash: Int) -> Int? { index(heads[hash & (heads.count - 1)]) }

  /// Returns the next index of the same chain.
  package func next(after index: Int) -> Int? { self.index(nexts[index]) }

  private func index(_ number: UInt32) -> Int? { number == 0 ? nil : Int(number) - 1 }
}

extension GlobalID {
  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  /// A hash for this run only: the product of both halves, each combined with a random number.
  package var chainHash: Int {
    let seeds = Self.seeds
    let product = (high ^ seeds.0).multipliedFullWidth(by: low ^ seeds.1)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }
}
