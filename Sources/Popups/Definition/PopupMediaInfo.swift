/// An image or chart as the map defines it (Web Map Specification 2.37, object mediaInfo). Texts
/// carry tokens.
package struct PopupMediaInfo: Sendable, Equatable {
  /// What is shown.
  package enum Content: Sendable, Equatable {
    /// A picture's address, and where a click leads; empty for nowhere.
    case image(source: String, link: String)
    /// A drawing of values.
    case chart(PopupChartInfo)
  }

  /// The title; may be empty.
  package var title: String
  /// What stands below; may be empty.
  package var caption: String
  /// What is read to people who cannot see it; may be empty.
  package var altText: String
  /// What is shown.
  package var content: Content
}

/// What a chart draws.
package struct PopupChartInfo: Sendable, Equatable {
  /// The form of the chart.
  package enum Form: String, Sendable {
    case bar = "barchart"
    case column = "columnchart"
    case line = "linechart"
    case pie = "piechart"
  }

  /// The form.
  package var form: Form
  /// The fields whose values are drawn, in order.
  package var fields: [String]
  /// The field that all values are divided by; nil for none.
  package var normalizeField: String?
  /// The field that names the values; nil for the fields' labels.
  package var tooltipField: String?
  /// The map's colours, as red, green, blue and alpha from 0 to 255; empty for our own.
  package var colors: [[UInt8]]

  /// A chart from its parts.
  package init(
    form: Form, fields: [String], normalizeField: String? = nil, tooltipField: String? = nil,
    colors: [[UInt8]] = []
  ) {
    self.form = form
    self.fields = fields
    self.normalizeField = normalizeField
    self.tooltipField = tooltipField
    self.colors = colors
  }
}
