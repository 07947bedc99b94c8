import Foundation
import Markup
import OrderedJSON
import TestSupport
import Testing

/// A template, its partials and a view for both engines.
private struct Both {
  var templates: JSONObject
  var view: JSON

  init(_ template: String, _ view: JSON, partials: [(name: String, source: String)]) {
    templates = JSONObject(partials.map { .init(key: $0.name, value: .string($0.source)) })
    templates.append("the template", .string(template))
    self.view = view
  }

  /// Whether all partials are valid. The browser parses a template only when it is used, so it may
  /// not notice an invalid one.
  var hasGoodPartials: Bool {
    templates.members.dropLast().allSatisfy { member in
      let source = Array((member.value.string ?? "").utf8)
      return (try? MustacheTemplate(parsing: source, name: member.key)) != nil
    }
  }

  /// The output of our engine, or nil if it rejects the template.
  func rendered() -> String? {
    var compiled: [String: MustacheTemplate] = [:]
    for member in templates.members {
      let source = Array((member.value.string ?? "").utf8)
      compiled[member.key] = try? MustacheTemplate(parsing: source, name: member.key)
    }
    var bytes: [UInt8] = []
    do {
      try MustacheRenderer(templates: compiled).render("the template", view: view, into: &bytes)
    } catch { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Compares `Templates/assets/mustache.js` with this module's engine, in a real browser.
@Suite(.needs(.chromium))
struct MustacheBrowserTests {
  @Test func `both engines agree on every test case`() async throws {
    let official = try MustacheCase.all(in: MustacheSuiteTests.core + MustacheSuiteTests.options)
      .map { Both($0.template, $0.view, partials: $0.partials) }
    let own = MustacheRendererTests.all.map { Both($0.template, $0.view, partials: $0.partials) }
    try await agree(official + own)
  }

  @Test func `both engines agree on damaged templates`() async throws {
    var mutator = Mutator(seed: 7)
    let sources = MustacheRendererTests.all.map { test in
      ([test.template] + test.partials.map(\.source)).map { Array($0.utf8) }
    }
    let view: JSON = [
      "a": ["b": ["c": "<x>"]], "l": [1, "two", ["n": 3]], "x": true, "n": 0, "name": "é", "k": "p",
    ]
    var cases: [Both] = []
    for round in 0..<600 {
      let parts = sources[round % sources.count]
      let damaged = parts.map { part in
        String(
          decoding: mutator.mutated(part, others: [Array("{{$b}}\n  {{/b}}".utf8)]), as: UTF8.self)
      }
      let both = Both(damaged[0], view, partials: damaged.dropFirst().map { ("p", $0) })
      if both.hasGoodPartials { cases.append(both) }
    }
    try await agree(cases)
  }

  @Test func `both engines agree on the parts of a pop-up`() async throws {
    let parts = try PopupParts.sources()
    try await agree(
      PopupParts.views().flatMap { view in
        ["popup", "record", "sheet"].map { Both("{{>\($0)}}", view, partials: parts) }
      })
  }

  @Test func `both engines repair characters that no page may contain`() async throws {
    let odd = "a\u{0}b\u{1B}c\u{7F}d\u{85}e\r\nf\rg\u{C}h\u{1F333}\u{FDCF}\u{E000}<\u{2028}"
    try await agree([Both("{{a}}{{{a}}}", ["a": .string(odd)], partials: [])])
  }

  private func agree(_ cases: [Both]) async throws {
    let theirs = try await renderedInBrowser(cases)
    try #require(theirs.count == cases.count)
    for (test, text) in zip(cases, theirs) {
      #expect(test.rendered() == text, "\(test.templates)")
    }
  }

  /// The browser's output for each template, or nil if it throws.
  private func renderedInBrowser(_ cases: [Both]) async throws -> [String?] {
    let folder = try TemporaryFolder()
    let chromium = try #require(Tool.chromium)
    let list = JSON.array(cases.map { ["templates": .object($0.templates), "view": $0.view] })
    var script = Array("window.cases = ".utf8)
    script += JSONWriter.write(list)
    try folder.write(script, to: "cases.js")
    try folder.write(
      """
      <meta charset="utf-8"><body><script src="\(Fixture.repository)/Templates/assets/mustache.js"></script>
      <script src="cases.js"></script><script>
      document.body.textContent = encodeURIComponent(JSON.stringify(cases.map(function (test) {
        try { return FP.mustache(test.templates)('the template', test.view); }
        catch (error) { return null; }
      })));
      </script>
      """, to: "page.html")
    let result = try await chromium.run(
      [
        "--headless=new", "--no-sandbox", "--disable-gpu",
        "--user-data-dir=\(folder.path("profile"))",
        "--dump-dom", "file://\(folder.path("page.html"))",
      ])
    let text = result.text.split(separator: "<body>").last?.split(separator: "</body>").first ?? ""
    let decoded = try #require(String(text).removingPercentEncoding)
    var leniencies: [JSONLeniency] = []
    let answers = try JSONParser.parse(Array(decoded.utf8), leniencies: &leniencies)
    return (answers.array ?? []).map(\.string)
  }
}
