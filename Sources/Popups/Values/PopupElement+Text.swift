import Bytes
import Markup

extension PopupElement {
  /// The element as plain text, one value per line. Empty if it has no text of its own.
  var plainText: String {
    switch self {
    case .text(let html):
      String(decoding: HTMLText.plain(of: Array(html.utf8).span), as: UTF8.self)
    case .fields(_, _, let rows):
      rows.map { "\($0.label): \($0.value)" }.joined(separator: "\n")
    case .media(_, _, let items): items.map(\.plainText).joined(separator: "\n")
    case .expression(let element): element.plainText
    case .attachments, .relationship, .notEvaluated: ""
    }
  }
}

extension PopupMedia {
  /// The alternative text, or else the title or caption.
  fileprivate var plainText: String {
    switch self {
    case .image(let source, _, let alt, let title, let caption):
      [alt, title, caption].first { !$0.isEmpty } ?? source
    case .onlineImage(_, let text, _, _, _): text
    case .chart(_, let alt, _, _): alt
    }
  }
}
