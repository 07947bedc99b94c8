import OrderedJSON

extension ArcadeValue {
  /// Whether two values have the same type and value (Arcade: logical operators, equality).
  package func isSame(as other: ArcadeValue) -> Bool {
    switch (self, other) {
    case (.number(let one), .number(let two)): one == two
    case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
    case (.null, .null): true
    case (.boolean(let one), .boolean(let two)): one == two
    case (.date(let one), .date(let two)):
      // A date without a zone is no moment.
      one.milliseconds == two.milliseconds && (one.zone == .unknown) == (two.zone == .unknown)
    case (.day(let one), .day(let two)): one == two
    case (.time(let one), .time(let two)): one == two
    case (.array(let one), .array(let two)): one == two
    case (.dictionary(let one), .dictionary(let two)): one == two
    case (.feature(let one), .feature(let two)): one == two
    case (.featureSet(let one), .featureSet(let two)): one == two
    case (.geometry(let one), .geometry(let two)): one == two
    case (.function(let one), .function(let two)): one == two
    default: false
    }
  }

  /// Whether values of this type have an order and a plain text.
  var isPlain: Bool {
    switch self {
    case .null, .boolean, .number, .text, .date, .day, .time: true
    case .array, .dictionary, .feature, .featureSet, .geometry, .function, .tables: false
    }
  }

  /// Whether this is a code of a domain or type. Numbers are compared by value, texts by bytes.
  /// Text may also spell a number.
  func isSame(asCode code: JSON) -> Bool {
    switch (self, code) {
    case (.number(let one), .number(let two)): one == two.double
    case (.text(let one), .number(let two)): !one.isEmpty && asNumber == two.double
    case (.text(let one), .string(let two)): one.utf8.elementsEqual(two.utf8)
    default: false
    }
  }

  /// A text that two values share exactly if they are duplicates (function reference, Distinct): if
  /// they are equal, or a number and its text.
  var identity: String {
    switch self {
    case .null: "0"
    case .boolean(let value): value ? "t" : "f"
    case .number(let value): "s" + ArcadeNumber.text(value)
    case .text(let text): "s" + text
    case .date(let date): "d\(date.milliseconds)"
    case .day(let day): "y\(day.daysSince1970)"
    case .time(let time): "c\(time.milliseconds)"
    case .array(let array): "a\(array.slot)"
    case .dictionary(let dictionary): "m\(dictionary.slot)"
    case .feature(let feature): "r\(feature.slot)"
    case .featureSet(let set): "q\(set.slot)"
    case .geometry(let geometry): "g\(geometry.slot)"
    case .function(let function): "x\(function)"
    case .tables(let tables): "z\(tables)"
    }
  }
}
