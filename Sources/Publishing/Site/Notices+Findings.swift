import Arcade
import MapModel
import Popups

extension [PopupNotice] {
  /// What a site tells of them, each once.
  ///
  /// - Parameter clock: what expressions take for the time of the run.
  func findings(subject: String, clock: Int64) -> [SiteFinding] {
    var findings: [SiteFinding] = []
    for notice in self {
      let finding = notice.finding(subject, clock)
      if !findings.contains(finding) { findings.append(finding) }
    }
    return findings
  }
}

extension PopupNotice {
  fileprivate func finding(_ subject: String, _ clock: Int64) -> SiteFinding {
    func otherwise(_ message: String) -> SiteFinding {
      SiteFinding(.popupOtherwise, subject: subject, message)
    }
    switch self {
    case .expressionNotEvaluated(let expression, let error):
      return SiteFinding(
        .expressionNotEvaluated, subject: subject, expression.notEvaluated(error))
    case .expressionReadsClock(let expression):
      return SiteFinding(
        .expressionReadsClock, subject: subject,
        "\(expression.words) asks for the time; it is told \(Day.moment(clock)). --now tells it "
          + "another.")
    case .malformed(let notice): return otherwise("\(notice).")
    case .unknownKind(let path, let name):
      return otherwise("\(path): content of the kind \(name) is left out.")
    case .unknownField(let path, let name):
      return otherwise("\(path): the layer has no field \(name); its place stays empty.")
    case .unknownExpression(let path, let name):
      return otherwise("\(path): there is no expression \(name); its place stays empty.")
    case .unknownRelationship(let path, let id):
      return otherwise("\(path): the records of relationship \(id) are not here.")
    case .manyToMany(let id):
      return otherwise("Relationship \(id) is one of many to many; its records are not shown.")
    case .textTooLong(let path, let count, let limit):
      return otherwise("\(path): of \(count) bytes of text the first \(limit) are shown.")
    case .tooMany(let path, let count, let limit):
      return otherwise("\(path): of \(count) items the first \(limit) are shown.")
    }
  }
}

/// The expressions of a layer that failed for records.
struct FailedExpressions {
  private var failures: [ExpressionFailure] = []

  /// Takes up what a shard saw.
  mutating func add(_ others: [ExpressionFailure]) {
    for other in others {
      if let place = failures.firstIndex(where: { $0.expression == other.expression }) {
        failures[place].add(other)
      } else {
        failures.append(other)
      }
    }
  }

  /// What is told of them: each once, with the number of records and the first of them.
  func findings(of layer: PopupLayer, subject: String) -> [SiteFinding] {
    failures.sorted { $0.expression < $1.expression }.map { failure in
      let expression = layer.expressions[failure.expression].layerExpression
      return SiteFinding(
        .expressionFailed, subject: subject,
        "\(expression.words) fails for records, its places stay empty there; first record "
          + "\(failure.row): \(failure.problem).", count: failure.count)
    }
  }
}

extension [MapNotice] {
  /// What a site tells of how a layer is drawn.
  func findings(subject: String) -> [SiteFinding] {
    map { SiteFinding(.drawnOtherwise, subject: subject, "\($0).") }
  }
}
