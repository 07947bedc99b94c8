package import OrderedJSON

/// How serious a finding is.
package enum Severity: String, Sendable, Comparable {
  /// Worth knowing.
  case information
  /// A person should look, but the build continues.
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

/// A named result of a check: what is wrong, how often, examples, and what to do.
package struct Finding: Sendable, Equatable {
  package var id: FindingID
  package var severity: Severity
  /// The layer, table or file it is about; empty for the whole map.
  package var subject: String
  /// One sentence, which includes the count if there is one.
  package var message: String
  /// The number of affected records, fields or files; `nil` if there is nothing to count.
  package var count: Int?
  /// Up to five examples.
  package var samples: [String]
  /// What to do about it, in one line.
  package var fix: String

  /// Makes a finding. Its severity and fix are those of its code unless given here.
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

  /// Reads a finding; nil for a code of another version.
  package init?(json: JSON) {
    guard let id = json["id"]?.string.flatMap(FindingID.init(rawValue:)) else { return nil }
    self.init(
      id, json["severity"]?.string.flatMap(Severity.init(rawValue:)),
      subject: json["subject"]?.string ?? "", json["message"]?.string ?? "",
      count: json["count"]?.int, samples: (json["samples"]?.array ?? []).compactMap(\.string),
      fix: json["fix"]?.string)
  }

  /// The finding as JSON, with members in a fixed order.
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
  /// Sorts errors first, then by subject in the given order, then by code.
  package func sorted(bySubjects subjects: [String]) -> [Finding] {
    let order = Dictionary(
      subjects.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return enumerated().sorted { first, second in
      let (one, two) = (first.element, second.element)
      if one.severity != two.severity { return one.severity > two.severity }
      let (rank, otherRank) = (order[one.subject] ?? -1, order[two.subject] ?? -1)
      if rank != otherRank { return rank < otherRank }
      if one.id != two.id { return one.id.rawValue < two.id.rawValue }
      return first.offset < second.offset
    }.map(\.element)
  }

  /// The most serious severity; `nil` when there are no findings.
  package var worst: Severity? { map(\.severity).max() }
}
