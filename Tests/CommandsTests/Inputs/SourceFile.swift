import Foundation
import TestSupport

/// A Swift file of the repository.
struct SourceFile {
  /// From the root of the repository.
  var path: String
  var lines: [String]

  static func all(
    below folder: String = "Sources", ending: String = ".swift"
  ) throws -> [SourceFile] {
    let root = Fixture.repository + "/" + folder
    return try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
      .filter { $0.hasSuffix(ending) }
      .map { path in
        let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        return SourceFile(path: folder + "/" + path, lines: lines)
      }
  }

  /// The line before its comment. Good enough for rules: `//` inside a string cuts too much.
  static func code(of line: String) -> String {
    guard let comment = line.range(of: "//") else { return line }
    return String(line[..<comment.lowerBound])
  }
}

extension SourceFile {
  /// The module, by the folder below `Sources`.
  var module: String { String(path.split(separator: "/")[1]) }

  /// The folder with its path from the root of the repository.
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  /// The names of the types declared at the outermost level, and of those that are extended there.
  var types: (declared: Set<String>, extended: Set<String>) {
    var (declared, extended): (Set<String>, Set<String>) = ([], [])
    for line in lines where line.first?.isLetter == true || line.first == "@" {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
      guard
        let kind = words.firstIndex(where: { Self.kinds.contains($0) || $0 == "extension" }),
        words.indices.contains(kind + 1)
      else { continue }
      let name = String(words[kind + 1])
      if words[kind] == "extension" { extended.insert(name) } else { declared.insert(name) }
    }
    return (declared, extended)
  }

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]

  /// The words that begin with a capital letter, outside comments and texts.
  var capitalizedWords: Set<String> {
    var words: Set<String> = []
    var isInText = false
    for line in lines {
      if line.contains(#"""""#) {
        isInText.toggle()
        continue
      }
      guard !isInText else { continue }
      let code = Self.code(of: line).split(separator: "\"", omittingEmptySubsequences: false)
      for part in code.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
        for word in part.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") })
        where word.first?.isUppercase == true {
          words.insert(String(word))
        }
      }
    }
    return words
  }
}
