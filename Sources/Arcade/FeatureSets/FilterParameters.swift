import FeatureData
import Filters

/// The variables that a filter names as `@name`, as parameters of its clause.
struct FilterParameters {
  /// The text of the filter in lower case; empty if it names no variables.
  private let letters: [UInt8]
  private(set) var names: [String] = []
  private(set) var values: [WhereParameter] = []

  init(namedIn text: String) {
    letters = text.utf8.contains(UInt8(ascii: "@")) ? Array(text.lowercased().utf8) : []
  }

  /// Whether the text may name a variable.
  var hasNames: Bool { !letters.isEmpty }

  /// Adds a variable if the text names it.
  ///
  /// - Throws: `badArgument` for a value that a filter cannot compare.
  mutating func add(
    _ name: String, _ value: ArcadeValue, for arguments: ArcadeArguments, in run: ArcadeRun
  ) throws(ArcadeProblem) {
    guard letters.firstOffset(of: Array("@\(name)".utf8), from: 0) != nil else { return }
    guard let parameter = Self.parameter(of: value, in: run) else {
      // The text may name another variable that only begins with this name.
      guard letters.containsParameter(named: Array(name.utf8)) else { return }
      throw run.badArgument(
        arguments, 1, message: "@\(name) is \(value.kind), which a filter cannot compare")
    }
    names.append(name)
    values.append(parameter)
  }

  /// A value for a where clause, an array for `IN @name`. Nil for a value that cannot be compared.
  private static func parameter(of value: ArcadeValue, in run: ArcadeRun) -> WhereParameter? {
    guard case .array(let array) = value else { return WhereParameter(value) }
    var list: [WhereParameter] = []
    for element in run.elements(of: array) {
      guard let parameter = WhereParameter(element) else { return nil }
      list.append(parameter)
    }
    return .list(list)
  }

  /// Names and values as text that is different for all others.
  var spelled: String {
    zip(names, values).reduce("") { "\($0)\n@\($1.0) \($1.1.spelled)" }
  }
}

extension WhereParameter {
  /// The value for a where clause; nil for a value that cannot be compared.
  init?(_ value: ArcadeValue) {
    switch value {
    case .null: self = .null
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .number(value ? 1 : 0)
    case .text(let text): self = .text(text)
    case .date(let date): self = .moment(date.milliseconds)
    case .day(let day): self = .moment(Int64(day.daysSince1970) * ArcadeDate.day)
    case .time(let time): self = .text(time.text)
    case .array, .dictionary, .feature, .featureSet, .geometry, .function, .tables: return nil
    }
  }

  /// The value as text that is different for every value.
  fileprivate var spelled: String {
    switch self {
    case .null: "null"
    case .number(let number): "number \(number.bitPattern)"
    case .text(let text): "text \(text.utf8.count) \(text)"
    case .moment(let moment): "moment \(moment)"
    case .identity(let identity): "identity \(identity.text)"
    case .list(let list): "list \(list.count) \(list.map(\.spelled).joined(separator: " "))"
    }
  }
}

extension [UInt8] {
  /// Whether a text contains `@name` and the name ends there.
  fileprivate func containsParameter(named name: [UInt8]) -> Bool {
    let wanted = [UInt8(ascii: "@")] + name
    var offset = 0
    while let found = firstOffset(of: wanted, from: offset) {
      offset = found + wanted.count
      guard offset < count else { return true }
      let byte = self[offset]
      if !byte.isDigit, (byte | 0x20) &- 0x61 >= 26, byte != UInt8(ascii: "_"), byte < 0x80 {
        return true
      }
    }
    return false
  }
}
