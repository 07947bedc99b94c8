package import OrderedJSON

/// One allowed value of a coded value domain.
package struct CodedValue: Sendable, Equatable {
  /// The name that people read.
  package var name: String
  /// The value in the field: a number or a string.
  package var code: JSON

  /// Creates a coded value.
  package init(name: String, code: JSON) {
    self.name = name
    self.code = code
  }
}

/// The allowed values of a field.
package enum Domain: Sendable, Equatable {
  /// One value of a list.
  case codedValues(name: String, values: [CodedValue])
  /// A number, or a date in milliseconds since 1970 UTC, between two limits (inclusive).
  case range(name: String, minimum: Double, maximum: Double)
  /// In a feature type: the field's own domain applies.
  case inherited

  /// The name of the domain; nil for `inherited`.
  package var name: String? {
    switch self {
    case .codedValues(let name, _), .range(let name, _, _): name
    case .inherited: nil
    }
  }

  /// Returns the name of a code. Numbers match by value (`1` and `1.0`), strings by their bytes.
  package func name(ofCode code: JSON) -> String? {
    guard case .codedValues(_, let values) = self else { return nil }
    return values.first { $0.code.isSameScalar(as: code) }?.name
  }

  /// Reads `{type: codedValue | range | inherited, …}`. Nil, with a notice, for any other domain.
  init?(_ members: Members, _ notices: inout MapNotices) {
    let name = members.string("name", &notices) ?? ""
    switch members.string("type", &notices) ?? Self.impliedType(members) {
    case "codedValue":
      var values: [CodedValue] = []
      for value in members.elements("codedValues", &notices) {
        guard let code = value.value("code") else {
          notices.note(value.path("code"), .missing(used: ""))
          continue
        }
        let label = value.string("name", &notices) ?? code.scalarText
        values.append(CodedValue(name: label, code: code))
      }
      self = .codedValues(name: name, values: values)
    case "range":
      let limits = members.array("range", &notices)
      guard limits.count == 2, let minimum = limits[0].double, let maximum = limits[1].double
      else {
        notices.note(members.path("range"), .missing(used: ""))
        return nil
      }
      self = .range(name: name, minimum: minimum, maximum: maximum)
    case "inherited":
      self = .inherited
    case let other:
      notices.note(members.path("type"), .unknownValue(other))
      return nil
    }
  }

  private static func impliedType(_ members: Members) -> String {
    if members.value("codedValues") != nil { return "codedValue" }
    return members.value("range") != nil ? "range" : ""
  }
}

extension JSON {
  /// Returns whether two numbers have the same value or two strings the same bytes. Other kinds
  /// never match.
  package func isSameScalar(as other: JSON) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)):
      if let one = a.int64, let two = b.int64 { return one == two }
      return a.double == b.double
    case (.string(let a), .string(let b)): return a.hasSameUTF8(as: b)
    default: return false
    }
  }

  /// The text of a number or string. Empty for other kinds.
  package var scalarText: String {
    switch self {
    case .number(let number): number.text
    case .string(let text): text
    default: ""
    }
  }
}

extension Domain {
  /// The domain in the form of a layer definition. Limits without a fraction have no decimal point.
  package var json: JSON {
    switch self {
    case .codedValues(let name, let values):
      [
        "type": "codedValue", "name": .string(name),
        "codedValues": .array(values.map { ["name": .string($0.name), "code": $0.code] }),
      ]
    case .range(let name, let minimum, let maximum):
      [
        "type": "range", "name": .string(name),
        "range": .array(
          [minimum, maximum].map { Int(exactly: $0).map { .number($0) } ?? .number($0) }),
      ]
    case .inherited: ["type": "inherited"]
    }
  }
}
