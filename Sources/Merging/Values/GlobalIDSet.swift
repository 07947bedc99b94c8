package import FeatureData

/// A set of GlobalIDs that needs 16 bytes for each, because large tables have one for every row.
///
/// Uses open addressing with linear probing. GlobalIDs are usually random, but their bits are mixed
/// anyway, because nothing guarantees that.
package struct GlobalIDSet: Sendable {
  private var slots: [GlobalID] = []
  /// A bit array with eight bits for each slot. It rejects most ids that are not in the set without
  /// a probe.
  private var marks: [UInt64] = []
  private var hasZero = false
  /// The number of ids.
  package private(set) var count = 0

  /// The value of a free slot.
  private static let zero = GlobalID(high: 0, low: 0)

  /// Creates an empty set.
  package init() {}

  /// Adds an id. Returns false if it was already in the set.
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

  /// Returns whether the set contains an id.
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

  /// Returns the slot of an id, or the free slot where it belongs. At least one slot in four is
  /// free.
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
