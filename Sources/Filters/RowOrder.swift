// The order of rows in the syntax of services (`orderByFields`):
//
//   NAME                 ascending
//   DBH DESC, NAME ASC   the second field decides if the first is equal
//
// Null sorts before every value, so it is last in descending order. Texts are sorted regardless of
// the case of ASCII letters, as services do.

import Bytes
import FeatureData
package import MapModel
package import Records

/// An order of rows by their fields, evaluated on records.
package struct RowOrder: Sendable {
  /// The maximum number of fields.
  package static let mostFields = 100

  private struct Key: Sendable {
    var column: Int
    var mode: WhereMode
    var isDescending: Bool
  }

  private var keys: [Key] = []
  /// The fields used, as indexes in the list that the order was compiled for.
  package private(set) var fields: [Int] = []

  /// Compiles an order. For fields and columns, see ``WhereClause``.
  package init(parsing text: String, fields: [Field], firstFieldColumn: Int) throws(WhereError) {
    guard text.utf8.count <= WhereClause.longest else {
      throw .tooLong(count: text.utf8.count, limit: WhereClause.longest)
    }
    var lexer = WhereLexer(Array(text.utf8))
    var token = try lexer.next()
    while true {
      let offset = token.offset
      guard keys.count < Self.mostFields else {
        throw .tooMany(limit: Self.mostFields, offset: offset)
      }
      let name: String
      switch token.kind {
      case .word(let word): name = word
      case .quotedName(let quoted): name = quoted
      default: throw .unexpected(found: token.text, expected: "a field", offset: offset)
      }
      guard let index = fields.index(named: name) else {
        throw .unknownField(name, nearest: fields.map(\.name).nearest(to: name), offset: offset)
      }
      guard let type = fields[index].type.whereType else {
        throw .unsupported("\(fields[index].type.rawValue) \(name)", offset: offset)
      }
      token = try lexer.next()
      let isDescending = token.isWord("DESC")
      if isDescending || token.isWord("ASC") { token = try lexer.next() }
      self.fields.append(index)
      keys.append(
        Key(column: firstFieldColumn + index, mode: type.mode, isDescending: isDescending))
      if case .end = token.kind { return }
      guard token.kind == .symbol(.comma) else {
        throw .unexpected(
          found: token.text, expected: "ASC, DESC, a comma or the end", offset: token.offset)
      }
      token = try lexer.next()
    }
  }

  /// Returns a negative number if the first row comes first, a positive one if the second does, or
  /// 0.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `record`.
  ///   - otherLayout: the parsed layout of `other`.
  package func order(
    layout: RecordLayout, record: Span<UInt8>, otherLayout: RecordLayout, other: Span<UInt8>
  ) -> Int {
    for key in keys {
      let one = layout.value(key.column, in: record)
      let two = otherLayout.value(key.column, in: other)
      let order = key.mode.order(one, in: record, two, in: other)
      if order != 0 { return key.isDescending ? -order : order }
    }
    return 0
  }
}

extension WhereMode {
  /// Compares two stored values. Null, and values of another type, come first.
  fileprivate func order(
    _ one: RecordValue, in record: Span<UInt8>, _ two: RecordValue, in other: Span<UInt8>
  ) -> Int {
    switch self {
    case .numbers:
      guard let left = Self.number(one, record), let right = Self.number(two, other) else {
        return Self.rank(Self.number(one, record) != nil, Self.number(two, other) != nil)
      }
      return left.order(right) ?? 0
    case .moments:
      guard let left = Self.moment(one, record), let right = Self.moment(two, other) else {
        return Self.rank(Self.moment(one, record) != nil, Self.moment(two, other) != nil)
      }
      return left < right ? -1 : left > right ? 1 : 0
    case .texts, .identities:
      guard case .text(let left) = one, case .text(let right) = two else {
        return Self.rank(Self.isText(one), Self.isText(two))
      }
      if self == .identities, let first = GlobalID(record, in: left),
        let second = GlobalID(other, in: right)
      {
        return first < second ? -1 : first == second ? 0 : 1
      }
      return record.extracting(left).compareRegardlessOfCase(other.extracting(right))
    }
  }

  private static func rank(_ one: Bool, _ two: Bool) -> Int {
    one == two ? 0 : one ? 1 : -1
  }

  private static func isText(_ value: RecordValue) -> Bool {
    if case .text = value { return true }
    return false
  }

  private static func number(_ value: RecordValue, _ record: Span<UInt8>) -> WhereNumber? {
    switch value {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let range): WhereNumber(record, in: range)
    case .null, .blob: nil
    }
  }

  private static func moment(_ value: RecordValue, _ record: Span<UInt8>) -> Int64? {
    switch value {
    case .integer(let value): value
    case .text(let range): DateText.milliseconds(record, in: range)
    case .null, .real, .blob: nil
    }
  }
}
