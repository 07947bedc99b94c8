/// Makes help from the tables of a program, in lines of at most 80 columns.
package struct HelpText: Sendable {
  private static let width = 80
  private let program: Program
  private let colored: Bool

  /// The help of a program; headings are bold if `colored`.
  package init(_ program: Program, colored: Bool = false) {
    self.program = program
    self.colored = colored
  }

  /// The help of the whole tool.
  package func overview() -> String {
    var text = paragraph("\(program.name) \(program.version): \(program.summary)") + "\n"
    text += section("Usage", ["  \(program.name) COMMAND [ARGUMENT…] [--OPTION…]"])
    text += section("Commands", table(program.commands.map { ($0.name, $0.summary) }))
    text += section("Options of every command", table(Self.rows(GlobalOptions.table)))
    text += section("Topics of the manual", table(program.topics.map { ($0.name, $0.title) }))
    text += exitCodes()
    return text
      + "Run `\(program.name) COMMAND --help` for a command's options, and\n"
      + "`\(program.name) help TOPIC` for a page of the manual.\n"
  }

  /// The help of one command.
  package func command(_ command: Command) -> String {
    var text = paragraph("\(program.name) \(command.name): \(command.summary)") + "\n"
    text += section("Usage", wrapped(usageWords(command), indent: 2, hanging: 6))
    for discussion in command.discussion { text += paragraph(discussion) + "\n" }
    let arguments = command.arguments.map { ($0.spelling, $0.help) }
    if !arguments.isEmpty { text += section("Arguments", table(arguments)) }
    let options = Self.rows(command.options)
    if !options.isEmpty { text += section("Options", table(options)) }
    text += section("Options of every command", table(Self.rows(GlobalOptions.table)))
    let examples = command.examples.flatMap {
      ["  \(program.name) \($0.arguments)"] + wrapped($0.explanation, indent: 6, hanging: 6)
    }
    text += section("Examples", examples)
    if !command.topics.isEmpty {
      text += section("More", command.topics.map { "  \(program.name) help \($0)" })
    }
    text += exitCodes()
    return text
  }

  /// The usage line of a command: `fieldpack build MAP --data DIR [--area AREA]…`.
  package func usage(_ command: Command) -> String {
    usageWords(command).joined(separator: " ")
  }

  /// The parts of the usage line that are not broken.
  private func usageWords(_ command: Command) -> [String] {
    var words = [program.name, command.name] + command.arguments.map(\.spelling)
    for option in command.options {
      let spelling = option.short.map { short in
        option.valueName.map { "-\(short) \($0)" } ?? "-\(short)"
      }
      let word = spelling ?? option.spelling
      words.append((option.isRequired ? word : "[\(word)]") + (option.repeats ? "…" : ""))
    }
    return words
  }

  private func exitCodes() -> String {
    section("Exit codes", table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))
  }

  private static func rows(_ options: [Option]) -> [(String, String)] {
    options.map { option in
      let short = option.short.map { "-\($0), " } ?? "    "
      var notes: [String] = []
      if option.isRequired { notes.append("required") }
      if option.repeats { notes.append("may repeat") }
      let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
      return (short + option.spelling, option.help + note)
    }
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    TextStyle.bold.apply("\(title):", if: colored) + "\n" + lines.joined(separator: "\n") + "\n\n"
  }

  private func paragraph(_ text: String) -> String {
    wrapped(text, indent: 0, hanging: 0).joined(separator: "\n") + "\n"
  }

  /// Two columns. The second starts after the longest of the first, at most at column 30.
  private func table(_ rows: [(String, String)]) -> [String] {
    let widest = rows.map(\.0.count).max() ?? 0
    let column = min(widest + 4, 30)
    return rows.flatMap { name, help in
      var lines = wrapped(help, indent: column, hanging: column)
      let head = "  " + name
      if head.count + 2 <= column, let first = lines.first {
        lines[0] = head + first.dropFirst(head.count)
        return lines
      }
      return [head] + lines
    }
  }

  /// Breaks text between words.
  private func wrapped(_ text: String, indent: Int, hanging: Int) -> [String] {
    wrapped(text.split(separator: " ").map(String.init), indent: indent, hanging: hanging)
  }

  private func wrapped(_ words: [String], indent: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isFirstWord = true
    for word in words {
      if !isFirstWord, line.count + 1 + word.count > Self.width {
        lines.append(line)
        line = String(repeating: " ", count: hanging)
        isFirstWord = true
      }
      line += (isFirstWord ? "" : " ") + word
      isFirstWord = false
    }
    return lines + [line]
  }
}
