/// The patterns of `LIKE` and `GLOB`.
enum TextPattern {
  /// The two operators.
  enum Kind: Sendable { case like, glob }

  /// Most steps of a search, so that it ends for any pattern.
  static let mostWork = 1 << 24

  /// What a pattern element matches.
  private enum Element {
    case exactly(Unicode.Scalar)
    /// Any one character.
    case one
    /// Any number of characters, including zero.
    case any
    /// One of these characters, or if negated one of all others.
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  /// Whether a value matches a pattern; nil if one of them is NULL.
  ///
  /// - Throws: `ExpressionFault` if it cannot be evaluated.
  static func matches(
    _ value: ExpressionValue, _ kind: Kind, pattern: ExpressionValue, escape: ExpressionValue?
  ) throws(ExpressionFault) -> Bool? {
    // SQLite builds differ on whether blobs match, and on NULL with blobs.
    if pattern.isBlob || value.isBlob { throw ExpressionFault() }
    let marks = escape == .null ? nil : try escape?.characters()
    guard marks.map({ $0.count == 1 }) ?? true else { throw ExpressionFault() }
    if pattern == .null || value == .null || escape == .null { return nil }
    let characters = try pattern.characters()
    let text = try value.characters()
    guard text.count.multipliedReportingOverflow(by: characters.count + 1).partialValue <= mostWork
    else { throw ExpressionFault() }
    switch kind {
    case .like:
      return matches(
        text.map(lower), elements: try like(characters.map(lower), escape: marks?.first))
    case .glob: return matches(text, elements: try glob(characters))
    }
  }

  /// Converts ASCII letters only, like SQLite without ICU.
  private static func lower(_ character: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(character)
      ? Unicode.Scalar(UInt8(character.value) | 0x20) : character
  }

  private static func like(
    _ pattern: [Unicode.Scalar], escape: Unicode.Scalar?
  ) throws(ExpressionFault) -> [Element] {
    var elements: [Element] = []
    var isEscaped = false
    for character in pattern {
      if isEscaped {
        elements.append(.exactly(character))
        isEscaped = false
      } else if character == escape {
        isEscaped = true
      } else {
        elements.append(character == "%" ? .any : character == "_" ? .one : .exactly(character))
      }
    }
    if isEscaped { throw ExpressionFault() }
    return elements
  }

  private static func glob(_ pattern: [Unicode.Scalar]) throws(ExpressionFault) -> [Element] {
    var elements: [Element] = []
    var rest = pattern[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": elements.append(.any)
      case "?": elements.append(.one)
      case "[": elements.append(try set(&rest))
      default: elements.append(.exactly(character))
      }
    }
    return elements
  }

  /// Parses the characters between brackets. A first `^` negates, a first `]` is itself, and `-`
  /// between two characters is a range.
  private static func set(
    _ rest: inout ArraySlice<Unicode.Scalar>
  ) throws(ExpressionFault) -> Element {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    if rest.first == "]" {
      ranges.append("]"..."]")
      rest.removeFirst()
    }
    var first: Unicode.Scalar?
    while let character = rest.popFirst() {
      if character == "]" { return .oneOf(ranges, isNegated: isNegated) }
      if character == "-", let low = first, let high = rest.first, high != "]" {
        if low <= high { ranges.append(low...high) }
        rest.removeFirst()
        first = nil
      } else {
        ranges.append(character...character)
        first = character
      }
    }
    throw ExpressionFault()
  }

  /// Whether a text matches the elements. After a mismatch behind an ``Element/any``, that element
  /// takes one more character. Earlier ones need no retry.
  private static func matches(_ text: [Unicode.Scalar], elements: [Element]) -> Bool {
    var element = 0
    var at = 0
    var retry: (element: Int, at: Int)?
    while true {
      if element < elements.count, case .any = elements[element] {
        element += 1
        retry = (element, at)
      } else if element < elements.count, at < text.count, holds(elements[element], text[at]) {
        element += 1
        at += 1
      } else if element == elements.count, at == text.count {
        return true
      } else if let again = retry, again.at < text.count {
        retry = (again.element, again.at + 1)
        element = again.element
        at = again.at + 1
      } else {
        return false
      }
    }
  }

  private static func holds(_ element: Element, _ character: Unicode.Scalar) -> Bool {
    switch element {
    case .exactly(let other): character == other
    case .one: true
    case .any: false
    case .oneOf(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }
}

extension ExpressionValue {
  fileprivate var isBlob: Bool { if case .blob = self { true } else { false } }
}
