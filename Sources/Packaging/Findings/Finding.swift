package import OrderedJSON

/// How much a finding weighs.
package enum Severity: String, Sendable, Comparable {
  /// Worth knowing.
  case information
  /// Goes on, but a person should look.
  case warning
  /// Stops the build.
  case error

  package static func < (first: Severity, second: Severity) -> Bool {
    first.rank < second.rank
  }

  private var rank: Int {
    switch self {
    case .information: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A named result of a check: what it is about, how often, where for example, and how to mend it.
package struct Finding: Sendable, Equatable {
  package var id: FindingID
  package var severity: Severity
  /// The layer, table or file it is about; empty for the map as a whole.
  package var subject: String
  /// One sentence.
  package var message: String
  /// How many rows, fields or files are concerned; `nil` where counting has no meaning.
  package var count: Int?
  /// Up to five examples.
  package var samples: [String]
  /// What to do about it, one line.
  package var fix: String

  /// Makes a finding; its fix is the id's own unless one is given.
  package init(
    _ id: FindingID, _ severity: Severity? = nil, subject: String, _ message: String,
    count: Int? = nil, samples: [String] = [], fix: String? = nil
  ) {
    self.id = id
    self.severity = severity ?? id.severity
    self.subject = subject
    self.message = message
    self.count = count
    self.samples = Array(samples.prefix(5))
    self.fix = fix ?? id.fix
  }

  /// The finding as machines read it; members in a fixed order.
  package var json: JSON {
    var members = JSONObject()
    members.append("id", .string(id.rawValue))
    members.append("severity", .string(severity.rawValue))
    members.append("subject", .string(subject))
    members.append("message", .string(message))
    members.append("count", count.map { .number($0) } ?? .null)
    members.append("samples", .array(samples.map { .string($0) }))
    members.append("fix", .string(fix))
    return .object(members)
  }
}

extension [Finding] {
  /// Sorted for people: errors first, then by subject in the order given, then by id.
  package func sorted(bySubjects subjects: [String]) -> [Finding] {
    let order = Dictionary(
      subjects.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return enumerated().sorted { first, second in
      let (one, two) = (first.element, second.element)
      if one.severity != two.severity { return one.severity > two.severity }
      let (place, other) = (order[one.subject] ?? -1, order[two.subject] ?? -1)
      if place != other { return place < other }
      if one.id != two.id { return one.id.rawValue < two.id.rawValue }
      return first.offset < second.offset
    }.map(\.element)
  }

  /// The weightiest severity, `nil` when there is no finding.
  package var worst: Severity? { map(\.severity).max() }
}
