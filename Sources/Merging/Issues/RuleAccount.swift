package import FeatureData

/// What the map's rules did in a merge. It lists everything they changed.
package struct RuleAccount: Sendable, Equatable {
  /// The values, sorted by table, record and field. Each appears once.
  package var values: [RuleValue] = []
  /// The rules that could not be applied, in their order.
  package var problems: [RuleProblem] = []

  package init() {}
}

/// A value that a rule set or could not set.
package struct RuleValue: Sendable, Equatable {
  package var table: Int
  package var id: GlobalID
  /// The index of the field.
  package var field: Int
  /// The value before the rule was applied.
  package var old: FieldValue
  package var new: FieldValue
  /// The rule in words.
  package var rule: String
  /// Why the old value stays; nil if the rule set the new one.
  package var refusal: RuleRefusal?
  /// The index of the package that made the rule act.
  package var package: Int?
  /// The index of the package that entered the old value in this merge; nil if the office had it.
  package var oldPackage: Int?
  /// The related record that the rule copied the new value from, if it copies.
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
  /// The field that determines which record is the newest, and its value.
  package var dateField: Int
  package var date: FieldValue

  package init(record: RecordKey, dateField: Int, date: FieldValue) {
    self.record = record
    self.dateField = dateField
    self.date = date
  }
}

/// Why a rule didn't set a value.
package enum RuleRefusal: Sendable, Equatable {
  /// The field refuses the value.
  case violation(FieldViolation)
  /// Two sides entered different values, and a person has to decide.
  case conflict
  /// A crew entered the present value, and the related record is older than this merge.
  case entered

  /// The code of the field app's check; nil for other reasons.
  package var code: Int? {
    if case .violation(let violation) = self { violation.code.rawValue } else { nil }
  }

  /// One sentence without a full stop.
  package var message: String {
    switch self {
    case .violation(let violation): violation.message
    case .conflict: "Two sides entered different values, and you have to decide"
    case .entered: "A crew entered this value, and the related record is older than this merge"
    }
  }
}

/// A rule that could not be applied, and why.
package struct RuleProblem: Sendable, Equatable {
  package var rule: String
  /// A phrase without a full stop, such as `there is no layer "Parks"`.
  package var reason: String

  package init(rule: String, reason: String) {
    self.rule = rule
    self.reason = reason
  }
}
