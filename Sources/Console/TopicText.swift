/// A page of the manual as a terminal shows it.
///
/// The page is laid out already, so this only takes the marks of Markdown away: it sets headings
/// and code apart, and aligns tables.
package struct TopicText {
  private static let width = 80
  private let colored: Bool
  private var text = ""
  private var table: [[String]] = []
  private var isInCode = false

  /// The page of a topic.
  ///
  /// - Parameter colored: Whether headings and code may use the styles of a terminal.
  package static func page(_ topic: Topic, colored: Bool) -> String {
    var page = TopicText(colored: colored)
    for line in topic.markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      page.add(line)
    }
    page.endTable()
    while page.text.hasSuffix("\n\n") { page.text.removeLast() }
    return page.text
  }

  private init(colored: Bool) {
    self.colored = colored
  }

  private mutating func add(_ line: Substring) {
    if line.hasPrefix("```") {
      isInCode.toggle()
    } else if isInCode {
      text += line.isEmpty ? "\n" : "    \(line)\n"
    } else if line.hasPrefix("|") {
      table.append(Self.cells(line))
    } else {
      endTable()
      addProse(line)
    }
  }

  private mutating func addProse(_ line: Substring) {
    if line.hasPrefix("#") {
      let title = inline(String(line.drop { $0 == "#" || $0 == " " }), isHeading: true)
      text += TextStyle.bold.apply(title, if: colored) + "\n"
      if !colored {
        text += String(repeating: line.hasPrefix("##") ? "-" : "=", count: title.count) + "\n"
      }
    } else {
      text += inline(String(line)) + "\n"
    }
  }

  /// The cells of a table's row. `\|` is a bar inside a cell.
  private static func cells(_ line: Substring) -> [String] {
    let bar = "\u{1}"
    var cells = line.replacing("\\|", with: bar).split(
      separator: "|", omittingEmptySubsequences: false)
    cells.removeFirst()
    if cells.last?.allSatisfy(\.isWhitespace) == true { cells.removeLast() }
    return cells.map { cell in
      let words = cell.split(separator: " ").joined(separator: " ")
      return words.replacing(bar, with: "|")
    }
  }

  /// Writes the table that was collected, with its last column wrapped. Its heads are bold; without
  /// styles they are underlined.
  private mutating func endTable() {
    guard let head = table.first else { return }
    let rows = table.enumerated().filter { $0.offset != 1 }.map(\.element)
    table = []
    let columns = head.indices.dropLast()
    let widths = columns.map { column in
      rows.map { $0.count > column ? plain($0[column]).count : 0 }.max() ?? 0
    }
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    for (index, row) in rows.enumerated() {
      var line = ""
      for (column, width) in zip(columns, widths) {
        let cell = row.count > column ? row[column] : ""
        line += inline(cell) + String(repeating: " ", count: width + 2 - plain(cell).count)
      }
      let last = row.count == head.count ? row[row.count - 1] : ""
      let lines = wrapped(last, to: max(Self.width - indent, 20))
      let joined = lines.map { inline($0) }.joined(
        separator: "\n" + String(repeating: " ", count: indent))
      text += index == 0 ? TextStyle.bold.apply(line + joined, if: colored) : line + joined
      text += "\n"
      if index == 0, !colored {
        let lines = (widths + [plain(last).count]).map { String(repeating: "-", count: $0) }
        text += lines.joined(separator: "  ") + "\n"
      }
    }
  }

  private func wrapped(_ cell: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in cell.split(separator: " ") {
      if !line.isEmpty, plain(line).count + 1 + plain(String(word)).count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  /// The text as `inline` shows it, without styles.
  private func plain(_ text: String) -> String {
    colored
      ? text.replacing("`", with: "").replacing("**", with: "")
      : text.replacing("**", with: "")
  }

  /// Shows `code` and **bold** text. Without styles the marks of code stay, since a reader needs
  /// them to see where a command ends.
  private func inline(_ text: String, isHeading: Bool = false) -> String {
    guard colored, !isHeading else { return plain(text) }
    return styled(text, mark: "**", .bold) { styled($0, mark: "`", .cyan) { $0 } }
  }

  private func styled(
    _ text: String, mark: String, _ style: TextStyle, rest: (String) -> String
  ) -> String {
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return rest(text) }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? style.apply(String(part), if: true) : rest(String(part))
    }.joined()
  }
}
