/// A JSON value that keeps its source: member order, unknown members, duplicate keys and the text
/// of numbers. `JSONWriter` writes the same document again.
///
/// Two values are equal if they would be written the same. Strings and keys compare by their UTF-8
/// bytes, numbers by their text (`1` and `1.0` differ), members in order.
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
    // `String ==` treats canonically equivalent text as equal. Data must not.
    case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension JSON {
  /// The string, if this is one.
  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The number as a double, if this is a number.
  package var double: Double? {
    guard case .number(let value) = self else { return nil }
    return value.double
  }

  /// The number as an integer, if this is a number without a fraction that fits in `Int`.
  package var int: Int? {
    guard case .number(let value) = self else { return nil }
    return value.int64.map { Int($0) }
  }

  /// The Boolean value, if this is one.
  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements, if this is an array.
  package var array: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The members, if this is an object.
  package var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// Whether this is the literal `null`.
  package var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }

  /// The value of a member, or `nil` if this is not an object or has no such member. Setting a
  /// member of anything but an object has no effect.
  package subscript(key: String) -> JSON? {
    get { object?[key] }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element at `index`, or `nil` if this is not an array or the index is out of range.
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

  /// Creates a number from an integer.
  package static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  /// Creates a number from a double, or `null` if it is not finite, because JSON has no such
  /// numbers.
  package static func number(_ value: Double) -> JSON {
    JSONNumber(value).map { .number($0) } ?? .null
  }
}

extension String {
  /// Returns whether both strings are the same UTF-8 bytes, without Unicode equivalence.
  @inlinable package func hasSameUTF8(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
