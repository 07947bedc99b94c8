import Foundation
import TestSupport
import Testing

/// Rules for the sources that the compiler does not check.
@Suite struct HouseRulesTests {
  /// A pattern that must not match any line of code, without comments.
  struct Ban: CustomTestStringConvertible, Sendable {
    var what: String
    var pattern: String
    var exempt: [String] = []
    var testDescription: String { what }
  }

  static let bans: [Ban] = [
    // FoundationEssentials keeps 40 MB of ICU out of the binary. A plugin is not in the binary.
    Ban(
      what: "whole Foundation", pattern: #"\bimport Foundation\s*$"#,
      exempt: ["Sources/Benchmarks/", "Sources/EmbedFilesPlugin/"]),
    Ban(what: "try!", pattern: #"\btry!"#),
    Ban(what: "as!", pattern: #"\bas!\s"#),
    Ban(what: "fatalError", pattern: #"\bfatalError\("#),
    Ban(
      what: "unsafe outside Bytes", pattern: #"\bunsafe\b|\bUnsafe[A-Z]"#,
      exempt: ["Sources/Bytes/", "Sources/Benchmarks/ChildProcess.swift"]),
    Ban(
      what: "the C library outside Bytes and Console", pattern: #"\bimport Glibc\b"#,
      exempt: ["Sources/Bytes/", "Sources/Console/", "Sources/Benchmarks/"]),
    Ban(
      what: "the ending of a store outside PackageStore",
      pattern: #"hasSuffix\("\.(gpkg|geodatabase)"\)|form == \.copy"#,
      exempt: ["Sources/Benchmarks/"]),
    Ban(what: "public", pattern: #"\bpublic (?!import)"#),
    Ban(what: "unfinished work", pattern: #"\b(TODO|FIXME|XXX)\b"#),
  ]

  @Test func `the rules of the merge name files that exist`() throws {
    let folder = Fixture.repository + "/Sources/Merging/"
    let text = try String(contentsOfFile: folder + "Rules.md", encoding: .utf8)
    let names = text.split(separator: "`").map(String.init).filter { $0.hasSuffix(".swift") }
    #expect(names.count > 40)
    let missing = names.filter { !FileManager.default.fileExists(atPath: folder + $0) }
    #expect(missing == [])
  }

  @Test(arguments: bans)
  func `no source has`(ban: Ban) throws {
    let pattern = try NSRegularExpression(pattern: ban.pattern)
    for file in try SourceFile.all() where !ban.exempt.contains(where: file.path.hasPrefix) {
      for (number, line) in file.lines.enumerated() {
        let code = ban.what == "unfinished work" ? line : SourceFile.code(of: line)
        let range = NSRange(location: 0, length: code.utf16.count)
        if pattern.firstMatch(in: code, range: range) != nil {
          Issue.record("\(file.path):\(number + 1): \(line)")
        }
      }
    }
  }

  @Test func `browser code is in the language of today`() throws {
    let old = try NSRegularExpression(
      pattern: #"\bvar \w|\bfunction \(|\.prototype\.\w+ =|\.apply\(\w+,"#)
    let files = try SourceFile.all(below: "Templates/assets", ending: ".js")
    #expect(files.count > 40)
    for file in files {
      for (number, line) in file.lines.enumerated() {
        let range = NSRange(location: 0, length: line.utf16.count)
        if old.firstMatch(in: line, range: range) != nil || range.length > 115 {
          Issue.record("\(file.path):\(number + 1): \(line)")
        }
      }
    }
  }

  @Test func `no source file is longer than 500 lines`() throws {
    let long = try SourceFile.all().filter { $0.lines.count > 500 }
    #expect(long.isEmpty, "\(long.map { "\($0.path): \($0.lines.count)" })")
  }

  @Test func `a position has the name of what it is`() throws {
    // An index, column, offset, slot or location. `place` once stood for all of them.
    let pattern = try NSRegularExpression(
      pattern: #"(?i)(?<!re)(?<!dis)place(?!holder|ment|d\b)"#)
    let lines = try SourceFile.all().flatMap(\.lines)
    let found = lines.filter {
      pattern.firstMatch(in: $0, range: NSRange(location: 0, length: $0.utf16.count)) != nil
    }
    #expect(found.count * 1_000 < lines.count * 3)
  }

  @Test func `calls say what their arguments are`() throws {
    let function = try Regex(
      #"\bfunc\s+[^\s(<]+(?:<[^>]*>)?\(([^{]*?)\)\s*(?:async\s*)?(?:throws|->|\{|where)"#)
    let unlabeled = try Regex(#"(?:^|,|\()\s*_ \w+\s*:"#)
    var count = 0
    var bare: [String] = []
    for file in try SourceFile.all() {
      for match in file.lines.joined(separator: "\n").matches(of: function) {
        count += 1
        let parameters = match.output[1].substring ?? ""
        if parameters.matches(of: unlabeled).count >= 3 {
          bare.append("\(file.path): \(parameters)")
        }
      }
    }
    // Operators and closures of one line are counted, too.
    #expect(bare.count * 100 < count, "\(bare.joined(separator: "\n"))")
  }

  @Test func `no test uses @testable`() throws {
    let files = try SourceFile.all(below: "Tests")
    let reaching = files.filter { file in
      file.lines.contains { $0.hasPrefix("@testable ") }
    }
    #expect(reaching.map(\.path) == [])
  }

  @Test func `the CI script and the license exist`() {
    for path in [".ci/run", "LICENSE", "README.md", "CHANGELOG.md"] {
      #expect(FileManager.default.fileExists(atPath: Fixture.repository + "/" + path), "\(path)")
    }
    #expect(FileManager.default.isExecutableFile(atPath: Fixture.repository + "/.ci/run"))
  }
}
