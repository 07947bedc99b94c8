import MapModel
import Popups

extension [PopupNotice] {
  /// What a site tells of them, each once.
  func findings(subject: String) -> [SiteFinding] {
    var findings: [SiteFinding] = []
    for notice in self {
      let finding = notice.finding(subject)
      if !findings.contains(finding) { findings.append(finding) }
    }
    return findings
  }
}

extension PopupNotice {
  fileprivate func finding(_ subject: String) -> SiteFinding {
    func otherwise(_ message: String) -> SiteFinding {
      SiteFinding(.popupOtherwise, subject: subject, message)
    }
    switch self {
    case .expressionNotEvaluated(let name, let title):
      let words = title.isEmpty || title == name ? name : "\(title) (\(name))"
      return SiteFinding(
        .expressionNotEvaluated, subject: subject,
        "The Arcade expression \(words) is not evaluated; its places stay empty.")
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

extension [MapNotice] {
  /// What a site tells of how a layer is drawn.
  func findings(subject: String) -> [SiteFinding] {
    map { SiteFinding(.drawnOtherwise, subject: subject, "\($0).") }
  }
}
