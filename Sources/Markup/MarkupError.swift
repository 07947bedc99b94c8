/// Why a template cannot be read or rendered. Lines count from 1.
package enum MarkupError: Error, Equatable, Sendable {
  /// A tag starts on that line and the template ends before its closing delimiter.
  case unclosedTag(template: String, line: Int, expected: String)
  /// The tag's content is not what its kind asks for.
  case badTag(template: String, line: Int, content: String, expected: String)
  /// A section, block or parent is opened on that line and never closed.
  case unclosedSection(template: String, line: Int, name: String)
  /// A closing tag without an opening one.
  case strayClosingTag(template: String, line: Int, name: String)
  /// A closing tag that names another section than the one that is open.
  case crossedSections(
    template: String, line: Int, name: String, expected: String, openedOnLine: Int)
  /// Sections lie deeper in each other than `limit`.
  case nestedTooDeep(template: String, line: Int, limit: Int)
  /// No template has that name.
  case unknownTemplate(name: String)
  /// Partials, parents and sections went deeper than `limit` while rendering, most likely in a
  /// circle.
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
      "\(template), line \(line): `\(name)` is closed here, but `\(expected)` of line"
        + " \(openedOnLine) is open"
    case .nestedTooDeep(let template, let line, let limit):
      "\(template), line \(line): sections lie more than \(limit) deep in each other"
    case .unknownTemplate(let name):
      "there is no template `\(name)`"
    case .renderedTooDeep(let template, let limit):
      "\(template): partials and sections go more than \(limit) deep; do they include themselves?"
    }
  }
}
