import Foundation
import Markup
import OrderedJSON
import TestSupport
import Testing

/// The templates of `Templates/pages`, by name.
private func pageTemplates() throws -> [String: String] {
  let folder = Fixture.repository + "/Templates/pages"
  var sources: [String: String] = [:]
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
  where path.hasSuffix(".mustache") {
    let name = String((path.split(separator: "/").last ?? "").dropLast(".mustache".count))
    try #require(sources[name] == nil, "two templates are called \(name)")
    sources[name] = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
  }
  return sources
}

@Suite struct PageTemplateTests {
  @Test func `every template is valid, and every partial it includes exists`() throws {
    let sources = try pageTemplates()
    let names = /\{\{[<>]\s*([a-z-]+)\s*\}\}/
    for (name, source) in sources {
      _ = try MustacheTemplate(parsing: Array(source.utf8), name: name)
      for match in source.matches(of: names) {
        #expect(sources[String(match.1)] != nil, "\(name) names \(match.1)")
      }
    }
  }

  @Test func `every script and style of a page is among the assets`() throws {
    let assets = Fixture.repository + "/Templates/assets"
    // Written by the program: the parts of a record as a script.
    let made: Set = ["templates.js"]
    for (name, source) in try pageTemplates() {
      for match in source.matches(of: /assets\/([a-z-]+\.[a-z]+)/) {
        let file = String(match.1)
        #expect(
          made.contains(file) || FileManager.default.fileExists(atPath: "\(assets)/\(file)"),
          "\(name) asks for \(file)")
      }
    }
  }

  @Test(arguments: ["index", "feature", "layer", "bookmarks", "about", "print", "list"])
  func `every page renders an empty view`(_ page: String) throws {
    let sources = try pageTemplates().map { (name: $0.key, source: $0.value) }
    let text = try mustache("{{>\(page)}}", [:], partials: sources)
    #expect(text.hasPrefix("<!doctype html>"))
    #expect(text.hasSuffix("</html>\n"))
    #expect(!text.contains("{{"))
  }
}
