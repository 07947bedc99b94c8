import OrderedJSON

/// What stood before each value of the object read last: a comma, a key, a colon, blanks. Where it
/// stands again, the key need not be read.
struct RepeatedMembers: Sendable {
  private struct Member: Sendable {
    var range: Range<Int>
    var meaning: Int
  }

  private var members: [Member] = []

  /// Passes what stood before the value at `place` in the object, and gives what the key meant;
  /// `nil` where something else stands.
  @inline(__always) func pass(
    _ place: Int, _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
  ) -> Int? {
    guard place < members.count, scanner.passRepeat(of: members[place].range, bytes) else {
      return nil
    }
    return members[place].meaning
  }

  /// Keeps what stands before a value, and what its key means.
  mutating func keep(_ place: Int, _ range: Range<Int>, meaning: Int) {
    let member = Member(range: range, meaning: meaning)
    if place < members.count { members[place] = member } else { members.append(member) }
  }
}
