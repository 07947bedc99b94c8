import FeatureData
import OrderedJSON

extension RuleAccount {
  /// The account as JSON, with its members in a fixed order.
  ///
  /// - Parameter packages: the names of the packages, by their index in the call.
  func json(_ schema: MergeSchema, packages: [String]) -> JSON {
    [
      "values": .array(values.map { $0.json(schema, packages) }),
      "problems": .array(
        problems.map { ["rule": .string($0.rule), "reason": .string($0.reason)] }),
    ]
  }
}

extension RuleValue {
  fileprivate func json(_ schema: MergeSchema, _ packages: [String]) -> JSON {
    let table = schema.tables[table]
    let meaning = table.fields[field].meaning
    return [
      "table": .string(table.name), "globalid": .string(id.text),
      "field": .string(table.fields[field].name), "old": old.json(meaning),
      "new": new.json(meaning), "rule": .string(rule),
      "code": (refusal?.code).map { .number($0) } ?? .null,
      "message": refusal.map { .string($0.message) } ?? .null,
      "package": package.map { .string(packages[$0]) } ?? .null,
      "oldPackage": oldPackage.map { .string(packages[$0]) } ?? .null,
      "source": source.map { $0.json(schema) } ?? .null,
    ]
  }
}

extension RuleSource {
  fileprivate func json(_ schema: MergeSchema) -> JSON {
    let table = schema.tables[record.table]
    return [
      "table": .string(table.name), "globalid": .string(record.globalID.text),
      "field": .string(table.fields[dateField].name),
      "value": date.json(table.fields[dateField].meaning),
    ]
  }
}
