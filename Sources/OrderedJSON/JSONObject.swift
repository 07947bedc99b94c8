import Bytes

/// The members of a JSON object in the order they were written.
package struct JSONObject: Sendable, Equatable {
  /// One member of an object.
  package struct Member: Sendable, Equatable {
    /// The key, unescaped.
    package var key: String
    /// The value.
    package var value: JSON

    /// Creates a member from a key and a value.
    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }

    package static func == (left: Member, right: Member) -> Bool {
      left.key.hasSameUTF8(as: right.key) && left.value == right.value
    }
  }

  /// All members in order. A duplicate key occurs as often as it was written.
  package private(set) var members: [Member]

  /// Creates an object from its members, in order.
  package init(_ members: [Member] = []) {
    self.members = members
  }

  /// The number of members.
  package var count: Int { members.count }
  /// Whether the object has no members.
  package var isEmpty: Bool { members.isEmpty }
  /// The keys in order.
  package var keys: [String] { members.map(\.key) }

  /// The value of a member, or of the last one if the key occurs more than once. Setting a value
  /// keeps the member's position, or adds it at the end. Setting `nil` removes every member with
  /// this key.
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

  /// Adds a member at the end without checking for the same key.
  package mutating func append(_ key: String, _ value: JSON) {
    members.append(Member(key: key, value: value))
  }

  private func lastIndex(of key: String) -> Int? {
    let wanted = key.utf8.span
    var index = members.count - 1
    // By index, because a closure would copy each member. By memory, because iterating over the
    // UTF-8 of a short text takes ten times as long.
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
