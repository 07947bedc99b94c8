/// Why a where-clause cannot be used. A layer with such a filter stops: it never means all rows.
///
/// Offsets are bytes from the start of the clause.
package enum WhereError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQL that this reader does not know, such as a subquery.
  case unsupported(String, offset: Int)
  /// Text that is no where-clause.
  case unexpected(found: String, expected: String, offset: Int)
  /// A text or quoted name without its closing quote.
  case unterminated(offset: Int)
  /// A name the table has no field of; `nearest` is one that is spelled almost so.
  case unknownField(String, nearest: String?, offset: Int)
  /// A function that is none; `nearest` is one that is spelled almost so.
  case unknownFunction(String, nearest: String?, offset: Int)
  /// A parameter that the host does not give; `nearest` is one that is spelled almost so.
  case unknownParameter(String, nearest: String?, offset: Int)
  /// A function called with too few or too many values.
  case valueCount(function: String, expected: String, found: Int, offset: Int)
  /// Two values that cannot be compared or reckoned with, such as a date and a number.
  case mismatch(String, offset: Int)
  /// Parentheses inside parentheses beyond the limit.
  case tooDeep(limit: Int, offset: Int)
  /// More values and operators than the limit.
  case tooMany(limit: Int, offset: Int)
  /// A clause longer than `limit` bytes.
  case tooLong(count: Int, limit: Int)

  /// One plain line.
  package var description: String {
    switch self {
    case .unsupported(let text, let offset): "\(text) at offset \(offset) is not supported"
    case .unexpected(let found, let expected, let offset):
      "expected \(expected) at offset \(offset), found \(found)"
    case .unterminated(let offset): "the quote at offset \(offset) is never closed"
    case .unknownField(let name, let nearest, let offset):
      "no field \(name) (offset \(offset))" + Self.hint(nearest)
    case .unknownFunction(let name, let nearest, let offset):
      "no function \(name) (offset \(offset))" + Self.hint(nearest)
    case .unknownParameter(let name, let nearest, let offset):
      "no parameter @\(name) (offset \(offset))" + Self.hint(nearest.map { "@\($0)" })
    case .valueCount(let function, let expected, let found, let offset):
      "\(function) at offset \(offset) takes \(expected), not \(found)"
    case .mismatch(let text, let offset): "\(text) at offset \(offset)"
    case .tooDeep(let limit, let offset):
      "more than \(limit) levels of parentheses at offset \(offset)"
    case .tooMany(let limit, let offset):
      "more than \(limit) values and operators at offset \(offset)"
    case .tooLong(let count, let limit): "\(count) bytes of where-clause; the limit is \(limit)"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; there is \($0)" } ?? ""
  }
}
