import Markup
import OrderedJSON
import TestSupport
import Testing

/// An invalid template, its error, and the error's description.
struct BadTemplate: Sendable, CustomTestStringConvertible {
  var source: String
  var error: MarkupError
  var text: String
  var testDescription: String { text }

  init(_ source: String, _ error: MarkupError, _ text: String) {
    self.source = source
    self.error = error
    self.text = text
  }
}

@Suite struct MustacheErrorTests {
  static let file = "feature.mustache"

  @Test(arguments: [
    BadTemplate(
      "a\n\n{{name", .unclosedTag(template: file, line: 3, expected: "}}"),
      "feature.mustache, line 3: the tag has no closing `}}`"),
    BadTemplate(
      "{{{name}}", .unclosedTag(template: file, line: 1, expected: "}}}"),
      "feature.mustache, line 1: the tag has no closing `}}}`"),
    BadTemplate(
      "\n{{=<% %>=}}\n<% ! x", .unclosedTag(template: file, line: 3, expected: "%>"),
      "feature.mustache, line 3: the tag has no closing `%>`"),
    BadTemplate(
      "{{first name}}",
      .badTag(
        template: file, line: 1, content: "{{first name", expected: "one name without white space"),
      "feature.mustache, line 1: the tag `{{first name` should hold one name without white space"),
    BadTemplate(
      "{{!\n}}{{}}",
      .badTag(template: file, line: 2, content: "{{", expected: "one name without white space"),
      "feature.mustache, line 2: the tag `{{` should hold one name without white space"),
    BadTemplate(
      "{{=<%=}}",
      .badTag(template: file, line: 1, content: "{{=<%", expected: "two delimiters without `=`"),
      "feature.mustache, line 1: the tag `{{=<%` should hold two delimiters without `=`"),
    BadTemplate(
      "{{#a}}\n{{#b}}\n{{/b}}", .unclosedSection(template: file, line: 1, name: "a"),
      "feature.mustache, line 1: `a` is opened here and never closed"),
    BadTemplate(
      "x\n{{/a}}", .strayClosingTag(template: file, line: 2, name: "a"),
      "feature.mustache, line 2: `a` is closed here but was not opened"),
    BadTemplate(
      "{{#a}}\n{{^b}}\n\n{{/a}}",
      .crossedSections(template: file, line: 4, name: "a", expected: "b", openedOnLine: 2),
      "feature.mustache, line 4: `a` is closed here, but `b`, opened on line 2, is still open"),
    BadTemplate(
      String(repeating: "{{#a}}\n", count: 65), .nestedTooDeep(template: file, line: 65, limit: 64),
      "feature.mustache, line 65: sections are nested more than 64 deep"),
  ])
  func `errors name the file, the line and what was expected`(_ test: BadTemplate) throws {
    #expect(throws: test.error) {
      try MustacheTemplate(parsing: Array(test.source.utf8), name: Self.file)
    }
    #expect(test.error.description == test.text)
  }

  @Test func `a missing template gives an error`() throws {
    var bytes: [UInt8] = []
    let error = MarkupError.unknownTemplate(name: "list")
    #expect(throws: error) {
      try MustacheRenderer(templates: [:]).render("list", view: [:], into: &bytes)
    }
    #expect(error.description == "there is no template `list`")
  }

  @Test(arguments: [
    "{{>p}}", "{{<p}}{{/p}}", "{{#a}}{{>p}}{{/a}}",
    "{{<p}}{{$b}}{{$b}}{{/b}}{{/b}}{{/p}}{{$b}}{{/b}}",
  ])
  func `templates that include each other in a circle give an error`(_ source: String) throws {
    #expect(throws: MarkupError.renderedTooDeep(template: "p", limit: MustacheRenderer.deepest)) {
      try mustache("{{>p}}", ["a": true], partials: [("p", source)])
    }
  }

  @Test func `a hundred nested levels are not a circle`() throws {
    var tree: JSON = ["n": []]
    for _ in 1..<100 { tree = ["n": [tree]] }
    let text = try mustache("{{>p}}", tree, partials: [("p", "({{#n}}{{>p}}{{/n}})")])
    #expect(text == String(repeating: "(", count: 100) + String(repeating: ")", count: 100))
  }

  @Test func `damaged templates are rejected or rendered`() {
    let whole = """
      {{<p}}\n  {{$b}}\n   {{#l}}{{.}}, {{/l}}\n  {{/b}}\n{{/p}}
      {{! x }} {{=<% %>=}}<%#a%> <%{t}%>\r\n <%/a%><%={{ }}=%>{{>*k}}{{^l}}no{{/l}}{{>q}}\n
      """
    Fuzz.run(iterations: 2_000) { seed in
      var mutator = Mutator(seed: seed)
      let source = mutator.mutated(Array(whole.utf8))
      guard let template = try? MustacheTemplate(parsing: source, name: "p") else { return }
      var bytes: [UInt8] = []
      try? MustacheRenderer(templates: ["p": template]).render(
        "p", view: ["a": ["t": "<é>"], "k": "p", "l": [1, 2]], into: &bytes)
    }
  }
}
