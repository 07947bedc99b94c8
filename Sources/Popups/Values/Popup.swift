/// What a map says about one feature or record: values ready to be shown, without layout.
///
/// Text is plain unless its name or comment says markup. Markup has passed the sanitizer.
package struct Popup: Sendable, Equatable {
  /// The title without its markup.
  package var title: String
  /// The title as sanitized markup; nil if the map's title has no markup.
  package var titleHTML: String?
  /// The text below the title; may be empty.
  package var subtitle: String
  /// The content in order.
  package var elements: [PopupElement]
  /// "Edited by … on … at …"; nil if the layer has no editor tracking or the map hides it.
  package var lastEdit: String?

  /// Creates a pop-up.
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
