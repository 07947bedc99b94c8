import FeatureData
import OrderedJSON

extension RuleAccount {
  /// The account for programs; members in a fixed order.
  func json(_ schema: MergeSchema) -> JSON {
    [
      "values": .array(values.map { $0.json(schema) }),
      "problems": .array(
        problems.map { ["rule": .string($0.rule), "reason": .string($0.reason)] }),
    ]
  }
}

extension RuleValue {
  fileprivate func json(_ schema: MergeSchema) -> JSON {
    let table = schema.tables[table]
    let meaning = table.fields[field].meaning
    return [
      "table": .string(table.name), "globalid": .string(id.text),
      "field": .string(table.fields[field].name), "old": old.json(meaning),
      "new": new.json(meaning), "rule": .string(rule),
      "code": refusal.map { .number($0.code.rawValue) } ?? .null,
      "message": refusal.map { .string($0.message) } ?? .null,
    ]
  }
}
