package import FeatureData

/// What the rules of the map did in a merge. Nothing they change goes unlisted.
package struct RuleAccount: Sendable, Equatable {
  /// By table, row and field, each once.
  package var values: [RuleValue] = []
  /// Rules that could not be applied, in their order.
  package var problems: [RuleProblem] = []

  package init() {}
}

/// A value that a rule set, or that it had and the field does not take.
package struct RuleValue: Sendable, Equatable {
  package var table: Int
  package var id: GlobalID
  /// The place of the field.
  package var field: Int
  /// As the merge left it.
  package var old: FieldValue
  package var new: FieldValue
  /// The rule, as people would say it.
  package var rule: String
  /// Why the old value stays; nil where the new one was set.
  package var refusal: RuleRefusal?
  /// The package whose change made the rule act, by its place in the call.
  package var package: Int?
  /// The package that entered the old value in this merge; nil where it was there before.
  package var oldPackage: Int?
  /// The related record that has the new value, for a rule that copies from one.
  package var source: RuleSource?

  package init(
    table: Int, id: GlobalID, field: Int, old: FieldValue, new: FieldValue, rule: String,
    refusal: RuleRefusal? = nil
  ) {
    self.table = table
    self.id = id
    self.field = field
    self.old = old
    self.new = new
    self.rule = rule
    self.refusal = refusal
  }
}

/// A related record that a rule copied a value from.
package struct RuleSource: Sendable, Equatable {
  package var record: RecordKey
  /// The place of the field that tells which record is the newest, and its value.
  package var dateField: Int
  package var date: FieldValue

  package init(record: RecordKey, dateField: Int, date: FieldValue) {
    self.record = record
    self.dateField = dateField
    self.date = date
  }
}

/// Why a rule did not set a value.
package enum RuleRefusal: Sendable, Equatable {
  /// The field does not take it.
  case violation(FieldViolation)
  /// Two sides entered different values, and a person decides between them.
  case conflict
  /// A crew entered the value that is there, and the related record is older than this merge.
  case entered

  /// The code of the field app's own check; nil for other reasons.
  package var code: Int? {
    if case .violation(let violation) = self { violation.code.rawValue } else { nil }
  }

  /// One sentence without its end.
  package var message: String {
    switch self {
    case .violation(let violation): violation.message
    case .conflict: "Two sides entered different values, and you decide between them"
    case .entered: "A crew entered the value, and the related record was there before"
    }
  }
}

/// A rule that could not be applied, and why.
package struct RuleProblem: Sendable, Equatable {
  package var rule: String
  /// Words without an end: `there is no layer "Parks"`.
  package var reason: String

  package init(rule: String, reason: String) {
    self.rule = rule
    self.reason = reason
  }
}
