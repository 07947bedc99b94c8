package import OrderedJSON

/// How a pop-up shows a field (Web Map Specification 2.37, object fieldInfo).
package struct PopupFieldInfo: Sendable, Equatable {
  /// The name: a field, `expression/NAME` or `relationships/ID/FIELD`.
  package var name: String
  /// The label that people read; nil if the map does not give one.
  package var label: String?
  /// Whether tables of fields show the field.
  package var isVisible: Bool
  /// The older form of format, `{dateFormat, places, digitSeparator}`, if there is one.
  package var format: JSON?
  /// The newer form of format, if there is one.
  package var fieldFormat: JSON?
  /// How the values of several related records are combined, if they are.
  package var statistic: PopupStatistic?

  /// Creates a field description.
  package init(
    name: String, label: String? = nil, isVisible: Bool = true, format: JSON? = nil,
    fieldFormat: JSON? = nil, statistic: PopupStatistic? = nil
  ) {
    self.name = name
    self.label = label
    self.isVisible = isVisible
    self.format = format
    self.fieldFormat = fieldFormat
    self.statistic = statistic
  }
}

/// How the values of several related records are combined (`statisticType`).
package enum PopupStatistic: String, Sendable {
  /// The mean.
  case average = "avg"
  /// The number of values.
  case count
  /// The largest value.
  case maximum = "max"
  /// The smallest value.
  case minimum = "min"
  /// The most frequent value; the first one if several are equally frequent.
  case mode
  /// The sample standard deviation.
  case standardDeviation = "stddev"
  /// The sum.
  case sum
  /// The sample variance.
  case variance = "var"
}

/// An Arcade expression of a pop-up.
package struct PopupExpression: Sendable, Equatable {
  /// The name that tokens use after `expression/`.
  package var name: String
  /// The title that people read; may be empty.
  package var title: String
  /// The source text.
  package var text: String
  /// Whether the expression returns a number, to which formats then apply.
  package var returnsNumber: Bool

  /// Creates an expression.
  package init(name: String, title: String, text: String, returnsNumber: Bool = false) {
    self.name = name
    self.title = title
    self.text = text
    self.returnsNumber = returnsNumber
  }
}
