/// Limits on a pop-up's definition and on filled texts. No honest map reaches them.
package enum PopupLimits {
  /// Bytes of one text in the definition.
  package static let text = 1 << 20
  /// Bytes of one text after its tokens are replaced.
  package static let filledText = 1 << 20
  /// Members of one list: fields, elements, expressions, media.
  package static let list = 2_000
  /// Depth of nested groups of elements.
  package static let groups = 8
  /// Number of records in one chart.
  package static let chartValues = 500
}
