package import OrderedJSON

extension NumberFormat {
  /// The format that a field's `format` gives by `places` or `digitSeparator`; nil when it has
  /// neither, as formats of dates have not.
  package init?(format: JSON?) {
    guard let format else { return nil }
    let places = format["places"]?.wholeNumber
    let separator = format["digitSeparator"]?.bool
    guard places != nil || separator != nil else { return nil }
    self.init(places: places, digitSeparator: separator ?? false)
  }

  /// The format that a `fieldFormat` of type `number` describes, as `Intl.NumberFormat` takes it;
  /// nil for another type.
  package init?(fieldFormat: JSON?) {
    guard let fieldFormat, fieldFormat["type"]?.string == "number" else { return nil }
    let minimum = fieldFormat["minimumFractionDigits"]?.wholeNumber ?? 0
    let maximum = fieldFormat["maximumFractionDigits"]?.wholeNumber ?? max(2, minimum)
    let grouping = fieldFormat["useGrouping"]
    self.init(
      minimumPlaces: minimum, maximumPlaces: maximum,
      isGrouped: grouping?.string != "never" && grouping?.bool != false)
  }
}

extension JSON {
  /// An integer, also one written as text, as some maps do.
  fileprivate var wholeNumber: Int? { int ?? string.flatMap { Int($0) } }
}
