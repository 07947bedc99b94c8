/// A JSON value that keeps what it was read from: member order, unknown members, duplicate keys and
/// the text of numbers. `JSONWriter` gives back the same document.
///
/// Two values are equal when they would be written the same: strings and keys by their UTF-8 bytes,
/// numbers by their text (`1` and `1.0` differ), members in order.
package enum JSON: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number, with its source text.
  case number(JSONNumber)
  /// A string, unescaped.
  case string(String)
  /// An array, in order.
  case array([JSON])
  /// An object, its members in order.
  case object(JSONObject)
}

extension JSON: Equatable {
  package static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    // `String ==` takes canonically equivalent text as equal; data must not.
    case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension JSON {
  /// The string, when this is one.
  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The number as a double, when this is a number.
  package var double: Double? {
    guard case .number(let value) = self else { return nil }
    return value.double
  }

  /// The number as an integer, when this is a number without a fraction that `Int` can hold.
  package var int: Int? {
    guard case .number(let value) = self else { return nil }
    return value.int64.map { Int($0) }
  }

  /// The truth value, when this is one.
  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements, when this is an array.
  package var array: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The members, when this is an object.
  package var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// Whether this is the literal `null`.
  package var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }

  /// The value of a member; `nil` when this is no object or has no such member. Setting on anything
  /// but an object changes nothing.
  package subscript(key: String) -> JSON? {
    get { object?[key] }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element at `index`; `nil` when this is no array or the index is outside.
  package subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }

  /// A number from an integer.
  package static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  /// A number from a double; `null` when it is not finite, which JSON cannot say.
  package static func number(_ value: Double) -> JSON {
    JSONNumber(value).map { .number($0) } ?? .null
  }
}

extension String {
  /// Whether both strings are the same UTF-8 bytes (no Unicode equivalence).
  @inlinable package func hasSameUTF8(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
