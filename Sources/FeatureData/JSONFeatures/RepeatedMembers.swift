import OrderedJSON

/// The bytes before each value of the last object: a comma, a key, a colon, blanks. If the same
/// bytes occur again, the key need not be parsed.
struct RepeatedMembers: Sendable {
  private struct Member: Sendable {
    var range: Range<Int>
    var meaning: Int
  }

  private var members: [Member] = []

  /// Skips the bytes before the value at `index` in the object, and returns the meaning of the key.
  /// Returns `nil` if the bytes differ.
  @inline(__always) func pass(
    at index: Int, scanner: inout JSONScanner, in bytes: Span<UInt8>
  ) -> Int? {
    guard index < members.count, scanner.passRepeat(of: members[index].range, bytes) else {
      return nil
    }
    return members[index].meaning
  }

  /// Stores the bytes before a value and the meaning of its key.
  mutating func keep(at index: Int, _ range: Range<Int>, meaning: Int) {
    let member = Member(range: range, meaning: meaning)
    if index < members.count { members[index] = member } else { members.append(member) }
  }
}
