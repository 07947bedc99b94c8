package import OrderedJSON

extension NumberFormat {
  /// Reads the format from `places` or `digitSeparator` in a field's `format`. Returns nil if it
  /// has neither, as in date formats.
  package init?(format: JSON?) {
    guard let format else { return nil }
    let decimals = format["places"]?.wholeNumber
    let separator = format["digitSeparator"]?.bool
    guard decimals != nil || separator != nil else { return nil }
    self.init(decimals: decimals, digitSeparator: separator ?? false)
  }

  /// Reads a `fieldFormat` of type `number`, as in `Intl.NumberFormat`; nil for another type.
  package init?(fieldFormat: JSON?) {
    guard let fieldFormat, fieldFormat["type"]?.string == "number" else { return nil }
    let minimum = fieldFormat["minimumFractionDigits"]?.wholeNumber ?? 0
    let maximum = fieldFormat["maximumFractionDigits"]?.wholeNumber ?? max(2, minimum)
    let grouping = fieldFormat["useGrouping"]
    self.init(
      minimumDecimals: minimum, maximumDecimals: maximum,
      isGrouped: grouping?.string != "never" && grouping?.bool != false)
  }
}

extension JSON {
  /// The integer value, also if it is written as text, as in some maps.
  fileprivate var wholeNumber: Int? { int ?? string.flatMap { Int($0) } }
}
