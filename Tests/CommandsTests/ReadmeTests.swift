import Commands
import Console
import Foundation
import TestSupport
import Testing

/// The README agrees with the commands and exit codes of the code.
@Suite struct ReadmeTests {
  private let lines: [String]

  init() throws {
    lines = try String(contentsOfFile: Fixture.repository + "/README.md", encoding: .utf8)
      .components(separatedBy: "\n")
  }

  @Test func `the README has the exit codes of the code`() {
    let rows = lines.compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2, Int32(cells[0]) != nil else { return nil }
      return "\(cells[0]) \(cells[1])"
    }
    #expect(rows == ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" })
  }

  @Test func `the README lists all commands in the order of the help`() {
    let names = lines.filter { $0.hasPrefix("| `fieldpack ") }.compactMap { line in
      line.dropFirst("| `fieldpack ".count).split(whereSeparator: { $0 == " " || $0 == "`" })
        .first.map(String.init)
    }
    #expect(names == Fieldpack.program.commands.map(\.name))
  }

  @Test func `every option in the README is an option of its command`() throws {
    let pattern = try Regex(#"`fieldpack ([a-z]+)([^`]*)`"#)
    for match in lines.joined(separator: "\n").matches(of: pattern) {
      let name = match.output[1].substring.map(String.init) ?? ""
      guard let command = Fieldpack.program.command(named: name) else { continue }
      let known = Set((command.options + GlobalOptions.table).map { "--" + $0.long })
      let words = (match.output[2].substring ?? "").split { " []".contains($0) }
      for word in words where word.hasPrefix("--") {
        #expect(known.contains(String(word)), "\(name) \(word)")
      }
    }
  }

  @Test func `the changelog begins with the program's version and its date`() throws {
    let changelog = try String(
      contentsOfFile: Fixture.repository + "/CHANGELOG.md", encoding: .utf8)
    let entry = changelog.components(separatedBy: "\n").first { $0.hasPrefix("## ") }
    let program = Fieldpack.program
    #expect(entry == "## [\(program.version)] - \(program.releaseDate)")
  }

  @Test func `pictures that the README shows are there and small`() throws {
    let pattern = try Regex(#"!\[[^\]]+\]\(([^)]+)\)"#)
    let paths = lines.joined(separator: "\n").matches(of: pattern).map {
      String($0.output[1].substring ?? "")
    }
    #expect(paths.count == 2)
    for path in paths {
      let data = try Data(contentsOf: URL(filePath: Fixture.repository + "/" + path))
      #expect(data.count < 100_000, "\(path)")
    }
  }
}
