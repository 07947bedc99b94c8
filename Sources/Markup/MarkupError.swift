/// Why a template can't be read or rendered. Lines count from 1.
package enum MarkupError: Error, Equatable, Sendable {
  /// A tag starts on that line, but the template ends before its closing delimiter.
  case unclosedTag(template: String, line: Int, expected: String)
  /// The tag's content is not what this kind of tag needs.
  case badTag(template: String, line: Int, content: String, expected: String)
  /// A section, block or parent is opened on that line but never closed.
  case unclosedSection(template: String, line: Int, name: String)
  /// A closing tag without an opening one.
  case strayClosingTag(template: String, line: Int, name: String)
  /// A closing tag names a different section than the one that is open.
  case crossedSections(
    template: String, line: Int, name: String, expected: String, openedOnLine: Int)
  /// Sections are nested deeper than `limit`.
  case nestedTooDeep(template: String, line: Int, limit: Int)
  /// There is no template with that name.
  case unknownTemplate(name: String)
  /// Partials, parents and sections were nested deeper than `limit` while rendering. Most likely a
  /// template includes itself.
  case renderedTooDeep(template: String, limit: Int)
}

extension MarkupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unclosedTag(let template, let line, let expected):
      "\(template), line \(line): the tag has no closing `\(expected)`"
    case .badTag(let template, let line, let content, let expected):
      "\(template), line \(line): the tag `\(content)` should hold \(expected)"
    case .unclosedSection(let template, let line, let name):
      "\(template), line \(line): `\(name)` is opened here and never closed"
    case .strayClosingTag(let template, let line, let name):
      "\(template), line \(line): `\(name)` is closed here but was not opened"
    case .crossedSections(let template, let line, let name, let expected, let openedOnLine):
      "\(template), line \(line): `\(name)` is closed here, but `\(expected)`, opened on line"
        + " \(openedOnLine), is still open"
    case .nestedTooDeep(let template, let line, let limit):
      "\(template), line \(line): sections are nested more than \(limit) deep"
    case .unknownTemplate(let name):
      "there is no template `\(name)`"
    case .renderedTooDeep(let template, let limit):
      "\(template): partials and sections are nested more than \(limit) deep. Check whether a template includes itself."
    }
  }
}
