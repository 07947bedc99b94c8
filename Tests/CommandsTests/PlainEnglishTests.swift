import Commands
import Console
import Foundation
import TestSupport
import Testing

/// The README and the manual read easily: short sentences, and words that readers know.
@Suite struct PlainEnglishTests {
  /// A page that people read.
  struct Page: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var testDescription: String { name }

    static let all =
      Fieldpack.program.topics.map { Page(name: $0.name, text: $0.markdown) }
      + ["README.md", "Sources/README.md", "Sources/Merging/Rules.md", "Tests/README.md"].map {
        let text = try? String(contentsOfFile: Fixture.repository + "/" + $0, encoding: .utf8)
        return Page(name: $0, text: text ?? "")
      }
  }

  @Test(arguments: Page.all)
  func `sentences are short`(page: Page) throws {
    let sentences = Sentences.of(page.text)
    try #require(!sentences.isEmpty)
    let lengths = sentences.map { Sentences.words($0).count }.sorted()
    #expect(lengths[lengths.count / 2] < 15)
    let long = sentences.filter { Sentences.words($0).count > 35 }
    #expect(long == [])
  }

  @Test(arguments: Page.all)
  func `a page of the manual fits a terminal`(page: Page) {
    guard !page.name.hasSuffix(".md") else { return }
    let long = page.text.components(separatedBy: "\n").filter {
      $0.count > 80 && !$0.hasPrefix("|")
    }
    #expect(long == [])
  }

  /// Words of the private dialect that the project once had.
  @Test(arguments: Page.all)
  func `no page uses the words that nobody says`(page: Page) throws {
    let pattern = try Regex(#"\b(is told|are told|tells of|goes out|is none|but for|thereby)\b"#)
    let found = Sentences.of(page.text).filter { $0.firstMatch(of: pattern) != nil }
    #expect(found == [])
  }
}

/// The sentences of a Markdown page.
private enum Sentences {
  /// Every sentence outside code, tables and headings. A list item ends its sentence.
  static func of(_ markdown: String) -> [String] {
    var paragraphs: [String] = [""]
    var isInCode = false
    for line in markdown.components(separatedBy: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("```") {
        isInCode.toggle()
        paragraphs.append("")
      } else if isInCode || text.isEmpty || "|#!<".contains(text.prefix(1)) {
        paragraphs.append("")
      } else if text.hasPrefix("- ") || text.prefixMatch(of: #/[0-9]+\. /#) != nil {
        paragraphs.append(text)
      } else {
        paragraphs[paragraphs.count - 1] += " " + text
      }
    }
    return paragraphs.flatMap(split).filter { words($0).count > 2 }
  }

  private static func split(_ paragraph: String) -> [String] {
    // What stands in code is one word, so that its dots end no sentence.
    let text = paragraph.replacing(#/`[^`]*`/#, with: "code")
    return text.split(separator: #/[.!?:]["')]*(?:\s|$)/#).map(String.init)
  }

  static func words(_ sentence: String) -> [Substring] {
    sentence.split(separator: " ").filter { $0.contains(where: \.isLetter) }
  }
}
