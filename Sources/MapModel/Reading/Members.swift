package import OrderedJSON

/// Reads the members of one JSON object. `null` counts as missing. A member of a different kind is
/// converted if nothing is lost, and otherwise ignored. Either way, it is noted.
package struct Members {
  /// The members.
  package let object: JSONObject
  /// The path of the object in its document. Empty for the root.
  package let path: String

  /// Creates a reader for an object at `path`.
  package init(_ object: JSONObject, path: String) {
    self.object = object
    self.path = path
  }

  /// Returns the path of a member.
  package func path(_ key: String) -> String {
    path.isEmpty ? key : path + "." + key
  }

  /// Returns the member, unless it is missing or null.
  package func value(_ key: String) -> JSON? {
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  /// Returns the text of a member. A number gives its source text.
  package func string(_ key: String, _ notices: inout MapNotices) -> String? {
    switch value(key) {
    case nil: return nil
    case .string(let text): return text
    case .number(let number):
      note(key, expected: .string, found: .number(number), notices: &notices)
      return number.text
    case .some(let other):
      note(key, expected: .string, found: other, notices: &notices)
      return nil
    }
  }

  /// Like `string`, but blank text counts as missing. A placeholder of a template is noted, and
  /// replaced by its default if it has one.
  package func name(_ key: String, _ notices: inout MapNotices) -> String? {
    guard let text = string(key, &notices) else { return nil }
    if Placeholder.isPresent(in: text) { notices.note(path(key), .placeholder(text)) }
    return Self.name(from: text)
  }

  /// Returns the name that a text is. A placeholder of a template gives its default, if it has one.
  /// Nil for blank text.
  package static func name(from text: String) -> String? {
    let name = Placeholder.fallback(of: text) ?? text
    return name.utf8.allSatisfy { $0 <= 0x20 } ? nil : name
  }

  /// Returns the number of a member, also from a text with a number.
  package func double(_ key: String, _ notices: inout MapNotices) -> Double? {
    switch value(key) {
    case nil: return nil
    case .number(let number) where number.double.isFinite: return number.double
    case .some(let other):
      note(key, expected: .number, found: other, notices: &notices)
      guard let text = other.string, let value = JSONNumber(text: text)?.double, value.isFinite
      else { return nil }
      return value
    }
  }

  /// Returns the whole number of a member, also from a text with a number.
  package func int(_ key: String, _ notices: inout MapNotices) -> Int? {
    guard let value = value(key) else { return nil }
    if let number = value.int { return number }
    note(key, expected: .number, found: value, notices: &notices)
    return value.string.flatMap { Int($0) }
  }

  /// Returns the Boolean value of a member, also from `0`, `1`, `"true"` and `"false"`.
  package func bool(_ key: String, _ notices: inout MapNotices) -> Bool? {
    guard let value = value(key) else { return nil }
    if let truth = value.bool { return truth }
    note(key, expected: .bool, found: value, notices: &notices)
    switch value {
    case .string("true"), .number(JSONNumber(1)): return true
    case .string("false"), .number(JSONNumber(0)): return false
    default: return nil
    }
  }

  /// Returns the object of a member.
  package func object(_ key: String, _ notices: inout MapNotices) -> JSONObject? {
    guard let value = value(key) else { return nil }
    if let object = value.object { return object }
    note(key, expected: .object, found: value, notices: &notices)
    return nil
  }

  /// Returns the object of a member as `Members`.
  package func members(_ key: String, _ notices: inout MapNotices) -> Members? {
    object(key, &notices).map { Members($0, path: path(key)) }
  }

  /// Returns the elements of a member. Empty if it is missing or not an array.
  package func array(_ key: String, _ notices: inout MapNotices) -> [JSON] {
    guard let value = value(key) else { return [] }
    if let array = value.array { return array }
    note(key, expected: .array, found: value, notices: &notices)
    return []
  }

  /// Returns the objects in an array member, each with its own path. Other elements are noted.
  package func elements(_ key: String, _ notices: inout MapNotices) -> [Members] {
    var result: [Members] = []
    for (index, element) in array(key, &notices).enumerated() {
      let elementPath = "\(path(key))[\(index)]"
      if let object = element.object {
        result.append(Members(object, path: elementPath))
      } else if !element.isNull {
        notices.note(elementPath, .wrongKind(expected: .object, found: element.kind))
      }
    }
    return result
  }

  private func note(
    _ key: String, expected: JSONKind, found: JSON, notices: inout MapNotices
  ) {
    if let text = found.string, Placeholder.isPresent(in: text) {
      notices.note(path(key), .placeholder(text))
    } else {
      notices.note(path(key), .wrongKind(expected: expected, found: found.kind))
    }
  }
}

extension JSON {
  /// The kind of this value.
  package var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
