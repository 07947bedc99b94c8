import Bytes

/// How the texts of a column write their numbers or dates. All values of a column have one form.
package enum CellForm: Sendable, Equatable {
  /// Numbers as in JSON, and dates as in ISO 8601.
  case plain
  /// `1.234,5`: the decimal mark is a comma. Points separate groups of three digits.
  case decimalComma
  /// `1,234.5`: commas separate groups of three digits.
  case grouped
  /// `1/13/1999` or `13.1.1999`.
  case date(DateOrder)
}

/// The form of a column as its values show it.
struct FoundForm: Equatable {
  var form: CellForm
  /// Whether all values can also be read in another form.
  var isAssumed = false
}

extension ValueKinds {
  /// The kinds of numbers that keep their value.
  static let numbers: ValueKinds = [
    .integer, .bigInteger, .wideInteger, .real, .pointThree, .commaDecimal, .commaThree,
    .commaGroups,
    .pointGroups,
  ]
  private static let dates: ValueKinds = [
    .isoDate, .slashDate, .dotDate, .dayFirst, .monthFirst, .timeOfDay,
  ]

  /// The form of all numbers of a column. Nil if they contradict each other.
  ///
  /// - Parameters:
  ///   - isWhole: whether the numbers are known to be whole.
  ///   - beside: the form of the other columns of the file.
  func numberForm(isWhole: Bool = false, beside: CellForm = .plain) -> FoundForm? {
    let hasPointDecimals = contains(.real)
    if !isDisjoint(with: [.commaDecimal, .pointGroups]) {
      let isContradicted = hasPointDecimals || contains(.commaGroups)
      return isContradicted ? nil : FoundForm(form: .decimalComma)
    }
    if contains(.commaGroups) { return FoundForm(form: .grouped) }
    if contains(.commaThree) {
      if contains(.pointThree) { return nil }
      if hasPointDecimals || isWhole { return FoundForm(form: .grouped) }
      return FoundForm(form: .decimalComma, isAssumed: beside != .decimalComma)
    }
    if contains(.pointThree), !hasPointDecimals, beside == .decimalComma {
      return FoundForm(form: .decimalComma, isAssumed: true)
    }
    return FoundForm(form: .plain)
  }

  /// The form of all dates of a column. Nil if they contradict each other.
  var dateForm: FoundForm? {
    switch (contains(.dayFirst), contains(.monthFirst)) {
    case (true, true): return nil
    case (true, false): return FoundForm(form: .date(.dayFirst))
    case (false, true): return FoundForm(form: .date(.monthFirst))
    case (false, false): break
    }
    switch (contains(.slashDate), contains(.dotDate)) {
    case (true, true): return nil
    case (true, false): return FoundForm(form: .date(.monthFirst), isAssumed: true)
    case (false, true): return FoundForm(form: .date(.dayFirst), isAssumed: true)
    case (false, false): return FoundForm(form: .plain)
    }
  }

  /// Whether all values are dates that are written alike.
  var areDates: Bool {
    guard !isEmpty, isSubset(of: Self.dates), dateForm != nil else { return false }
    return [ValueKinds.isoDate, .slashDate, .dotDate].filter { contains($0) }.count == 1
  }

  /// The kinds of the numbers as if they were plain. Whole numbers with groups may need 64 bits.
  func plainNumbers(readAs form: CellForm) -> ValueKinds {
    var plain = intersection([.integer, .bigInteger, .wideInteger, .real])
    if form == .plain || form == .grouped, contains(.pointThree) { plain.insert(.real) }
    if form == .grouped, !isDisjoint(with: [.commaGroups, .commaThree]) {
      plain.insert(.bigInteger)
    }
    guard form == .decimalComma else { return plain }
    if !isDisjoint(with: [.commaDecimal, .commaThree]) { plain.insert(.real) }
    if !isDisjoint(with: [.pointGroups, .pointThree]) { plain.insert(.bigInteger) }
    return plain
  }
}

extension Survey {
  /// The form that the numbers of the file show without doubt: with decimal commas, or plain.
  var numberForm: CellForm {
    let hasDecimalCommas = columns.contains { column in
      column.kinds.isSubset(of: .numbers)
        && column.kinds.numberForm() == FoundForm(form: .decimalComma)
    }
    return hasDecimalCommas ? .decimalComma : .plain
  }

  /// The form of the coordinates.
  var coordinateForm: CellForm {
    let kinds = columns.filter { $0.coordinate != .none }
      .reduce(into: ValueKinds()) { $0.formUnion($1.kinds) }
    return kinds.numberForm()?.form ?? .plain
  }
}

extension NumberValue {
  /// Returns a whole number in a form.
  static func integer(_ text: Span<UInt8>, _ form: CellForm) -> Int64? {
    switch form {
    case .plain, .date: integer(text)
    case .decimalComma, .grouped: plain(text, form).flatMap { integer($0.span) }
    }
  }

  /// Returns a number in a form.
  static func double(_ text: Span<UInt8>, _ form: CellForm) -> Double? {
    switch form {
    case .plain, .date: double(text)
    case .decimalComma, .grouped: plain(text, form).flatMap { double($0.span) }
    }
  }

  /// Returns a number's text with a decimal point and without groups. Nil if a group doesn't have
  /// three digits.
  private static func plain(_ text: Span<UInt8>, _ form: CellForm) -> [UInt8]? {
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    let (decimal, separator) = form == .decimalComma ? (comma, point) : (point, comma)
    var plain: [UInt8] = []
    var digits = 0
    var isGrouped = false
    var isFraction = false
    for index in text.indices {
      let byte = text[index]
      if byte == separator || byte == decimal {
        guard !isFraction, !isGrouped || digits == 3 else { return nil }
        guard byte == separator else {
          isFraction = true
          plain.append(point)
          continue
        }
        guard (1...3).contains(digits) else { return nil }
        isGrouped = true
        digits = 0
        continue
      }
      if byte &- 0x30 < 10 { digits += 1 }
      plain.append(byte)
    }
    return isFraction || !isGrouped || digits == 3 ? plain : nil
  }
}
