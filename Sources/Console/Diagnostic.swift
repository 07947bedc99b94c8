package import OrderedJSON

/// One thing the user is told about what went in or came out.
package struct Diagnostic: Sendable, Equatable {
  /// How bad it is.
  package enum Severity: String, Sendable {
    /// The command cannot do what was asked.
    case error
    /// The command did it, and something deserves a look.
    case warning
    /// Nothing is wrong.
    case note
  }

  /// How bad it is.
  package var severity: Severity
  /// A stable name for scripts and documentation: `ZIP004`.
  package var code: String
  /// What it is about: a file, a layer, an option.
  package var subject: String
  /// What is the matter, in one line without values of attributes.
  package var summary: String
  /// What was seen: rows, values, places; a line of text.
  package var evidence: String?
  /// What to do about it.
  package var fix: String?

  /// A diagnostic from its parts.
  package init(
    _ severity: Severity, code: String, subject: String, summary: String,
    evidence: String? = nil, fix: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.subject = subject
    self.summary = summary
    self.evidence = evidence
    self.fix = fix
  }

  /// The lines for people: `error[ZIP004]: crew-07.mmpk: …` and, indented, what
  /// was seen and the fix.
  package func text(colored: Bool = false) -> String {
    let color: TextStyle =
      switch severity {
      case .error: .red
      case .warning: .yellow
      case .note: .cyan
      }
    let head = color.apply("\(severity.rawValue)[\(code)]", if: colored)
    var text = "\(head): \(PrintableText.of(subject)): \(PrintableText.of(summary))\n"
    if let evidence { text += "  \(PrintableText.of(evidence))\n" }
    if let fix {
      text += "  \(TextStyle.bold.apply("fix:", if: colored)) \(PrintableText.of(fix))\n"
    }
    return text
  }

  /// The members for programs.
  package var json: JSON {
    var object: JSONObject = [
      "severity": .string(severity.rawValue), "code": .string(code), "subject": .string(subject),
      "summary": .string(summary),
    ]
    if let evidence { object.append("evidence", .string(evidence)) }
    if let fix { object.append("fix", .string(fix)) }
    return .object(object)
  }

  /// The document a failed command answers with under `--json`; the first error gives its code.
  package static func failure(_ diagnostics: [Diagnostic], exit: ExitCode) -> JSON {
    let first = diagnostics.first { $0.severity == .error } ?? diagnostics.first
    return [
      "ok": false, "code": .string(first?.code ?? ""),
      "error": .string(first.map { "\($0.subject): \($0.summary)" } ?? exit.meaning),
      "exit": .number(Int(exit.rawValue)), "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}
