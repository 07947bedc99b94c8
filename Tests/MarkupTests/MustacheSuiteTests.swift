import Markup
import OrderedJSON
import TestSupport
import Testing

/// One case of the official suite, with template, view, partials and result.
struct MustacheCase: Sendable, CustomTestStringConvertible {
  var file: String
  var name: String
  var template: String
  var view: JSON
  var partials: [(name: String, source: String)]
  var expected: String

  var testDescription: String { "\(file): \(name)" }

  /// The cases in the files, in order. Empty if the suite is missing.
  static func all(in files: [String]) throws -> [MustacheCase] {
    guard SharedData.has("mustache-spec") else { return [] }
    return try files.flatMap { file in
      let bytes = try SharedData.bytes("mustache-spec/\(file).json")
      var leniencies: [JSONLeniency] = []
      let suite = try JSONParser.parse(bytes, leniencies: &leniencies)
      return (suite["tests"]?.array ?? []).map { test in
        MustacheCase(
          file: file, name: test["name"]?.string ?? "", template: test["template"]?.string ?? "",
          view: test["data"] ?? .null,
          partials: (test["partials"]?.object?.members ?? []).map {
            ($0.key, $0.value.string ?? "")
          },
          expected: test["expected"]?.string ?? "")
      }
    }
  }
}

/// Renders a template with partials.
func mustache(
  _ template: String, _ view: JSON, partials: [(name: String, source: String)] = []
) throws -> String {
  var templates: [String: MustacheTemplate] = [:]
  for (name, source) in partials {
    templates[name] = try MustacheTemplate(parsing: Array(source.utf8), name: name)
  }
  templates["the template"] = try MustacheTemplate(
    parsing: Array(template.utf8), name: "the template")
  var bytes: [UInt8] = []
  try MustacheRenderer(templates: templates).render("the template", view: view, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

@Suite(.needs(.sharedData("mustache-spec")))
struct MustacheSuiteTests {
  static let core = [
    "comments", "delimiters", "interpolation", "inverted", "partials", "sections",
  ]
  static let options = ["~inheritance", "~dynamic-names"]

  @Test(arguments: try MustacheCase.all(in: core + options))
  func `the official suite passes`(_ test: MustacheCase) throws {
    #expect(try mustache(test.template, test.view, partials: test.partials) == test.expected)
  }

  @Test func `no case of the official suite is omitted`() throws {
    #expect(try MustacheCase.all(in: Self.core).count == 136)
    #expect(try MustacheCase.all(in: ["~inheritance"]).count == 27)
    #expect(try MustacheCase.all(in: ["~dynamic-names"]).count == 21)
  }
}
