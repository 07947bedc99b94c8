import OrderedJSON

/// The stack of views for looking up names, the innermost last.
struct MustacheContext {
  private var stack: [JSON]

  init(_ view: JSON) {
    stack = [view]
  }

  mutating func push(_ view: JSON) { stack.append(view) }

  mutating func pop() { stack.removeLast() }

  /// Returns the value at a path. The first key is looked up in the innermost view that has it. The
  /// other keys are followed from there.
  func value(at path: MustachePath) -> JSON? {
    guard let first = path.first else { return stack.last }
    var index = stack.count - 1
    while index >= 0 {
      if case .object(let members) = stack[index], let found = members[first] {
        guard let rest = path.rest else { return found }
        return follow(rest, from: found)
      }
      index -= 1
    }
    return nil
  }

  private func follow(_ keys: [String], from value: JSON) -> JSON? {
    var value = value
    for key in keys {
      guard case .object(let members) = value, let found = members[key] else { return nil }
      value = found
    }
    return value
  }

  /// Appends the value as text.
  func write(_ path: MustachePath, escaped: Bool, into bytes: inout [UInt8]) {
    switch value(at: path) {
    case .string(let text):
      if escaped { HTMLText.escape(text, into: &bytes) } else { bytes += text.utf8 }
    case .number(let number): bytes += number.text.utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .array, .object, .null, nil: break
    }
  }
}

extension JSON {
  /// Whether a section with this value is rendered.
  var isTrue: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .array(let elements): !elements.isEmpty
    case .string(let text): !text.isEmpty
    case .number(let number): number.double != 0
    case .object: true
    }
  }
}
