import Bytes
import FeatureData

/// The constant values of an `IN` list, sorted for searching.
struct WhereSet: Sendable {
  private var numbers: [WhereNumber] = []
  private var texts: [[UInt8]] = []
  private var moments: [Int64] = []
  private var identities: [GlobalID] = []
  let mode: WhereMode
  /// Whether the list contains null. Then a value that isn't found gives unknown, not false.
  var hasNull = false

  init(mode: WhereMode) {
    self.mode = mode
  }

  /// Adds a value that was converted to the list's type.
  mutating func add(_ value: WhereValue, in memory: inout WhereMemory) {
    let nothing: [UInt8] = []
    switch mode {
    case .numbers: memory.number(value, nothing.span).map { numbers.append($0) }
    case .moments: memory.moment(value, nothing.span).map { moments.append($0) }
    case .texts: addText(value, &memory)
    case .identities:
      if let identity = memory.identity(value, nothing.span) {
        identities.append(identity)
      } else {
        addText(value, &memory)
      }
    }
  }

  private mutating func addText(_ value: WhereValue, _ memory: inout WhereMemory) {
    guard let text = memory.text(value) else { return }
    texts.append(Array(memory.bytes[text.range]))
  }

  mutating func sort() {
    numbers.sort { ($0.order($1) ?? 0) < 0 }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    moments.sort()
    identities.sort()
  }

  /// Returns whether a value is in the list. Nil for unknown.
  func contains(
    _ value: WhereValue, in memory: inout WhereMemory, _ record: Span<UInt8>
  ) -> Bool? {
    if value.isNull { return nil }
    let isFound: Bool
    switch mode {
    case .numbers:
      guard let wanted = memory.number(value, record) else { return nil }
      isFound = contains(wanted)
    case .moments:
      guard let wanted = memory.moment(value, record) else { return nil }
      isFound = contains(wanted)
    case .identities:
      if let wanted = memory.identity(value, record) {
        isFound = contains(wanted)
      } else {
        isFound = containsText(value, in: &memory, record)
      }
    case .texts: isFound = containsText(value, in: &memory, record)
    }
    return isFound ? true : hasNull ? nil : false
  }

  private func containsText(
    _ value: WhereValue, in memory: inout WhereMemory, _ record: Span<UInt8>
  ) -> Bool {
    guard let text = memory.text(value) else { return false }
    let made = memory.bytes.span
    return contains(text.isMade ? made.extracting(text.range) : record.extracting(text.range))
  }

  private func contains(_ number: WhereNumber) -> Bool {
    Self.search(numbers.count) { number.order(numbers[$0]) ?? 1 }
  }

  private func contains(_ moment: Int64) -> Bool {
    Self.search(moments.count) { moment < moments[$0] ? -1 : moment == moments[$0] ? 0 : 1 }
  }

  private func contains(_ identity: GlobalID) -> Bool {
    Self.search(identities.count) {
      identity < identities[$0] ? -1 : identity == identities[$0] ? 0 : 1
    }
  }

  private func contains(_ text: Span<UInt8>) -> Bool {
    var low = 0
    var high = texts.count
    while low < high {
      let middle = (low + high) / 2
      let element = texts[middle]
      let order = text.compare(element.span)
      if order == 0 { return true }
      if order < 0 { high = middle } else { low = middle + 1 }
    }
    return false
  }

  /// Binary search. `order` compares the wanted value with the element at an index.
  private static func search(_ count: Int, _ order: (Int) -> Int) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let outcome = order(middle)
      if outcome == 0 { return true }
      if outcome < 0 { high = middle } else { low = middle + 1 }
    }
    return false
  }
}
