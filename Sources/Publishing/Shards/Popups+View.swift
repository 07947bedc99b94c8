import OrderedJSON
import Popups

// The blocks of a pop-up as JSON, with the names that the templates use.

extension PopupFieldRow {
  /// The line as the templates read it.
  var view: JSON {
    var view: JSONObject = [
      "label": .string(label), "value": .string(value), "isNull": .bool(isNull),
    ]
    if let link {
      view.append("href", .string(link.href))
      view.append("linkText", .string(link.text))
    }
    return .object(view)
  }
}

extension PopupGallery<ShownPopup> {
  /// The images and charts as the templates read them.
  var view: JSON {
    [
      "title": .string(title), "description": .string(description),
      "items": .array(items.map(\.view)),
    ]
  }
}

extension PopupMedia {
  /// The item as the templates read it.
  var view: JSON {
    switch self {
    case .image(let source, let href, let alt, let title, let caption):
      [
        "src": .string(source), "href": href.map { .string($0) } ?? .null, "alt": .string(alt),
        "title": .string(title), "caption": .string(caption),
      ]
    case .onlineImage(let source, let text, let href, let title, let caption):
      [
        "src": .string(source), "isOnline": true, "href": href.map { .string($0) } ?? .null,
        "alt": .string(text), "title": .string(title), "caption": .string(caption),
      ]
    case .chart(let svg, let alt, let title, let caption):
      [
        "svg": .string(svg), "alt": .string(alt), "title": .string(title),
        "caption": .string(caption),
      ]
    }
  }
}
