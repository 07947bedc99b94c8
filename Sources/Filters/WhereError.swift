/// Why a where clause can't be used. A layer with such a filter fails: it never means all rows.
///
/// Offsets are bytes from the start of the clause.
package enum WhereError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The clause uses unsupported SQL, such as a subquery.
  case unsupported(String, offset: Int)
  /// The text isn't a where clause.
  case unexpected(found: String, expected: String, offset: Int)
  /// A text or quoted name has no closing quote.
  case unterminated(offset: Int)
  /// The table has no field with this name. `nearest` is a field with a similar name.
  case unknownField(String, nearest: String?, offset: Int)
  /// There is no function with this name. `nearest` is a function with a similar name.
  case unknownFunction(String, nearest: String?, offset: Int)
  /// There is no parameter with this name. `nearest` is a parameter with a similar name.
  case unknownParameter(String, nearest: String?, offset: Int)
  /// A function has too few or too many values.
  case valueCount(function: String, expected: String, found: Int, offset: Int)
  /// Two values can't be compared or combined, such as a date and a number.
  case mismatch(String, offset: Int)
  /// Parentheses are nested beyond the limit.
  case tooDeep(limit: Int, offset: Int)
  /// There are more values and operators than the limit.
  case tooMany(limit: Int, offset: Int)
  /// The clause is longer than `limit` bytes.
  case tooLong(count: Int, limit: Int)

  /// The error in one line.
  package var description: String {
    switch self {
    case .unsupported(let text, let offset): "\(text) at offset \(offset) is not supported"
    case .unexpected(let found, let expected, let offset):
      "expected \(expected) at offset \(offset), found \(found)"
    case .unterminated(let offset): "the quote at offset \(offset) is never closed"
    case .unknownField(let name, let nearest, let offset):
      "there is no field \(name) (offset \(offset))" + Self.hint(nearest)
    case .unknownFunction(let name, let nearest, let offset):
      "there is no function \(name) (offset \(offset))" + Self.hint(nearest)
    case .unknownParameter(let name, let nearest, let offset):
      "there is no parameter @\(name) (offset \(offset))" + Self.hint(nearest.map { "@\($0)" })
    case .valueCount(let function, let expected, let found, let offset):
      "\(function) at offset \(offset) takes \(expected), not \(found)"
    case .mismatch(let text, let offset): "\(text) at offset \(offset)"
    case .tooDeep(let limit, let offset):
      "more than \(limit) levels of parentheses at offset \(offset)"
    case .tooMany(let limit, let offset):
      "more than \(limit) values and operators at offset \(offset)"
    case .tooLong(let count, let limit): "\(count) bytes, but at most \(limit) are allowed"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; the closest name is \($0)" } ?? ""
  }
}
