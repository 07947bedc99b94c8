import Arcade
import MapModel

/// Writes Arcade expressions as QGIS reads them: those that are one value, and whose functions QGIS
/// has alike. What the two languages make of missing values, and of texts beside numbers, differs;
/// each value is therefore known by its kind, and written so that it comes to the same.
struct ArcadeTranslation {
  /// What a value is, which Arcade's operators go by.
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

  /// A value as QGIS writes it, whole in itself.
  struct Value: Sendable {
    var text: String
    var kind: Kind
    /// Whether it may be missing.
    var isOptional = true
  }

  /// Why an expression has no like in QGIS.
  struct Untranslated: Error {
    let reason: String
  }

  /// The columns of the layer, as its form and its drawing see them.
  let columns: [ProjectColumn]
  /// Bytes of the longest text that is written.
  static let longest = 20_000

  /// The text of an expression.
  ///
  /// - Returns: the text, or why there is none.
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
      return .failure(Untranslated(reason: "QGIS has nothing like \(statement)"))
    } catch let error as Untranslated {
      return .failure(error)
    } catch {
      return .failure(Untranslated(reason: "\(error)"))
    }
  }

  /// The number that an expression of a drawing gives.
  func number(of expression: DrawingExpression) -> Result<Value, Untranslated> {
    translate(expression.source).flatMap { value in
      value.kind == .number
        ? .success(value) : .failure(Untranslated(reason: "it gives no number in QGIS"))
    }
  }

  /// The value of a term.
  func value(of term: ArcadeTerm) throws(Untranslated) -> Value {
    switch term {
    case .number(let number):
      guard number.isFinite else { throw Untranslated(reason: "a number without end") }
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
    case .binary(let symbol, let left, let right): return try binary(symbol, left, right)
    case .choice(let condition, let then, let otherwise):
      return try choice([(condition, then)], otherwise: otherwise)
    case .call(let name, let arguments): return try call(name, arguments)
    }
  }

  /// A column, by the field's name.
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
    default: throw Untranslated(reason: "QGIS has nothing like \(name)")
    }
  }

  private func member(_ name: String, of object: ArcadeTerm) throws(Untranslated) -> Value {
    switch object {
    case .name("$feature"):
      let column = try column(name)
      guard let kind = Kind(column.field.type) else {
        throw Untranslated(reason: "the field \(column.field.name) has no value of a kind QGIS has")
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
    throw Untranslated(reason: "QGIS has nothing like .\(name) here")
  }

  private static let formatting = [
    "newline": "\n", "singlequote": "'", "doublequote": "\"", "forwardslash": "/",
    "backwardslash": "\\",
  ]

  // MARK: Values of one kind

  /// A text, empty where there is no value.
  func text(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    switch value.kind {
    case .text: return value.isOptional ? "coalesce(\(value.text), '')" : value.text
    case .number where value.isOptional: return "coalesce(to_string(\(value.text)), '')"
    case .number: return "to_string(\(value.text))"
    case .boolean: return "if(\(value.text), 'true', 'false')"
    case .null: return "''"
    case .date, .day: throw Untranslated(reason: "the text of a date that has no pattern")
    }
  }

  /// A number, 0 where there is no value.
  func number(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    switch value.kind {
    case .number: return value.isOptional ? "coalesce(\(value.text), 0)" : value.text
    case .null: return "0"
    default: throw Untranslated(reason: "QGIS would not take a text or date for a number alike")
    }
  }

  /// A whole number that is written in the expression.
  func count(_ term: ArcadeTerm) throws(Untranslated) -> Int {
    guard case .number(let number) = term, let whole = Int(exactly: number) else {
      throw Untranslated(reason: "a count that is not written as a number")
    }
    return whole
  }

  /// A text that is written in the expression.
  func written(_ term: ArcadeTerm) throws(Untranslated) -> String {
    guard case .text(let text) = term else {
      throw Untranslated(reason: "a pattern or name that is not written as a text")
    }
    return text
  }

  /// What is true or false, and never missing.
  func condition(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    guard value.kind == .boolean else {
      throw Untranslated(reason: "a condition that is neither true nor false")
    }
    return value.text
  }

  /// The texts of values, one after the other.
  func joined(_ parts: [ArcadeTerm]) throws(Untranslated) -> Value {
    var texts: [String] = []
    for part in parts { texts.append(try text(part)) }
    let text = texts.count == 1 ? texts[0] : "(\(QGISExpression.joined(texts)))"
    return Value(text: text, kind: .text, isOptional: false)
  }

  // MARK: Operators

  private func binary(
    _ symbol: ArcadeTerm.Operator, _ left: ArcadeTerm, _ right: ArcadeTerm
  ) throws(Untranslated) -> Value {
    switch symbol {
    case .and, .or:
      let word = symbol == .and ? "AND" : "OR"
      return .truth("(\(try condition(left)) \(word) \(try condition(right)))")
    case .equal: return .truth(try equality(left, right))
    case .unequal: return .truth("(NOT \(try equality(left, right)))")
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .truth(try order(symbol.rawValue, left, right))
    case .add:
      let kinds = (try value(of: left).kind, try value(of: right).kind)
      if kinds.0 == .text || kinds.1 == .text { return try joined(parts(left) + parts(right)) }
      return try arithmetic(symbol, left, right)
    case .subtract where try value(of: left).kind.isDate:
      let texts = (try moment(left), try moment(right))
      return Value(text: "(\(texts.0) - \(texts.1))", kind: .number)
    case .subtract, .multiply, .divide, .remainder: return try arithmetic(symbol, left, right)
    }
  }

  /// The parts of a chain of texts, which one operator joins.
  private func parts(_ term: ArcadeTerm) throws(Untranslated) -> [ArcadeTerm] {
    guard case .binary(.add, let left, let right) = term, try value(of: term).kind == .text else {
      return [term]
    }
    return try parts(left) + parts(right)
  }

  private func arithmetic(
    _ symbol: ArcadeTerm.Operator, _ left: ArcadeTerm, _ right: ArcadeTerm
  ) throws(Untranslated) -> Value {
    // Between whole numbers QGIS's remainder and Arcade's are the same; its quotient has a fraction.
    Value(
      text: "(\(try number(left)) \(symbol.rawValue) \(try number(right)))", kind: .number,
      isOptional: symbol == .divide || symbol == .remainder)
  }

  /// Milliseconds since 1970 UTC.
  func moment(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    guard value.kind == .date else { throw Untranslated(reason: "a date beside what is none") }
    return "epoch(\(value.text))"
  }

  /// One kind and one value; no value is like no value only.
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
      // "1" is not 1; but two that are missing are alike.
      guard values.0.isOptional, values.1.isOptional else { return "false" }
      return "(\(values.0.text) IS NULL AND \(values.1.text) IS NULL)"
    default: throw Untranslated(reason: "a date beside what is none")
    }
  }

  private func order(
    _ sign: String, _ left: ArcadeTerm, _ right: ArcadeTerm
  ) throws(Untranslated) -> String {
    let kinds = (try value(of: left).kind, try value(of: right).kind)
    if kinds.0.isDate || kinds.1.isDate {
      return "(coalesce(\(try moment(left)), 0) \(sign) coalesce(\(try moment(right)), 0))"
    }
    guard kinds.0 != .text, kinds.1 != .text else {
      throw Untranslated(reason: "QGIS puts texts into another order")
    }
    return "(\(try number(left)) \(sign) \(try number(right)))"
  }

  // MARK: Choices

  /// One value or another; their kinds must be one.
  func choice(
    _ cases: [(condition: ArcadeTerm, then: ArcadeTerm)], otherwise: ArcadeTerm
  ) throws(Untranslated) -> Value {
    var texts: [(String, ArcadeTerm)] = []
    for one in cases { texts.append((try condition(one.condition), one.then)) }
    return try choice(texts, otherwise: otherwise)
  }

  /// The same, of conditions that are written already.
  func choice(
    _ cases: [(condition: String, then: ArcadeTerm)], otherwise: ArcadeTerm
  ) throws(Untranslated) -> Value {
    var values: [Value] = []
    for one in cases { values.append(try value(of: one.then)) }
    values.append(try value(of: otherwise))
    let kinds = Set(values.map(\.kind)).subtracting([.null])
    guard kinds.count <= 1 else {
      throw Untranslated(reason: "a choice between values of several kinds")
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
  /// What a field's values are; nil for those that expressions cannot see.
  init?(_ type: FieldType) {
    switch type {
    case .smallInteger, .integer, .bigInteger, .single, .double, .objectID: self = .number
    case .date, .timestampOffset: self = .date
    case .dateOnly: self = .day
    case .string, .globalID, .guid, .xml: self = .text
    default: return nil
    }
  }
}
