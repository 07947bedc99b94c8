import OrderedJSON

/// The view of a layer's records, with `{"$": n}` where records differ, and the number of these
/// slots.
struct ViewShape: Sendable {
  private(set) var count = 0

  /// Returns a new slot.
  mutating func slot() -> Int {
    count += 1
    return count - 1
  }

  /// Returns the mark for a slot in the shape.
  static func slotMark(_ slot: Int) -> JSON { ["$": .number(slot)] }

  /// Returns a shape with each slot replaced by its value.
  static func fill(_ shape: JSON, _ value: (Int) -> JSON) -> JSON {
    switch shape {
    case .array(let elements):
      return .array(elements.map { fill($0, value) })
    case .object(let object):
      if object.count == 1, let slot = object["$"]?.int { return value(slot) }
      return .object(
        JSONObject(object.members.map { .init(key: $0.key, value: fill($0.value, value)) }))
    default:
      return shape
    }
  }
}
