/// One topic of the manual: a page in Markdown.
///
/// A page has lines of at most 80 columns. It uses headings, paragraphs, lists, fenced code,
/// tables, `code` and **bold** text, and no other Markdown.
package struct Topic: Sendable, Equatable {
  /// The word after `help`.
  package let name: String
  /// The page in Markdown. Its first line is its title.
  package let markdown: String

  /// A topic from its name and its page.
  package init(name: String, markdown: String) {
    self.name = name
    self.markdown = markdown
  }

  /// The title, as lists of topics show it.
  package var title: String {
    let line = markdown.prefix { $0 != "\n" }
    return String(line.drop { $0 == "#" || $0 == " " })
  }
}
