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
  mutating func add(_ value: WhereValue, in machine: inout WhereMachine) {
    let nothing: [UInt8] = []
    switch mode {
    case .numbers: machine.number(value, nothing.span).map { numbers.append($0) }
    case .moments: machine.moment(value, nothing.span).map { moments.append($0) }
    case .texts: addText(value, &machine)
    case .identities:
      if let identity = machine.identity(value, nothing.span) {
        identities.append(identity)
      } else {
        addText(value, &machine)
      }
    }
  }

  private mutating func addText(_ value: WhereValue, _ machine: inout WhereMachine) {
    guard let text = machine.text(value) else { return }
    texts.append(Array(machine.bytes[text.range]))
  }

  mutating func sort() {
    numbers.sort { ($0.order($1) ?? 0) < 0 }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    moments.sort()
    identities.sort()
  }

  func contains(_ number: WhereNumber) -> Bool {
    Self.search(numbers.count) { number.order(numbers[$0]) ?? 1 }
  }

  func contains(_ moment: Int64) -> Bool {
    Self.search(moments.count) { moment < moments[$0] ? -1 : moment == moments[$0] ? 0 : 1 }
  }

  func contains(_ identity: GlobalID) -> Bool {
    Self.search(identities.count) {
      identity < identities[$0] ? -1 : identity == identities[$0] ? 0 : 1
    }
  }

  func contains(_ text: Span<UInt8>) -> Bool {
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
