import Bytes

/// The members of a JSON object in the order they were written.
package struct JSONObject: Sendable, Equatable {
  /// One member of an object.
  package struct Member: Sendable, Equatable {
    /// The key, unescaped.
    package var key: String
    /// The value.
    package var value: JSON

    /// A member from its parts.
    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }

    package static func == (left: Member, right: Member) -> Bool {
      left.key.hasSameUTF8(as: right.key) && left.value == right.value
    }
  }

  /// All members in order; a duplicate key stands as often as it was written.
  package private(set) var members: [Member]

  /// An object from its members, in order.
  package init(_ members: [Member] = []) {
    self.members = members
  }

  /// The number of members.
  package var count: Int { members.count }
  /// Whether there is no member.
  package var isEmpty: Bool { members.isEmpty }
  /// The keys in order.
  package var keys: [String] { members.map(\.key) }

  /// The value of a member; the last one when the key is there more than once. Setting keeps the
  /// member's place, or adds it at the end; setting `nil` removes every member with this key.
  package subscript(key: String) -> JSON? {
    get { lastIndex(of: key).map { members[$0].value } }
    set {
      guard let value = newValue else {
        members.removeAll { $0.key.hasSameUTF8(as: key) }
        return
      }
      if let index = lastIndex(of: key) {
        members[index].value = value
      } else {
        members.append(Member(key: key, value: value))
      }
    }
  }

  /// Adds a member at the end, without looking for one with the same key.
  package mutating func append(_ key: String, _ value: JSON) {
    members.append(Member(key: key, value: value))
  }

  private func lastIndex(of key: String) -> Int? {
    let wanted = key.utf8.span
    var index = members.count - 1
    // By index, because a closure would take a copy of each member, and by memory: an iterator over
    // the UTF-8 of a short text costs ten times as much.
    while index >= 0 {
      if members[index].key.utf8.count == wanted.count,
        members[index].key.utf8.span.isEqual(to: wanted)
      {
        return index
      }
      index -= 1
    }
    return nil
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }
}
