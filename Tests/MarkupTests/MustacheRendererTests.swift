import Markup
import OrderedJSON
import Testing

/// The output of a template for a view.
struct Rendering: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var template: String
  var view: JSON
  var partials: [(name: String, source: String)]
  var expected: String

  init(
    _ description: String, _ template: String, _ view: JSON = [:],
    with partials: [(name: String, source: String)] = [], gives expected: String
  ) {
    testDescription = description
    self.template = template
    self.view = view
    self.partials = partials
    self.expected = expected
  }
}

@Suite struct MustacheRendererTests {
  static let oak: JSON = ["name": "Oak", "note": "<b> & \"c\"", "dbh": 12, "alive": true]

  static let valuesTable = [
    Rendering("text alone", "a tree\n", gives: "a tree\n"),
    Rendering("a value", "{{name}}", oak, gives: "Oak"),
    Rendering("blanks in the tag", "{{  name\t}}", oak, gives: "Oak"),
    Rendering(
      "four characters are escaped", "{{note}}", oak, gives: "&lt;b&gt; &amp; &quot;c&quot;"),
    Rendering("three braces leave it", "{{{note}}}", oak, gives: "<b> & \"c\""),
    Rendering("an ampersand leaves it", "{{& note}}", oak, gives: "<b> & \"c\""),
    Rendering("a number", "{{dbh}} in", oak, gives: "12 in"),
    Rendering("a truth value", "{{alive}}", oak, gives: "true"),
    Rendering("nothing for what is missing", "[{{age}}]", oak, gives: "[]"),
    Rendering("nothing for null", "[{{a}}]", ["a": .null], gives: "[]"),
    Rendering("nothing for lists and objects", "[{{a}}{{b}}]", ["a": [1], "b": [:]], gives: "[]"),
    Rendering("a path", "{{a.b.c}}", ["a": ["b": ["c": "leaf"]]], gives: "leaf"),
    Rendering("a path that breaks off", "[{{a.x.c}}]", ["a": ["b": 1], "c": 2], gives: "[]"),
    Rendering("text beyond ASCII", "{{größe}} é", ["größe": "12 µm"], gives: "12 µm é"),
    Rendering("a comment", "a{{! not shown }}b", gives: "ab"),
    Rendering("a comment of lines", "a\n  {{!\n x\n}}\nb", gives: "a\nb"),
    Rendering("other delimiters", "{{=<% %>=}}{{a}}<%a%>", ["a": "x"], gives: "{{a}}x"),
    Rendering("delimiters and back", "{{=| |=}}|a||={{ }}=|{{a}}", ["a": "x"], gives: "xx"),
    Rendering("values leave white space", "  {{a}}\n", ["a": "x"], gives: "  x\n"),
  ]

  static let sectionsTable = [
    Rendering("true", "{{#a}}yes{{/a}}", ["a": true], gives: "yes"),
    Rendering("false", "[{{#a}}yes{{/a}}]", ["a": false], gives: "[]"),
    Rendering("missing", "[{{#a}}yes{{/a}}]", gives: "[]"),
    Rendering("null", "{{#a}}yes{{/a}}{{^a}}no{{/a}}", ["a": .null], gives: "no"),
    Rendering("an empty text is false", "{{#a}}yes{{/a}}{{^a}}no{{/a}}", ["a": ""], gives: "no"),
    Rendering("zero is false", "{{#a}}yes{{/a}}{{^a}}no{{/a}}", ["a": 0], gives: "no"),
    Rendering("an empty list is false", "{{#a}}yes{{/a}}{{^a}}no{{/a}}", ["a": []], gives: "no"),
    Rendering("a text is the context", "{{#a}}{{.}}{{/a}}", ["a": "x"], gives: "x"),
    Rendering(
      "elements one by one", "{{#a}}{{.}};{{/a}}", ["a": ["x", 2, true]], gives: "x;2;true;"),
    Rendering(
      "lists in lists", "{{#a}}({{#.}}{{.}}{{/.}}){{/a}}", ["a": [[1, 2], [3]]], gives: "(12)(3)"),
    Rendering(
      "an object is the context", "{{#a}}{{b}}{{/a}}", ["a": ["b": "in"], "b": "out"], gives: "in"),
    Rendering(
      "what it lacks is looked up outside", "{{#a}}{{c}}{{/a}}", ["a": ["b": 1], "c": "out"],
      gives: "out"),
    Rendering(
      "null hides what is outside", "[{{#a}}{{b}}{{/a}}]", ["a": ["b": .null], "b": "out"],
      gives: "[]"),
    Rendering("a path as a section", "{{#a.b}}{{c}}{{/a.b}}", ["a": ["b": ["c": "x"]]], gives: "x"),
    Rendering(
      "the same name in each other", "{{#a}}<{{#a}}x{{/a}}>{{/a}}", ["a": true], gives: "<x>"),
    Rendering("lines of tags vanish", "1\n{{#a}}\n2\n{{/a}}\n3", ["a": true], gives: "1\n2\n3"),
    Rendering(
      "with white space around", "1\n\t{{#a}} \r\n2\n  {{/a}}", ["a": true], gives: "1\n2\n"),
    Rendering("not when there is text", "1 {{#a}}\n2\n{{/a}} 3", ["a": true], gives: "1 \n2\n 3"),
  ]

  static let partialsTable = [
    Rendering("a partial", "a {{>p}} c", ["x": "b"], with: [("p", "{{x}}")], gives: "a b c"),
    Rendering("no such partial", "a{{>p}}c", gives: "ac"),
    Rendering(
      "alone, its white space indents", "{\n  {{>p}}\n}", with: [("p", "a\nb\n")],
      gives: "{\n  a\n  b\n}"),
    Rendering(
      "indents add up", " {{>p}}\n", with: [("p", "a\n {{>q}}\n"), ("q", "b\n")], gives: " a\n  b\n"
    ),
    Rendering(
      "values are not indented", "  {{>p}}", ["x": "1\n2"], with: [("p", "{{x}}\n")],
      gives: "  1\n2\n"),
    Rendering(
      "in a line, nothing is indented", " - {{>p}}\n", with: [("p", "a\nb")], gives: " - a\nb\n"),
    Rendering(
      "in a line of an indented one, neither", "  {{>p}}\n",
      with: [("p", "a{{>q}}\nc\n"), ("q", "1\n2")],
      gives: "  a1\n2\n  c\n"),
    Rendering(
      "tags in a line are indented with it", "  {{>p}}\n", ["x": true],
      with: [("p", "{{#x}}a{{/x}}\n{{! }}b\n")], gives: "  a\n  b\n"),
    Rendering(
      "delimiters stay outside", "{{=<% %>=}}<%>p%>", ["x": 1], with: [("p", "{{x}}")], gives: "1"),
    Rendering(
      "partials within themselves", "{{>p}}",
      ["n": 1, "c": [["n": 2, "c": []], ["n": 3, "c": []]]],
      with: [("p", "{{n}}({{#c}}{{>p}}{{/c}})")], gives: "1(2()3())"),
    Rendering("a name from the view", "{{>*kind}}", ["kind": "p"], with: [("p", "x")], gives: "x"),
    Rendering("from a path", "{{>* a.b }}", ["a": ["b": "p"]], with: [("p", "x")], gives: "x"),
    Rendering("no text, no partial", "[{{>*kind}}]", ["kind": 7], with: [("7", "x")], gives: "[]"),
  ]

  static let inheritanceTable = [
    Rendering("a block is its content", "a{{$b}}{{x}}{{/b}}c", ["x": 1], gives: "a1c"),
    Rendering(
      "a parent alone is a partial", "{{<p}}{{/p}}", with: [("p", "{{$b}}own{{/b}}")], gives: "own"),
    Rendering(
      "a block given", "{{<p}} {{$b}}new{{/b}} {{/p}}!", with: [("p", "<{{$b}}own{{/b}}>")],
      gives: "<new>!"),
    Rendering(
      "a block it lacks", "{{<p}}{{$c}}new{{/c}}{{/p}}", with: [("p", "{{$b}}own{{/b}}")],
      gives: "own"),
    Rendering(
      "only blocks count in a parent", "{{<p}}{{#x}}{{$b}}no{{/b}}{{/x}}{{y}}{{/p}}",
      ["x": true, "y": 1],
      with: [("p", "{{$b}}own{{/b}}")], gives: "own"),
    Rendering(
      "a block in its own context", "{{<p}}{{$b}}{{n}}{{/b}}{{/p}}",
      ["n": 1, "l": [["n": 2]]],
      with: [("p", "{{#l}}{{$b}}{{/b}}{{/l}}")], gives: "2"),
    Rendering(
      "the outer goes before the inner", "{{<p}}{{$b}}1{{/b}}{{/p}}",
      with: [("p", "{{<q}}{{$b}}2{{/b}}{{$c}}2{{/c}}{{/q}}"), ("q", "{{$b}}3{{/b}}{{$c}}3{{/c}}")],
      gives: "12"),
    Rendering(
      "two parents do not meet", "{{<p}}{{$b}}1{{/b}}{{/p}}{{<p}}{{/p}}",
      with: [("p", "{{$b}}0{{/b}};")],
      gives: "1;0;"),
    Rendering(
      "a name from the view", "{{<*k}}{{$b}}1{{/b}}{{/*k}}", ["k": "p"],
      with: [("p", "[{{$b}}{{/b}}]")], gives: "[1]"),
    Rendering(
      "a parent alone indents", "{\n {{<p}}{{/p}}\n}", with: [("p", "a\nb\n")],
      gives: "{\n a\n b\n}"),
    Rendering(
      "lines take their new indent",
      "{{<p}}\n{{$b}}\n      one\n        two\n{{/b}}\n{{/p}}\n",
      with: [("p", "<ul>\n  {{$b}}\n  none\n  {{/b}}\n</ul>\n")],
      gives: "<ul>\n  one\n    two\n</ul>\n"),
    Rendering(
      "and keep their own where they are not replaced", "{{>p}}",
      with: [("p", "<ul>\n  {{$b}}\n    none\n  {{/b}}\n</ul>\n")], gives: "<ul>\n    none\n</ul>\n"
    ),
    Rendering(
      "a line put alone", "{{<p}}{{$b}}one{{/b}}{{/p}}",
      with: [("p", "a\n{{$b}}\n  none\n{{/b}}\n")],
      gives: "a\n  one"),
    Rendering(
      "lines put in a line", "{{<p}}{{$b}}\n  one\n  two\n{{/b}}{{/p}}",
      with: [("p", "  a {{$b}}{{/b}}.\n")],
      gives: "  a one\ntwo\n.\n"),
  ]

  static let all = valuesTable + sectionsTable + partialsTable + inheritanceTable

  @Test(arguments: valuesTable)
  func values(_ test: Rendering) throws {
    #expect(try mustache(test.template, test.view, partials: test.partials) == test.expected)
  }

  @Test(arguments: sectionsTable)
  func sections(_ test: Rendering) throws {
    #expect(try mustache(test.template, test.view, partials: test.partials) == test.expected)
  }

  @Test(arguments: partialsTable)
  func partials(_ test: Rendering) throws {
    #expect(try mustache(test.template, test.view, partials: test.partials) == test.expected)
  }

  @Test(arguments: inheritanceTable)
  func inheritance(_ test: Rendering) throws {
    #expect(try mustache(test.template, test.view, partials: test.partials) == test.expected)
  }
}
