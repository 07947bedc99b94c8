import Arcade
import MapModel

/// Translates Arcade expressions for QGIS: those that are a single value and use functions that
/// QGIS has too. The languages treat null, and texts next to numbers, differently. So each value
/// has a known kind, and is written so that the result is the same.
struct ArcadeTranslation {
  /// The kind of a value, which determines the meaning of Arcade's operators.
  enum Kind: Sendable {
    case text
    case number
    case boolean
    case date
    /// A date without a time.
    case day
    case null

    var isDate: Bool { self == .date || self == .day }
  }

  /// A value in QGIS's language, which can be used as an operand.
  struct Value: Sendable {
    var text: String
    var kind: Kind
    /// Whether it may be null.
    var isOptional = true
  }

  /// Why an expression has no equivalent in QGIS.
  struct Untranslated: Error {
    let reason: String
  }

  /// The columns of the layer, as its form and drawing use them.
  let columns: [ProjectColumn]
  /// The longest translated text, in bytes.
  static let longest = 20_000

  /// Translates an expression.
  ///
  /// - Returns: the text, or the reason why there is none.
  func translate(_ source: String) -> Result<Value, Untranslated> {
    do {
      let value = try value(of: ArcadeTerm(reading: source))
      guard value.text.utf8.count <= Self.longest else {
        return .failure(Untranslated(reason: "it is too long"))
      }
      return .success(value)
    } catch ArcadeTermError.syntax(let error) {
      return .failure(Untranslated(reason: "\(error)"))
    } catch ArcadeTermError.unsupported(let statement) {
      return .failure(Untranslated(reason: "QGIS has no equivalent of \(statement)"))
    } catch let error as Untranslated {
      return .failure(error)
    } catch {
      return .failure(Untranslated(reason: "\(error)"))
    }
  }

  /// Translates an expression of a drawing that must give a number.
  func number(of expression: DrawingExpression) -> Result<Value, Untranslated> {
    translate(expression.source).flatMap { value in
      value.kind == .number
        ? .success(value) : .failure(Untranslated(reason: "it doesn't give a number in QGIS"))
    }
  }

  /// Translates a term.
  func value(of term: ArcadeTerm) throws(Untranslated) -> Value {
    switch term {
    case .number(let number):
      guard number.isFinite else { throw Untranslated(reason: "it uses an infinite number") }
      let text = QGISNumber.text(number)
      return Value(text: number < 0 ? "(\(text))" : text, kind: .number, isOptional: false)
    case .text(let text):
      return Value(text: QGISExpression.text(text), kind: .text, isOptional: false)
    case .boolean(let truth):
      return Value(text: truth ? "true" : "false", kind: .boolean, isOptional: false)
    case .null: return Value(text: "NULL", kind: .null)
    case .name(let name): return try named(name)
    case .member(let object, let name): return try member(name, of: object)
    case .list: throw Untranslated(reason: "QGIS has no list here")
    case .joined(let parts): return try joined(parts)
    case .negated(let inner):
      return Value(text: "(-\(try number(inner)))", kind: .number, isOptional: false)
    case .not(let inner):
      return Value(text: "(NOT \(try condition(inner)))", kind: .boolean, isOptional: false)
    case .binary(let symbol, let left, let right):
      return
        try binary(symbol, left: left, right: right)
    case .choice(let condition, let then, let otherwise):
      return try choice([(condition, then)], otherwise: otherwise)
    case .call(let name, let arguments): return try call(name, arguments)
    }
  }

  /// A column, by the name of its field.
  func column(_ name: String) throws(Untranslated) -> ProjectColumn {
    guard let column = columns.first(where: { $0.field.isNamed(name) }) else {
      throw Untranslated(reason: "the table has no field \(name)")
    }
    return column
  }

  private func named(_ name: String) throws(Untranslated) -> Value {
    switch name {
    case "pi": Value(text: "pi()", kind: .number, isOptional: false)
    case "infinity", "nan": throw Untranslated(reason: "QGIS has no \(name)")
    default: throw Untranslated(reason: "QGIS has no equivalent of \(name)")
    }
  }

  private func member(_ name: String, of object: ArcadeTerm) throws(Untranslated) -> Value {
    switch object {
    case .name("$feature"):
      let column = try column(name)
      guard let kind = Kind(column.field.type) else {
        throw Untranslated(
          reason: "QGIS has no equivalent of the type of the field \(column.field.name)")
      }
      return Value(text: column.expression, kind: kind)
    case .name("textformatting"):
      guard let text = Self.formatting[name.lowercased()] else { break }
      return Value(text: QGISExpression.text(text), kind: .text, isOptional: false)
    case .name("$editcontext") where name.lowercased() == "edittype":
      return Value(
        text: "if(coalesce($id, 0) < 1, 'INSERT', 'UPDATE')", kind: .text, isOptional: false)
    case .call("getuser", _) where ["username", "fullname"].contains(name.lowercased()):
      return Value(text: QGISExpression.person, kind: .text)
    default: break
    }
    throw Untranslated(reason: "QGIS has no equivalent of .\(name) here")
  }

  private static let formatting = [
    "newline": "\n", "singlequote": "'", "doublequote": "\"", "forwardslash": "/",
    "backwardslash": "\\",
  ]

  // MARK: Values of one kind

  /// A text; an empty text for null.
  func text(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    switch value.kind {
    case .text: return value.isOptional ? "coalesce(\(value.text), '')" : value.text
    case .number where value.isOptional: return "coalesce(to_string(\(value.text)), '')"
    case .number: return "to_string(\(value.text))"
    case .boolean: return "if(\(value.text), 'true', 'false')"
    case .null: return "''"
    case .date, .day: throw Untranslated(reason: "it uses a date as text without a pattern")
    }
  }

  /// A number; 0 for null.
  func number(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    switch value.kind {
    case .number: return value.isOptional ? "coalesce(\(value.text), 0)" : value.text
    case .null: return "0"
    default: throw Untranslated(reason: "QGIS converts texts and dates to numbers differently")
    }
  }

  /// A literal whole number.
  func count(_ term: ArcadeTerm) throws(Untranslated) -> Int {
    guard case .number(let number) = term, let whole = Int(exactly: number) else {
      throw Untranslated(reason: "it uses a count that isn't a literal number")
    }
    return whole
  }

  /// A literal text.
  func written(_ term: ArcadeTerm) throws(Untranslated) -> String {
    guard case .text(let text) = term else {
      throw Untranslated(reason: "it uses a pattern or name that isn't a literal text")
    }
    return text
  }

  /// A condition, which is true or false and never null.
  func condition(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    guard value.kind == .boolean else {
      throw Untranslated(reason: "it uses a condition that is neither true nor false")
    }
    return value.text
  }

  /// The joined texts of values.
  func joined(_ parts: [ArcadeTerm]) throws(Untranslated) -> Value {
    var texts: [String] = []
    for part in parts { texts.append(try text(part)) }
    let text = texts.count == 1 ? texts[0] : "(\(QGISExpression.joined(texts)))"
    return Value(text: text, kind: .text, isOptional: false)
  }

  // MARK: Operators

  private func binary(
    _ symbol: ArcadeTerm.Operator, left: ArcadeTerm, right: ArcadeTerm
  ) throws(Untranslated) -> Value {
    switch symbol {
    case .and, .or:
      let word = symbol == .and ? "AND" : "OR"
      return .truth("(\(try condition(left)) \(word) \(try condition(right)))")
    case .equal: return .truth(try equality(left, right))
    case .unequal: return .truth("(NOT \(try equality(left, right)))")
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .truth(try order(symbol.rawValue, left: left, right: right))
    case .add:
      let kinds = (try value(of: left).kind, try value(of: right).kind)
      if kinds.0 == .text || kinds.1 == .text { return try joined(parts(left) + parts(right)) }
      return try arithmetic(symbol, left: left, right: right)
    case .subtract where try value(of: left).kind.isDate:
      let texts = (try moment(left), try moment(right))
      return Value(text: "(\(texts.0) - \(texts.1))", kind: .number)
    case .subtract, .multiply, .divide, .remainder:
      return try arithmetic(symbol, left: left, right: right)
    }
  }

  /// The operands of a chain of text concatenations.
  private func parts(_ term: ArcadeTerm) throws(Untranslated) -> [ArcadeTerm] {
    guard case .binary(.add, let left, let right) = term, try value(of: term).kind == .text else {
      return [term]
    }
    return try parts(left) + parts(right)
  }

  private func arithmetic(
    _ symbol: ArcadeTerm.Operator, left: ArcadeTerm, right: ArcadeTerm
  ) throws(Untranslated) -> Value {
    // For whole numbers, QGIS's remainder equals Arcade's; its quotient has a fraction.
    Value(
      text: "(\(try number(left)) \(symbol.rawValue) \(try number(right)))", kind: .number,
      isOptional: symbol == .divide || symbol == .remainder)
  }

  /// Milliseconds since 1970 UTC.
  func moment(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    guard value.kind == .date else {
      throw Untranslated(reason: "it combines a date with a value that isn't a date")
    }
    return "epoch(\(value.text))"
  }

  /// Equality of kind and value. Null equals only null.
  func equality(_ left: ArcadeTerm, _ right: ArcadeTerm) throws(Untranslated) -> String {
    let values = (try value(of: left), try value(of: right))
    switch (values.0.kind, values.1.kind) {
    case (.null, _): return "(\(values.1.text) IS NULL)"
    case (_, .null): return "(\(values.0.text) IS NULL)"
    case (.text, .text), (.number, .number), (.boolean, .boolean), (.date, .date):
      let sign = values.0.isOptional || values.1.isOptional ? "IS" : "="
      return "(\(values.0.text) \(sign) \(values.1.text))"
    case (.text, .number), (.number, .text), (.boolean, .number), (.number, .boolean),
      (.boolean, .text), (.text, .boolean):
      // "1" does not equal 1, but null equals null.
      guard values.0.isOptional, values.1.isOptional else { return "false" }
      return "(\(values.0.text) IS NULL AND \(values.1.text) IS NULL)"
    default: throw Untranslated(reason: "it compares a date with a value that isn't a date")
    }
  }

  private func order(
    _ sign: String, left: ArcadeTerm, right: ArcadeTerm
  ) throws(Untranslated) -> String {
    let kinds = (try value(of: left).kind, try value(of: right).kind)
    if kinds.0.isDate || kinds.1.isDate {
      return "(coalesce(\(try moment(left)), 0) \(sign) coalesce(\(try moment(right)), 0))"
    }
    guard kinds.0 != .text, kinds.1 != .text else {
      throw Untranslated(reason: "QGIS sorts texts differently")
    }
    return "(\(try number(left)) \(sign) \(try number(right)))"
  }

  // MARK: Choices

  /// A choice between values, which must have the same kind.
  func choice(
    _ cases: [(condition: ArcadeTerm, then: ArcadeTerm)], otherwise: ArcadeTerm
  ) throws(Untranslated) -> Value {
    var texts: [(String, ArcadeTerm)] = []
    for one in cases { texts.append((try condition(one.condition), one.then)) }
    return try choice(texts, otherwise: otherwise)
  }

  /// The same with conditions that are already translated.
  func choice(
    _ cases: [(condition: String, then: ArcadeTerm)], otherwise: ArcadeTerm
  ) throws(Untranslated) -> Value {
    var values: [Value] = []
    for one in cases { values.append(try value(of: one.then)) }
    values.append(try value(of: otherwise))
    let kinds = Set(values.map(\.kind)).subtracting([.null])
    guard kinds.count <= 1 else {
      throw Untranslated(reason: "it chooses between values of several kinds")
    }
    let whens = zip(cases, values).map { "WHEN \($0.condition) THEN \($1.text)" }
    let last = values[values.count - 1].text
    return Value(
      text: "(CASE \(whens.joined(separator: " ")) ELSE \(last) END)", kind: kinds.first ?? .null,
      isOptional: values.contains(where: \.isOptional))
  }
}

extension ArcadeTranslation.Value {
  static func truth(_ text: String) -> Self { Self(text: text, kind: .boolean, isOptional: false) }
}

extension ArcadeTranslation.Kind {
  /// The kind of a field's values; nil for types that expressions can't use.
  init?(_ type: FieldType) {
    switch type.family {
    case .integer, .real, .rowNumber: self = .number
    case .moment, .offsetMoment: self = .date
    case .day: self = .day
    case .text, .identity, .xml: self = .text
    case .timeOfDay, .bytes, .shape: return nil
    }
  }
}
