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
  package var refusal: FieldViolation?

  package init(
    table: Int, id: GlobalID, field: Int, old: FieldValue, new: FieldValue, rule: String,
    refusal: FieldViolation? = nil
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
