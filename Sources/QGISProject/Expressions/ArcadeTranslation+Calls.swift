import Arcade
import MapModel

// Arcade's functions with an equivalent in QGIS (Arcade function reference; QGIS expression
// functions).

extension ArcadeTranslation {
  func call(_ name: String, _ arguments: [ArcadeTerm]) throws(Untranslated) -> Value {
    switch (name, arguments.count) {
    // Logic.
    case ("iif", 3): return try choice([(arguments[0], arguments[1])], otherwise: arguments[2])
    case ("when", 3...) where !arguments.count.isMultiple(of: 2):
      return try choice(Self.pairs(arguments.dropLast()), otherwise: last(arguments))
    case ("decode", 4...) where arguments.count.isMultiple(of: 2):
      return try decode(arguments)
    case ("isempty", 1): return .truth(try isEmpty(arguments[0]))
    case ("hasvalue", 2):
      return .truth("(NOT \(try isEmpty(field(arguments[0], named: arguments[1]))))")
    case ("defaultvalue", 2):
      return try choice([(isEmpty(arguments[0]), arguments[1])], otherwise: arguments[0])
    case ("defaultvalue", 3):
      let value = try field(arguments[0], named: arguments[1])
      return try choice([(isEmpty(value), arguments[2])], otherwise: value)
    case ("includes", 2): return .truth(try includes(arguments[0], arguments[1]))
    case ("boolean", 1) where try value(of: arguments[0]).kind == .number:
      return .truth("(\(try number(arguments[0])) <> 0)")
    // Texts.
    case ("upper", 1), ("lower", 1), ("trim", 1):
      return .certain("\(name)(\(try text(arguments[0])))")
    case ("left", 2), ("right", 2):
      return .certain("\(name)(\(try text(arguments[0])), \(try positive(arguments[1])))")
    case ("mid", 2):
      return .certain("substr(\(try text(arguments[0])), \(try positive(arguments[1]) + 1))")
    case ("mid", 3):
      let (start, count) = (try positive(arguments[1]), try positive(arguments[2]))
      return .certain("substr(\(try text(arguments[0])), \(start + 1), \(count))")
    case ("find", 2):
      // QGIS counts from 1, and returns 0 if the text isn't found.
      let texts = (try text(arguments[0]), try text(arguments[1]))
      return .count("(strpos(\(texts.1), \(texts.0)) - 1)")
    case ("replace", 3):
      let texts = (try text(arguments[0]), try text(arguments[1]), try text(arguments[2]))
      return .certain("replace(\(texts.0), \(texts.1), \(texts.2))")
    case ("count", 1) where try value(of: arguments[0]).kind == .text:
      return .count("length(\(try text(arguments[0])))")
    case ("concatenate", 1...): return try concatenated(arguments)
    case ("guid", 0): return .certain("uuid()")
    case ("text", 1): return .certain(try text(arguments[0]))
    case ("text", 2): return try formatted(arguments[0], pattern: written(arguments[1]))
    case ("domainname", 2): return try domainName(arguments)
    // Numbers.
    case ("number", 1): return .count(try number(arguments[0]))
    // Arcade never writes a negative zero.
    case ("ceil", 1): return .count("(ceil(\(try number(arguments[0]))) + 0)")
    case ("abs", 1), ("floor", 1), ("sqrt", 1), ("exp", 1), ("sin", 1), ("cos", 1),
      ("tan", 1):
      return .count("\(name)(\(try number(arguments[0])))")
    case ("log", 1): return .count("ln(\(try number(arguments[0])))")
    case ("pow", 2):
      return .count("(\(try number(arguments[0])) ^ \(try number(arguments[1])))")
    case ("round", 1): return .count("floor(\(try number(arguments[0])) + 0.5)")
    case ("round", 2):
      // Arcade rounds halves up. QGIS's own function rounds them away from zero.
      let scale = "10 ^ \(try positive(arguments[1]))"
      return .count("(floor(\(try number(arguments[0])) * \(scale) + 0.5) / \(scale))")
    case ("min", 1...), ("max", 1...):
      return .count("\(name)(\(try numbers(arguments).joined(separator: ", ")))")
    case ("sum", 1...): return .count("(\(try numbers(arguments).joined(separator: " + ")))")
    case ("mean", 1...), ("average", 1...):
      let numbers = try numbers(arguments)
      return .count("((\(numbers.joined(separator: " + "))) / \(numbers.count))")
    // Dates.
    case ("now", 0): return Value(text: "now()", kind: .date, isOptional: false)
    case ("today", 0):
      return Value(text: "to_datetime(to_date(now()))", kind: .date, isOptional: false)
    case ("year", 1), ("month", 1), ("day", 1), ("hour", 1), ("minute", 1), ("second", 1),
      ("weekday", 1):
      return try part(name, of: arguments[0])
    case ("datediff", 2): return try difference(arguments, unit: "milliseconds")
    case ("datediff", 3): return try difference(arguments, unit: written(arguments[2]))
    case ("dateadd", 3): return try sum(of: arguments)
    default: throw Untranslated(reason: "QGIS has no equivalent of this use of \(name)()")
    }
  }

  // MARK: Logic

  private static func pairs(
    _ arguments: ArraySlice<ArcadeTerm>
  ) -> [(condition: ArcadeTerm, then: ArcadeTerm)] {
    stride(from: arguments.startIndex, to: arguments.endIndex - 1, by: 2).map {
      (arguments[$0], arguments[$0 + 1])
    }
  }

  private func last(_ arguments: [ArcadeTerm]) -> ArcadeTerm { arguments.last ?? .null }

  private func decode(_ arguments: [ArcadeTerm]) throws(Untranslated) -> Value {
    var cases: [(condition: String, then: ArcadeTerm)] = []
    for pair in Self.pairs(arguments.dropFirst().dropLast()) {
      cases.append((try equality(arguments[0], pair.condition), pair.then))
    }
    return try choice(cases, otherwise: last(arguments))
  }

  /// A condition for null or an empty text.
  private func isEmpty(_ term: ArcadeTerm) throws(Untranslated) -> String {
    let value = try value(of: term)
    guard value.kind == .text else { return "(\(value.text) IS NULL)" }
    return "(coalesce(\(value.text), '') = '')"
  }

  /// A field of the feature by a literal name.
  private func field(
    _ feature: ArcadeTerm, named name: ArcadeTerm
  ) throws(Untranslated) -> ArcadeTerm {
    guard feature == .name("$feature") else {
      throw Untranslated(reason: "it uses the fields of another record")
    }
    return .member(feature, try written(name))
  }

  private func includes(
    _ list: ArcadeTerm, _ wanted: ArcadeTerm
  ) throws(Untranslated) -> String {
    guard case .list(let elements) = list, !elements.isEmpty else {
      throw Untranslated(reason: "it uses a list that isn't a literal")
    }
    var texts: [String] = []
    for element in elements { texts.append(try equality(wanted, element)) }
    return "(\(texts.joined(separator: " OR ")))"
  }

  // MARK: Texts

  private func positive(_ term: ArcadeTerm) throws(Untranslated) -> Int {
    let count = try count(term)
    guard (0...10_000).contains(count) else {
      throw Untranslated(reason: "it uses a negative or very large count")
    }
    return count
  }

  private func concatenated(_ arguments: [ArcadeTerm]) throws(Untranslated) -> Value {
    guard case .list(let elements) = arguments[0] else { return try joined(arguments) }
    guard arguments.count <= 2 else {
      throw Untranslated(reason: "it formats a whole list with a pattern")
    }
    let separator = arguments.count == 2 ? arguments[1] : .text("")
    var parts: [ArcadeTerm] = []
    for (index, element) in elements.enumerated() {
      if index > 0, separator != .text("") { parts.append(separator) }
      parts.append(element)
    }
    return try joined(parts)
  }

  /// The name of a field's code; an empty text for null.
  private func domainName(_ arguments: [ArcadeTerm]) throws(Untranslated) -> Value {
    let field = try field(arguments[0], named: arguments[1])
    guard case .member(_, let name) = field else { return try value(of: field) }
    let column = try column(name)
    guard column.hasNames else { return Value(text: try text(field), kind: .text) }
    return .certain("if(\(column.expression) IS NULL, '', \(column.shown))")
  }

  // MARK: Numbers

  private func numbers(_ arguments: [ArcadeTerm]) throws(Untranslated) -> [String] {
    var elements = arguments
    if case .list(let inner)? = arguments.first, arguments.count == 1 { elements = inner }
    guard !elements.isEmpty else { throw Untranslated(reason: "it uses an empty list") }
    var texts: [String] = []
    for element in elements {
      // Arcade ignores null in the calculation, but QGIS handles null differently.
      let value = try value(of: element)
      guard value.kind == .number, !value.isOptional || elements.count == 1 else {
        throw Untranslated(reason: "it calculates with values that may be null")
      }
      texts.append(value.text)
    }
    return texts
  }

  // MARK: Dates

  private func part(_ name: String, of term: ArcadeTerm) throws(Untranslated) -> Value {
    let value = try value(of: term)
    guard value.kind.isDate else {
      throw Untranslated(reason: "it takes a date part of a value that isn't a date")
    }
    let text =
      switch name {
      // Arcade counts months from 0.
      case "month": "(month(\(value.text)) - 1)"
      case "weekday": "day_of_week(\(value.text))"
      default: "\(name)(\(value.text))"
      }
    return Value(text: text, kind: .number)
  }

  private func difference(
    _ arguments: [ArcadeTerm], unit: String
  ) throws(Untranslated) -> Value {
    let unit = Self.unit(unit)
    guard let milliseconds = Self.milliseconds[unit] else {
      throw Untranslated(reason: "QGIS has no date difference in \(unit)")
    }
    let texts = (try moment(arguments[0]), try moment(arguments[1]))
    return Value(
      text: "((\(texts.0) - \(texts.1)) / \(milliseconds))", kind: .number)
  }

  private func sum(of arguments: [ArcadeTerm]) throws(Untranslated) -> Value {
    let unit = Self.unit(try written(arguments[2]))
    let date = try value(of: arguments[0])
    guard date.kind == .date, Self.milliseconds[unit] != nil || ["months", "years"].contains(unit)
    else { throw Untranslated(reason: "QGIS can't add \(unit) to a date") }
    let count = try count(arguments[1])
    return Value(
      text: "(\(date.text) + to_interval('\(count) \(unit)'))", kind: .date,
      isOptional: date.isOptional)
  }

  private static func unit(_ text: String) -> String {
    let text = text.lowercased()
    return text.hasSuffix("s") ? text : text + "s"
  }

  private static let milliseconds = [
    "milliseconds": 1, "seconds": 1_000, "minutes": 60_000, "hours": 3_600_000,
    "days": 86_400_000, "weeks": 604_800_000,
  ]
}

extension ArcadeTranslation.Value {
  fileprivate static func certain(_ text: String) -> Self {
    Self(text: text, kind: .text, isOptional: false)
  }

  fileprivate static func count(_ text: String) -> Self {
    Self(text: text, kind: .number, isOptional: false)
  }
}
