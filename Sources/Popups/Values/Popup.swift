/// What a map says about one feature or record: values, ready to be shown, without any layout.
///
/// Text is plain text unless its name or comment says markup; markup has passed the sanitiser.
package struct Popup: Sendable, Equatable {
  /// The title without its markup.
  package var title: String
  /// The title as sanitised markup; nil when the map's title carries none.
  package var titleHTML: String?
  /// What stands below the title; empty when the map gives nothing.
  package var subtitle: String
  /// The content in order.
  package var elements: [PopupElement]
  /// "Edited by … on … at …"; nil when the layer keeps no such account or the map hides it.
  package var lastEdit: String?

  /// A pop-up from its parts.
  package init(
    title: String, titleHTML: String? = nil, subtitle: String = "", elements: [PopupElement] = [],
    lastEdit: String? = nil
  ) {
    self.title = title
    self.titleHTML = titleHTML
    self.subtitle = subtitle
    self.elements = elements
    self.lastEdit = lastEdit
  }
}
