package import OrderedJSON

/// Reads the members of one JSON object. `null` counts as absent; a member of another kind is
/// converted where nothing is lost, else passed over, and noted either way.
package struct Members {
  /// The members.
  package let object: JSONObject
  /// Where the object stands in its document; empty for the root.
  package let path: String

  /// The members of an object that stands at `path`.
  package init(_ object: JSONObject, path: String) {
    self.object = object
    self.path = path
  }

  /// The path of a member.
  package func path(_ key: String) -> String {
    path.isEmpty ? key : path + "." + key
  }

  /// The member, unless it is absent or null.
  package func value(_ key: String) -> JSON? {
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  /// The text of a member; a number gives its source text.
  package func string(_ key: String, _ notices: inout MapNotices) -> String? {
    switch value(key) {
    case nil: return nil
    case .string(let text): return text
    case .number(let number):
      note(key, .string, .number(number), &notices)
      return number.text
    case .some(let other):
      note(key, .string, other, &notices)
      return nil
    }
  }

  /// The same, with blank text as absent and an unfilled template noted and, where it carries a
  /// default, replaced by it.
  package func name(_ key: String, _ notices: inout MapNotices) -> String? {
    guard let text = string(key, &notices), !text.utf8.allSatisfy({ $0 <= 0x20 }) else {
      return nil
    }
    guard Placeholder.isPresent(in: text) else { return text }
    notices.note(path(key), .placeholder(text))
    return Placeholder.fallback(of: text) ?? text
  }

  /// The number of a member, also of a text that spells one.
  package func double(_ key: String, _ notices: inout MapNotices) -> Double? {
    switch value(key) {
    case nil: return nil
    case .number(let number) where number.double.isFinite: return number.double
    case .some(let other):
      note(key, .number, other, &notices)
      guard let text = other.string, let value = JSONNumber(text: text)?.double, value.isFinite
      else { return nil }
      return value
    }
  }

  /// The whole number of a member, also of a text that spells one.
  package func int(_ key: String, _ notices: inout MapNotices) -> Int? {
    guard let value = value(key) else { return nil }
    if let number = value.int { return number }
    note(key, .number, value, &notices)
    return value.string.flatMap { Int($0) }
  }

  /// The truth value of a member, also of `0`, `1`, `"true"` and `"false"`.
  package func bool(_ key: String, _ notices: inout MapNotices) -> Bool? {
    guard let value = value(key) else { return nil }
    if let truth = value.bool { return truth }
    note(key, .bool, value, &notices)
    switch value {
    case .string("true"), .number(JSONNumber(1)): return true
    case .string("false"), .number(JSONNumber(0)): return false
    default: return nil
    }
  }

  /// The object of a member.
  package func object(_ key: String, _ notices: inout MapNotices) -> JSONObject? {
    guard let value = value(key) else { return nil }
    if let object = value.object { return object }
    note(key, .object, value, &notices)
    return nil
  }

  /// The object of a member, for reading.
  package func members(_ key: String, _ notices: inout MapNotices) -> Members? {
    object(key, &notices).map { Members($0, path: path(key)) }
  }

  /// The elements of a member; none when it is absent or no array.
  package func array(_ key: String, _ notices: inout MapNotices) -> [JSON] {
    guard let value = value(key) else { return [] }
    if let array = value.array { return array }
    note(key, .array, value, &notices)
    return []
  }

  /// The objects of an array member, each with its own path; other elements are noted.
  package func elements(_ key: String, _ notices: inout MapNotices) -> [Members] {
    var result: [Members] = []
    for (index, element) in array(key, &notices).enumerated() {
      let place = "\(path(key))[\(index)]"
      if let object = element.object {
        result.append(Members(object, path: place))
      } else if !element.isNull {
        notices.note(place, .wrongKind(expected: .object, found: element.kind))
      }
    }
    return result
  }

  private func note(
    _ key: String, _ expected: JSONKind, _ found: JSON, _ notices: inout MapNotices
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
