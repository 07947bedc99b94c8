import Arcade
import Bytes
import MapModel
import Packages
import Popups

extension [PopupNotice] {
  /// Returns the findings for the notices, each once.
  ///
  /// - Parameter clock: The current time for expressions.
  func findings(subject: String, clock: Int64) -> [Finding] {
    var findings: [Finding] = []
    for notice in self {
      let finding = notice.finding(subject, clock)
      if !findings.contains(finding) { findings.append(finding) }
    }
    return findings
  }
}

extension PopupNotice {
  fileprivate func finding(_ subject: String, _ clock: Int64) -> Finding {
    func shownDifferently(_ message: String) -> Finding {
      Finding(.popupShownDifferently, subject: subject, message)
    }
    switch self {
    case .expressionNotEvaluated(let expression, let error):
      return Finding(
        .expressionNotEvaluated, subject: subject, expression.notEvaluated(error))
    case .expressionReadsClock(let expression):
      return Finding(
        .expressionReadsClock, subject: subject,
        "\(expression.subject) uses the current time, which is \(Day.timestamp(clock)) here.")
    case .malformed(let notice): return shownDifferently("\(notice).")
    case .unknownKind(let path, let name):
      return shownDifferently("\(path): \(name) is an unknown type, so this part is left out.")
    case .unknownField(let path, let name):
      return shownDifferently("\(path): the layer has no field \(name), so its value is empty.")
    case .unknownExpression(let path, let name):
      return shownDifferently(
        "\(path): the pop-up has no expression \(name), so its value is empty.")
    case .unknownRelationship(let path, let id):
      return shownDifferently("\(path): the records of relationship \(id) are not available.")
    case .manyToMany(let id):
      return shownDifferently(
        "Relationship \(id) is many-to-many, so its records are not shown.")
    case .textTooLong(let path, let count, let limit):
      return shownDifferently(
        "\(path): only the first \(limit) of \(count) bytes of text are shown.")
    case .tooMany(let path, let count, let limit):
      return shownDifferently("\(path): only the first \(limit) of \(count) items are shown.")
    }
  }
}

/// The expressions of a layer that failed for some records.
struct FailedExpressions {
  private var failures: [ExpressionFailure] = []

  /// Adds the failures of a shard.
  mutating func add(_ others: [ExpressionFailure]) {
    for other in others {
      if let index = failures.firstIndex(where: { $0.expression == other.expression }) {
        failures[index].add(other)
      } else {
        failures.append(other)
      }
    }
  }

  /// Returns one finding per expression, with the number of records and the first of them.
  func findings(of layer: PopupLayer, subject: String) -> [Finding] {
    failures.sorted { $0.expression < $1.expression }.map { failure in
      let expression = layer.expressions[failure.expression].layerExpression
      return Finding(
        .expressionFailed, subject: subject,
        "\(expression.subject) fails for "
          + "\(NumberText.plural(failure.count, one: "record", many: "records")), where its value "
          + "stays empty. First record \(failure.row): \(failure.problem).", count: failure.count)
    }
  }
}

extension [MapNotice] {
  /// Returns the findings about how a layer is drawn.
  func findings(subject: String) -> [Finding] {
    map { Finding(.layerDrawnDifferently, subject: subject, "\($0).") }
  }
}
