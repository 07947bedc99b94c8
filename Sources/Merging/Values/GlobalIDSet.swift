package import FeatureData

/// A set of identities at 16 bytes each: large tables have one for every row.
///
/// Open addressing with linear steps; GlobalIDs are random, or digests, and still mixed, since
/// nobody has to make them so.
package struct GlobalIDSet: Sendable {
  private var slots: [GlobalID] = []
  /// One bit for eight times as many hashes as there are slots: most ids that are not in the set
  /// are told from it by that alone.
  private var marks: [UInt64] = []
  private var hasZero = false
  /// The ids in it.
  package private(set) var count = 0

  /// What a free slot holds.
  private static let zero = GlobalID(high: 0, low: 0)

  /// An empty set.
  package init() {}

  /// Adds an id; false when it was there.
  package mutating func insert(_ id: GlobalID) -> Bool {
    if id == Self.zero {
      guard !hasZero else { return false }
      hasZero = true
      count += 1
      return true
    }
    if count &* 4 >= slots.count &* 3 { grow() }
    let slot = slot(of: id)
    guard slots[slot] == Self.zero else { return false }
    slots[slot] = id
    mark(id)
    count += 1
    return true
  }

  /// Whether an id is in it.
  package func contains(_ id: GlobalID) -> Bool {
    if id == Self.zero { return hasZero }
    guard !slots.isEmpty else { return false }
    let bit = bit(of: id)
    return marks[bit &>> 6] &>> UInt64(bit & 63) & 1 == 1 && slots[slot(of: id)] == id
  }

  private mutating func mark(_ id: GlobalID) {
    let bit = bit(of: id)
    marks[bit &>> 6] |= 1 &<< UInt64(bit & 63)
  }

  private func bit(of id: GlobalID) -> Int {
    Int(truncatingIfNeeded: Self.mixed(id) &>> 9) & (marks.count &* 64 &- 1)
  }

  private static func mixed(_ id: GlobalID) -> UInt64 {
    (id.high ^ id.low &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
  }

  /// Where the id is, or else would be. One slot in four is free.
  private func slot(of id: GlobalID) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: Self.mixed(id) &>> 20) & mask
    while slots[slot] != Self.zero, slots[slot] != id { slot = (slot &+ 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Self.zero, count: max(64, old.count * 2))
    marks = Array(repeating: 0, count: slots.count / 8)
    for id in old where id != Self.zero {
      slots[slot(of: id)] = id
      mark(id)
    }
  }
}
