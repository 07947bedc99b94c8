/// Where things with a hash are in an array: four bytes a place, and four a chain.
///
/// Built once over all hashes; nothing is sorted. Hashes should differ from run to run, as Swift's
/// own do and ``GlobalID/chainHash``, so that nobody can make rows that all have one.
package struct HashChains: Sendable {
  /// The first place of each chain, and one more; 0 for none.
  private var heads: [UInt32]
  /// The next place of the chain, likewise.
  private var nexts: [UInt32]

  /// Chains of no places.
  package init() {
    heads = [0]
    nexts = []
  }

  /// Chains of the places below `count`, fewer than 2^32.
  ///
  /// - Parameter hash: gives the hash of what is at a place.
  package init(count: Int, hash: (Int) -> Int) {
    var size = 1
    while size < count { size *= 2 }
    heads = Array(repeating: 0, count: size)
    nexts = Array(repeating: 0, count: count)
    for place in (0..<count).reversed() {
      let chain = hash(place) & (size - 1)
      nexts[place] = heads[chain]
      heads[chain] = UInt32(truncatingIfNeeded: place &+ 1)
    }
  }

  /// The first place at which something with this hash may be; nil for none. Places ascend.
  package func first(_ hash: Int) -> Int? { place(heads[hash & (heads.count - 1)]) }

  /// The next place of the same chain.
  package func next(after place: Int) -> Int? { self.place(nexts[place]) }

  private func place(_ number: UInt32) -> Int? { number == 0 ? nil : Int(number) - 1 }
}

extension GlobalID {
  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  /// A hash of this run alone: the product of both halves, each changed by a random number.
  package var chainHash: Int {
    let seeds = Self.seeds
    let product = (high ^ seeds.0).multipliedFullWidth(by: low ^ seeds.1)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }
}
