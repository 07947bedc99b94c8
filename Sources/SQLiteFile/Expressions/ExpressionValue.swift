import Bytes
package import Records

/// A value of an expression. Text is UTF-8.
package enum ExpressionValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  /// Creates a value from one that is already Unicode.
  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = real.isNaN ? .null : .real(real)
    case .text(let text): self = .text(Array(text.utf8))
    case .blob(let bytes): self = .blob(bytes)
    }
  }

  /// Creates a value from a record, in the encoding of its file.
  package init(
    _ value: RecordValue, of record: Span<UInt8>, _ encoding: DatabaseHeader.TextEncoding
  ) {
    guard case .text(let range) = value else {
      self.init(SQLValue(value, of: record))
      return
    }
    self = .text(StoredText.utf8(record.extracting(range), encoding))
  }

  /// The result of a condition; nil if it is unknown.
  init(_ truth: Bool?) { self = truth.map { .integer($0 ? 1 : 0) } ?? .null }

  /// Whether the value counts as true; nil for NULL.
  ///
  /// - Throws: `ExpressionFault` for a text that is not a number, because SQLite versions differ.
  func truth() throws(ExpressionFault) -> Bool? {
    switch self {
    case .null: nil
    case .integer(let integer): integer != 0
    case .real(let real): real != 0
    case .text, .blob: throw ExpressionFault()
    }
  }

  /// Compares two values that are not NULL: numbers, texts, blobs.
  func compare(_ other: ExpressionValue, _ collation: Collation) -> Int {
    switch (self, other) {
    case (.text(let left), .text(let right)):
      collation.compare(left.span, right.span, encoding: .utf8)
    case (.blob(let left), .blob(let right)): left.span.compare(right.span)
    default: RecordOrder.compare(bare, other.bare)
    }
  }

  private var bare: RecordValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text: .text(0..<0)
    case .blob: .blob(0..<0)
    }
  }

  /// The value as a column of this affinity stores it (datatype3.html §3).
  ///
  /// - Throws: `ExpressionFault` for a number whose text depends on the SQLite version.
  package func applying(_ affinity: Affinity) throws(ExpressionFault) -> ExpressionValue {
    switch affinity {
    case .blob: return self
    case .text:
      guard case .integer = self else {
        guard case .real = self else { return self }
        return .text(try text())
      }
      return .text(try text())
    case .integer, .numeric: return asNumber.withoutFraction
    case .real:
      guard case .integer(let integer) = asNumber else { return asNumber }
      return .real(Double(integer))
    }
  }

  /// Converts a text that is a number. Other values are unchanged.
  var asNumber: ExpressionValue {
    guard case .text(let text) = self else { return self }
    switch NumericText.number(text.span) {
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    default: return self
    }
  }

  /// The value as `CAST` converts it to this affinity (lang_expr.html §13).
  ///
  /// - Throws: `ExpressionFault` if the result depends on the SQLite version.
  func cast(to affinity: Affinity) throws(ExpressionFault) -> ExpressionValue {
    switch (affinity, self) {
    case (_, .null): return .null
    case (.text, .blob): throw ExpressionFault()
    case (.text, _): return .text(try text())
    case (.blob, .blob): return self
    case (.blob, _): return .blob(try text())
    case (.integer, .real(let real)): return .integer(Self.truncated(real))
    case (.integer, .text(let text)): return .integer(try Self.leadingInteger(text))
    case (.real, .integer(let integer)): return .real(Double(integer))
    case (.real, .text), (.numeric, .text):
      // SQLite would use the number at the beginning of the text. Such a text is refused here.
      guard asNumber != self else { throw ExpressionFault() }
      return try asNumber.cast(to: affinity)
    case (.integer, .blob), (.real, .blob), (.numeric, .blob): throw ExpressionFault()
    case (.integer, _), (.real, _), (.numeric, _): return self
    }
  }

  /// The integer at the beginning of a text, after blanks and a sign; 0 if there is none.
  private static func leadingInteger(_ text: [UInt8]) throws(ExpressionFault) -> Int64 {
    var rest = text.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    // Beyond 64 bits, SQLite versions differ.
    guard digits.count <= 18 else { throw ExpressionFault() }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    return isNegative ? -number : number
  }

  private var withoutFraction: ExpressionValue {
    guard case .real(let real) = self, abs(real) < 0x1p51, let integer = Int64(exactly: real) else {
      return self
    }
    return .integer(integer)
  }

  /// The text of a number, or the text itself.
  ///
  /// - Throws: `ExpressionFault` for doubles that SQLite versions write differently.
  func text() throws(ExpressionFault) -> [UInt8] {
    switch self {
    case .text(let text): return text
    case .integer(let integer): return Array("\(integer)".utf8)
    case .real(let real):
      // All versions write fifteen digits the same way, if there is no exponent.
      let text = "\(real)"
      guard abs(real) < 1e15, abs(real) >= 1e-4 || real == 0,
        text.utf8.count(where: { $0 &- UInt8(ascii: "0") < 10 }) <= 15
      else { throw ExpressionFault() }
      return real == 0 ? Array("0.0".utf8) : Array(text.utf8)
    case .null, .blob: throw ExpressionFault()
    }
  }
}

extension RecordEncoder {
  /// Appends a value.
  package mutating func append(
    _ value: ExpressionValue, _ encoding: DatabaseHeader.TextEncoding
  ) {
    switch value {
    case .null: appendNull()
    case .integer(let integer): append(integer)
    case .real(let real): append(real)
    case .text(let text):
      guard encoding != .utf8 else { return append(text: text.span) }
      let encoded = StoredText.encoded(text.span.repairedString(), encoding)
      append(text: encoded.span)
    case .blob(let bytes): append(blob: bytes.span)
    }
  }
}

/// The error for a value that cannot be evaluated here.
package struct ExpressionFault: Error, Equatable {
  /// Creates the error.
  package init() {}
}
