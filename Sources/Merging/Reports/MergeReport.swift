// report.json: everything a merge did, for people with scripts.
//
//   schema       "fieldpack.merge/1"
//   time         when
//   packages[]   name, packageId, outcome (merged | refused | alreadyMerged), reason, message,
//                added, updated, deleted, pairs {added, removed}, photos {taken, arrived, linked, missing, duplicate}
//   tables[]     table, added, updated, deleted: the result against the current data
//   pairs[]      table, added, removed: pairs of records in tables of pairs
//   conflicts[]  kind (returned action/current action, or orphan), table, globalid, key, field, base,
//                current, returned, resolution, package, currentPackage, editor, editDate,
//                constraint, other {table, globalid, key} that has the key already
//   issues[]     kind, table, globalid, key, field, value, code, message, package; key: what tells
//                the records of a table without GlobalIDs apart, null elsewhere
//   rules        values[]: table, globalid, field, old, new, rule; message where the old value stays,
//                and code where the field does not take the new one; package that made the rule
//                act, oldPackage that entered the old value, source {table, globalid, field,
//                value} of a value that was copied; problems[]: rule, reason

import FeatureData
package import GeoPackage
package import OrderedJSON

/// What a merge did, and what it found.
package struct MergeReport: Sendable {
  package var schema: MergeSchema
  /// Milliseconds since 1970 UTC.
  package var time: Int64
  /// In the order they were given.
  package var packages: [ReturnedPackageReport]
  /// What changes in the current data, by table.
  package var changes: [TableChanges]
  package var conflicts: [MergeConflict]
  package var issues: [MergeIssue]
  /// What changes in tables of pairs, by their places in the schema.
  package var pairs: [Int: PairEdits] = [:]
  /// What the rules of the map did.
  package var rules = RuleAccount()
  /// The keys of the records of conflicts and issues, in tables without GlobalIDs.
  package var keys = RecordKeys()

  /// The report for programs; members in a fixed order.
  package var json: JSON {
    var root = JSONObject()
    root.append("schema", "fieldpack.merge/1")
    root.append("time", .string(Self.text(time)))
    root.append("packages", .array(packages.map(\.json)))
    root.append("tables", .array(changes.map(json)))
    root.append("pairs", .array(pairs.sorted { $0.key < $1.key }.map(json)))
    root.append("conflicts", .array(conflicts.map(json)))
    root.append("issues", .array(issues.map(json)))
    root.append("rules", rules.json(schema, packages: packages.map(\.name)))
    return .object(root)
  }

  private static func text(_ time: Int64) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(time, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func json(_ changes: TableChanges) -> JSON {
    func count(_ action: RowChange.Action) -> JSON {
      .number(changes.rows.count { $0.action == action })
    }
    return [
      "table": .string(schema.tables[changes.table].name), "added": count(.insert),
      "updated": count(.update), "deleted": count(.delete),
    ]
  }

  private func json(_ relation: Int, _ pairs: PairEdits) -> JSON {
    [
      "table": .string(schema.pairs[relation].mappingTable), "added": .number(pairs.added.count),
      "removed": .number(pairs.removed.count),
    ]
  }

  private func json(_ conflict: MergeConflict) -> JSON {
    let table = schema.tables[conflict.table]
    let meaning = conflict.field.map { table.fields[$0].meaning } ?? .text
    func value(_ value: FieldValue?) -> JSON { value?.json(meaning) ?? .null }
    return [
      "kind": .string(conflict.kind.rawValue), "table": .string(table.name),
      "globalid": .string(conflict.id.text),
      "key": key(RecordKey(table: conflict.table, globalID: conflict.id)),
      "field": conflict.field.map { .string(table.fields[$0].name) } ?? .null,
      "base": value(conflict.base), "current": value(conflict.current),
      "returned": value(conflict.returned),
      "resolution": .string(conflict.resolution.rawValue),
      "package": .string(packages[conflict.package].name),
      "currentPackage": conflict.currentPackage.map { .string(packages[$0].name) } ?? .null,
      "editor": conflict.editor.map { .string($0) } ?? .null,
      "editDate": conflict.editDate.map { .string($0) } ?? .null,
      "constraint": (conflict.constraint?.rule).map { .string($0) } ?? .null,
      "other": (conflict.constraint?.other).map { other in
        [
          "table": .string(schema.tables[other.table].name),
          "globalid": .string(other.globalID.text),
          "key": key(other),
        ]
      } ?? .null,
    ]
  }

  private func key(_ place: RecordKey) -> JSON {
    let table = schema.tables[place.table]
    guard let field = table.place(of: .key) else { return .null }
    return keys[place].json(table.fields[field].meaning)
  }

  private func json(_ issue: MergeIssue) -> JSON {
    let table = issue.table.map { schema.tables[$0] }
    let field = issue.field.flatMap { name in table?.place(named: name) }
    let meaning = field.flatMap { table?.fields[$0].meaning } ?? .text
    return [
      "kind": .string(issue.kind.rawValue), "table": table.map { .string($0.name) } ?? .null,
      "globalid": issue.id.map { .string($0.text) } ?? .null,
      "key": issue.place.map(key) ?? .null,
      "field": issue.field.map { .string($0) } ?? .null,
      "value": issue.value?.json(meaning) ?? .null,
      "code": issue.code.map { .number($0) } ?? .null, "message": .string(issue.message),
      "package": issue.package.map { .string(packages[$0].name) } ?? .null,
    ]
  }
}

extension ReturnedPackageReport {
  fileprivate var json: JSON {
    [
      "name": .string(name), "packageId": packageID.map { .string($0) } ?? .null,
      "outcome": .string(outcome.rawValue),
      "reason": refusal.map { .string($0.rawValue) } ?? .null,
      "message": message.isEmpty ? .null : .string(message), "added": .number(added),
      "updated": .number(updated), "deleted": .number(deleted),
      "pairs": ["added": .number(addedPairs), "removed": .number(removedPairs)],
      "photos": photos.json,
    ]
  }
}
