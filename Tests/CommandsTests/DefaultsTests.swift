import Testing

/// `default:` hides a new case from whoever adds it. A switch over our own enums has one only where
/// the enum is listed here, with the reason.
@Suite struct DefaultsTests {
  /// What a value, a token, a node or a tag is. Code asks for the few that it has a use for and
  /// treats all others alike: a new one would belong to those.
  static let kindsOfValues: Set<String> = [
    "Arcade.ArcadeSymbol", "Arcade.ArcadeTerm", "Arcade.ArcadeValue", "Arcade.Kind", "Arcade.Node",
    "Filters.Kind", "Filters.WhereValue", "Markup.HTMLAttribute", "Markup.HTMLTag",
    "Merging.FieldValue",
    "OrderedJSON.JSON", "OrderedJSON.JSONToken", "Popups.ComputedResult", "Records.RecordValue",
    "Records.SQLValue", "SQLiteFile.ExpressionValue",
  ]

  /// Operations that are computed in groups: one function for each group, and one that passes on.
  static let operations: Set<String> = [
    "Arcade.Code", "Filters.WhereFunction", "SQLiteFile.Arithmetic", "SQLiteFile.SQLFunction",
  ]

  /// Formats of other programs, most of which GDAL converts alike.
  static let formats: Set<String> = ["Packaging.ForeignFormat"]

  @Test func `a switch over our own enums names all cases, unless the enum is listed`() throws {
    let files = try SourceFile.all()
    let enums = Self.enums(of: files)
    let listed = Self.kindsOfValues.union(Self.operations).union(Self.formats)
    #expect(listed.subtracting(enums.keys).isEmpty, "a listed enum is gone")
    for file in files {
      for (line, names) in Self.defaults(in: file) {
        let candidates = enums.filter { names.isSubset(of: $0.value) }.keys
        guard !candidates.isEmpty, listed.isDisjoint(with: candidates) else { continue }
        Issue.record(
          "\(file.path):\(line) hides cases of \(candidates.sorted().joined(separator: " or "))")
      }
    }
  }

  /// The cases of all enums, by module and name.
  private static func enums(of files: [SourceFile]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for file in files {
      var open: [(indent: Int, name: String)] = []
      for line in file.lines {
        let code = SourceFile.code(of: line)
        let indent = code.prefix { $0 == " " }.count
        while let last = open.last, indent <= last.indent, !code.isEmpty { open.removeLast() }
        if let match = code.firstMatch(of: /\benum (\w+)/), code.hasSuffix("{") {
          open.append((indent, file.module + "." + match.1))
        } else if let last = open.last, indent == last.indent + 2 {
          for name in cases(in: code) { found[last.name, default: []].insert(name) }
        }
      }
    }
    return found
  }

  /// The names that a line `case one, two(Int)` declares.
  private static func cases(in code: String) -> [String] {
    guard let match = code.firstMatch(of: /^ *(indirect )?case (.*)/) else { return [] }
    let names = withoutParentheses(String(match.2))
    return names.split(separator: ",").compactMap { name in
      name.firstMatch(of: /^ *`?(\w+)/).map { String($0.1) }
    }
  }

  /// Each `default:` after patterns that begin with a point, with its line and the cases named
  /// before. Pairs of values are left out: naming all of their combinations would hide the rule.
  private static func defaults(in file: SourceFile) -> [(line: Int, names: Set<String>)] {
    var found: [(Int, Set<String>)] = []
    for (index, line) in file.lines.enumerated()
    where line.drop(while: { $0 == " " }).hasPrefix("default:") {
      let indent = String(line.prefix { $0 == " " })
      var names: Set<String> = []
      var hasPairs = false
      for other in file.lines[..<index].reversed() {
        guard other.hasPrefix(indent), other.dropFirst(indent.count).first != " " else { continue }
        guard other.hasPrefix(indent + "case ") else { break }
        let pattern = other.dropFirst(indent.count + 5)
        hasPairs = hasPairs || pattern.hasPrefix("(")
        for match in withoutParentheses(String(pattern)).prefix(while: { $0 != ":" })
          .matches(of: /(^|, |let )\.(\w+)/)
        {
          names.insert(String(match.2))
        }
      }
      if !names.isEmpty, !hasPairs { found.append((index + 1, names)) }
    }
    return found
  }

  private static func withoutParentheses(_ text: String) -> String {
    var depth = 0
    return String(
      text.filter { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth == 0 && character != ")"
      })
  }
}
