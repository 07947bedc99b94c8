import Bytes
import FeatureData
import Filters
import GeoPackage
import MapModel

extension WhereClause {
  /// Converts a filter to an expression; nil for an invalid filter, or for one with functions of
  /// standardized queries.
  ///
  /// Comparisons, `AND`, `OR`, `NOT`, `IN`, `LIKE` and `IS NULL` mean the same in both languages.
  static func qgisText(
    of clause: String, fields: [Field], column: (String) -> String?
  ) -> String? {
    text(of: clause, fields: fields, words: FilterWords.shared, QGISExpression.text, column)
  }

  /// Converts a filter to SQLite's SQL; nil for an invalid filter, or for one with functions, dates
  /// or other parts that SQLite writes differently.
  static func sqliteText(
    of clause: String, fields: [Field], column: (String) -> String?
  ) -> String? {
    text(
      of: clause, fields: fields, words: FilterWords.shared + ["BETWEEN"],
      GeoPackageNames.literal, column)
  }

  private static func text(
    of clause: String, fields: [Field], words known: [String], _ literal: (String) -> String,
    _ column: (String) -> String?
  ) -> String? {
    guard (try? WhereClause(parsing: clause, fields: fields, firstFieldColumn: 0)) != nil else {
      return nil
    }
    var words = FilterWords(clause)
    var text: [String] = []
    while let word = words.next() {
      switch word {
      case .name(let name):
        if let column = column(name) {
          text.append(column)
        } else if known.contains(where: { $0.isSameName(as: name) }) {
          text.append(name.uppercased())
        } else {
          return nil
        }
      case .quotedName(let name):
        guard let column = column(name) else { return nil }
        text.append(column)
      case .text(let words): text.append(literal(words))
      case .other(let marks): text.append(marks)
      }
    }
    return text.joined(separator: " ")
  }
}

/// Splits a valid filter into words.
private struct FilterWords {
  enum Word {
    case name(String)
    case quotedName(String)
    case text(String)
    case other(String)
  }

  static let shared = ["AND", "OR", "NOT", "IN", "LIKE", "IS", "NULL", "TRUE", "FALSE"]

  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  mutating func next() -> Word? {
    rest = rest.drop { $0 <= 0x20 }
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "'"): return .text(quoted(by: first))
    case UInt8(ascii: "\""): return .quotedName(quoted(by: first))
    case _ where Self.isLetter(first):
      let word = rest.prefix { Self.isLetter($0) || Self.isDigit($0) }
      rest = rest.dropFirst(word.count)
      return .name(String(decoding: word, as: UTF8.self))
    case _ where Self.isDigit(first):
      let number = rest.prefix { Self.isDigit($0) || Self.isLetter($0) || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(number.count)
      return .other(String(decoding: number, as: UTF8.self))
    default:
      let marks = rest.prefix { "<>=!|".utf8.contains($0) }
      let count = max(marks.count, 1)
      defer { rest = rest.dropFirst(count) }
      return .other(String(decoding: rest.prefix(count), as: UTF8.self))
    }
  }

  /// The text between quotes. A doubled quote is one quote.
  private mutating func quoted(by quote: UInt8) -> String {
    rest = rest.dropFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote {
        guard rest.first == quote else { break }
        rest = rest.dropFirst()
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
