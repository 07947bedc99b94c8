import Console
import Merging
import Packages

/// The topic "Findings and errors" of the manual: every code with its meaning and what to do.
package enum FindingsPage {
  /// One code of the page.
  package struct Entry: Equatable {
    /// The code.
    package let code: String
    /// How the code appears: a finding's severity, an exit code, a refusal. Never empty.
    package internal(set) var kinds: [String]
    /// What it means.
    package let title: String
    /// What to do about it.
    package let fix: String
  }

  private static let width = 80

  /// The page in Markdown, with lines of at most 80 columns.
  package static func text() -> String {
    var text = "# Findings and errors\n\n" + introduction.map { wrapped($0) + "\n" }.joined()
    let entries = entries()
    for family in CodeFamily.allCases {
      let members = entries.filter { CodeFamily(of: $0.code) == family }
      guard !members.isEmpty else { continue }
      text += "## \(family.rawValue): \(family.title)\n\n"
      for entry in members {
        let kinds = entry.kinds.joined(separator: ", ")
        let item = "- `\(entry.code)` (\(kinds)): \(entry.title) \(entry.fix)"
        text += wrapped(item, hanging: "  ")
      }
      text += "\n"
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }

  private static let introduction = [
    "Every message of Fieldpack has a code, such as `GEOM_NULL`. Codes stay the same from version "
      + "to version, so scripts can rely on them. With `--json`, a code is the `id` of a finding "
      + "or the `code` of an error. The first word of a code names its family.",
    "A code with a severity (error, warning, note) is a finding of `check`, `build`, `verify`, "
      + "`site` or `export`. The list has the usual severity, which can differ in some cases. "
      + "`build` stops at errors, or at warnings with `--fail-on warning`.",
    "A code with an exit code is an error that ends a command. A code marked as refusal is the "
      + "reason why `merge` leaves out a returned package. It merges the others.",
    "`fieldpack edit` reports edits that break a layer's rules with the codes of a feature "
      + "service, which are numbers, such as 11007.",
  ]

  /// Every code once, by family and name.
  package static func entries() -> [Entry] {
    var entries: [String: Entry] = [:]
    func add(_ code: String, kind: String, title: String, fix: String) {
      entries[code, default: Entry(code: code, kinds: [], title: title, fix: fix)].kinds
        .append(kind)
    }
    for id in FindingID.allCases {
      add(id.rawValue, kind: id.severity.diagnostic.rawValue, title: id.title, fix: id.fix)
    }
    for code in ErrorCode.allCases {
      add(
        code.rawValue, kind: "exit code \(code.exit.rawValue)", title: code.title,
        fix: code.generalFix)
    }
    for notice in NoticeCode.allCases {
      add(
        notice.rawValue, kind: notice.severity.rawValue, title: notice.title, fix: notice.fix)
    }
    for refusal in ReturnedPackageReport.Refusal.allCases {
      add(refusal.rawValue, kind: "refusal", title: refusal.title, fix: refusal.fix)
    }
    return entries.values.sorted { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
  }

  /// Breaks text between words, but not inside code spans. `hanging` starts every line except the
  /// first.
  private static func wrapped(_ text: String, hanging: String = "") -> String {
    var lines: [String] = []
    var line = ""
    for word in words(text) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = hanging + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }

  /// Splits text at spaces outside code spans.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isInCode = false
    for part in text.split(separator: " ") {
      if isInCode {
        words[words.count - 1] += " " + part
      } else {
        words.append(String(part))
      }
      if part.count(where: { $0 == "`" }) % 2 == 1 { isInCode.toggle() }
    }
    return words
  }
}
