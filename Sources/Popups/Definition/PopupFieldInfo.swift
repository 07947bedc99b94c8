package import OrderedJSON

/// How a pop-up shows a field (Web Map Specification 2.37, object fieldInfo).
package struct PopupFieldInfo: Sendable, Equatable {
  /// The name: a field, `expression/NAME` or `relationships/ID/FIELD`.
  package var name: String
  /// What people read; nil when the map gives none.
  package var label: String?
  /// Whether tables of fields show it.
  package var isVisible: Bool
  /// The older form of format, `{dateFormat, places, digitSeparator}`; nil for none.
  package var format: JSON?
  /// The newer form of format; nil for none.
  package var fieldFormat: JSON?
  /// How the values of several related records become one; nil for none.
  package var statistic: PopupStatistic?

  /// A field from its parts.
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

/// How the values of several related records become one (`statisticType`).
package enum PopupStatistic: String, Sendable {
  /// The mean.
  case average = "avg"
  /// How many values there are.
  case count
  /// The greatest.
  case maximum = "max"
  /// The least.
  case minimum = "min"
  /// The value that occurs most often; of several such the one that comes first.
  case mode
  /// The standard deviation of a sample.
  case standardDeviation = "stddev"
  /// The sum.
  case sum
  /// The variance of a sample.
  case variance = "var"
}

/// An Arcade expression of a pop-up.
package struct PopupExpression: Sendable, Equatable {
  /// The name that tokens use after `expression/`.
  package var name: String
  /// What people read; may be empty.
  package var title: String
  /// The source text.
  package var text: String
  /// Whether a number is returned, which formats then apply to.
  package var returnsNumber: Bool

  /// An expression from its parts.
  package init(name: String, title: String, text: String, returnsNumber: Bool = false) {
    self.name = name
    self.title = title
    self.text = text
    self.returnsNumber = returnsNumber
  }
}
