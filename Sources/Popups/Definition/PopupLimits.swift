/// What no honest map reaches: limits on a pop-up's definition and on what tokens make of it.
package enum PopupLimits {
  /// Bytes of one text of the definition.
  package static let text = 1 << 20
  /// Bytes of one text after its tokens are filled in.
  package static let filledText = 1 << 20
  /// Members of one list: fields, elements, expressions, media.
  package static let list = 2_000
  /// Groups of elements inside each other.
  package static let groups = 8
  /// Records one chart draws.
  package static let chartValues = 500
}
