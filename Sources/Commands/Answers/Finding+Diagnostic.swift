import Bytes
import Console
import Packaging

extension Finding {
  /// The finding as it is told to people: subject, message, evidence, fix.
  ///
  /// - Parameter map: what a finding about the whole map names.
  fileprivate func diagnostic(map: String) -> Diagnostic {
    Diagnostic(
      severity.diagnostic, code: id.rawValue, subject: subject.isEmpty ? map : subject,
      summary: message, evidence: evidence, fix: fix)
  }

  /// The same in one line, for warnings beside an answer.
  func shortDiagnostic(map: String) -> Diagnostic {
    let cases = count.map { " (\(NumberText.plural($0, "case", "cases")))" } ?? ""
    return Diagnostic(
      severity.diagnostic, code: id.rawValue, subject: subject.isEmpty ? map : subject,
      summary: message + cases)
  }

  private var evidence: String? {
    let seen = samples.joined(separator: "; ")
    guard let count else { return samples.isEmpty ? nil : "seen: \(seen)" }
    let cases = NumberText.plural(count, "case", "cases")
    if samples.isEmpty { return cases }
    return count > samples.count ? "\(cases), such as: \(seen)" : "\(cases): \(seen)"
  }
}

extension Severity {
  fileprivate var diagnostic: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .information: .note
    }
  }
}

extension [Finding] {
  /// The findings as they are told to people; of neighbours with one fix the last one gives it.
  func diagnostics(map: String) -> [Diagnostic] {
    indices.map { index in
      var diagnostic = self[index].diagnostic(map: map)
      let next = index + 1 < count ? self[index + 1] : nil
      if next?.id == self[index].id, next?.fix == self[index].fix { diagnostic.fix = nil }
      return diagnostic
    }
  }

  /// `2 errors, 1 warning, 3 notes`; `nothing found` when there is none.
  var countText: String {
    let counts = [
      (Severity.error, "error", "errors"), (.warning, "warning", "warnings"),
      (.information, "note", "notes"),
    ].compactMap { severity, one, many in
      let count = self.count { $0.severity == severity }
      return count == 0 ? nil : NumberText.plural(count, one, many)
    }
    return counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")
  }
}
