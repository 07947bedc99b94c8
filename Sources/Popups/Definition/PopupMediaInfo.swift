/// An image or chart as the map defines it (Web Map Specification 2.37, object mediaInfo). Its
/// texts contain tokens.
package struct PopupMediaInfo: Sendable, Equatable {
  /// What the item shows.
  package enum Content: Sendable, Equatable {
    /// The address of a picture, and the address a click opens; the link may be empty.
    case image(source: String, link: String)
    /// A chart of values.
    case chart(PopupChartInfo)
  }

  /// The title; may be empty.
  package var title: String
  /// The text below the image or chart; may be empty.
  package var caption: String
  /// The text for people who cannot see it; may be empty.
  package var altText: String
  /// What the item shows.
  package var content: Content
}

/// What a chart shows.
package struct PopupChartInfo: Sendable, Equatable {
  /// The form of the chart.
  package enum Form: String, Sendable {
    case bar = "barchart"
    case column = "columnchart"
    case line = "linechart"
    case pie = "piechart"
  }

  /// The form of the chart.
  package var form: Form
  /// The fields that provide the values, in order.
  package var fields: [String]
  /// The field that all values are divided by, if any.
  package var normalizeField: String?
  /// The field that names the values; nil to use the fields' labels.
  package var tooltipField: String?
  /// The map's colors as red, green, blue and alpha from 0 to 255; empty for the default colors.
  package var colors: [[UInt8]]

  /// Creates a chart description.
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
