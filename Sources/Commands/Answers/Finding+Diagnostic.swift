import Bytes
import Console
import Packages

extension Finding {
  /// The finding as people read it: subject, message, samples, fix.
  ///
  /// - Parameter map: the subject of a finding about the whole map.
  func diagnostic(map: String) -> Diagnostic {
    Diagnostic(
      severity.diagnostic, code: id.rawValue, subject: subject.isEmpty ? map : subject,
      summary: message, evidence: evidence, fix: fix)
  }

  /// The finding in one line, for a warning beside an answer.
  func shortDiagnostic(map: String) -> Diagnostic {
    Diagnostic(
      severity.diagnostic, code: id.rawValue, subject: subject.isEmpty ? map : subject,
      summary: message)
  }

  private var evidence: String? {
    guard !samples.isEmpty else { return nil }
    let isComplete = count.map { $0 <= samples.count } ?? true
    return (isComplete ? "found: " : "for example: ") + samples.joined(separator: "; ")
  }
}

extension Severity {
  /// The severity as a diagnostic has it.
  var diagnostic: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .information: .note
    }
  }
}

extension [Finding] {
  /// The findings as people read them. If neighbors have the same code and fix, only the last one
  /// shows the fix.
  func diagnostics(map: String) -> [Diagnostic] {
    indices.map { index in
      var diagnostic = self[index].diagnostic(map: map)
      let next = index + 1 < count ? self[index + 1] : nil
      if next?.id == self[index].id, next?.fix == self[index].fix { diagnostic.fix = nil }
      return diagnostic
    }
  }

  /// `2 errors, 1 warning, 3 notes`; `no findings` if there are none.
  var countText: String {
    let counts = [
      (Severity.error, "error", "errors"), (.warning, "warning", "warnings"),
      (.information, "note", "notes"),
    ].compactMap { severity, one, many in
      let count = self.count { $0.severity == severity }
      return count == 0 ? nil : NumberText.plural(count, one: one, many: many)
    }
    return counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
  }
}
