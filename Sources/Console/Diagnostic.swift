package import OrderedJSON

/// A message about an input or output: an error, a warning or a note.
package struct Diagnostic: Sendable, Equatable {
  /// How much it matters.
  package enum Severity: String, Sendable {
    /// The command can't do what was asked.
    case error
    /// The command did it, but something needs a look.
    case warning
    /// Nothing is wrong.
    case note
  }

  /// How much it matters.
  package var severity: Severity
  /// A stable name for scripts and documentation: `ZIP_ENTRY_UNSAFE`.
  package var code: String
  /// The file, layer or option that it is about.
  package var subject: String
  /// What is wrong, in one line.
  package var summary: String
  /// Examples: rows and values, in one line.
  package var evidence: String?
  /// What to do.
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

  /// The lines for people: `error[ZIP_ENTRY_UNSAFE]: crew-07.mmpk: …` and, indented, the examples
  /// and the fix.
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

  /// The document that a failed command prints with `--json`. Its code is that of the first error.
  package static func failure(_ diagnostics: [Diagnostic], exit: ExitCode) -> JSON {
    let first = diagnostics.first { $0.severity == .error } ?? diagnostics.first
    return [
      "ok": false, "code": .string(first?.code ?? ""),
      "error": .string(first.map { "\($0.subject): \($0.summary)" } ?? exit.meaning),
      "exit": .number(Int(exit.rawValue)), "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}
