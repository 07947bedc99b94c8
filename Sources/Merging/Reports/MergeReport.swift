// report.json: everything a merge did, for scripts.
//
//   schema       "fieldpack.merge/1"
//   time         when the merge ran
//   packages[]   name, packageId, outcome (merged | refused | alreadyMerged), reason, message,
//                added, updated, deleted, pairs {added, removed},
//                photos {taken, arrived, linked, missing, duplicate}
//   tables[]     table, added, updated, deleted: how the result differs from the office data
//   pairs[]      table, added, removed: changes in tables of pairs
//   conflicts[]  kind (action of the package/action in the office data, or orphan, or constraint),
//                table, globalid, key, field, base, current, returned, resolution, package,
//                currentPackage, editor, editDate, constraint,
//                other {table, globalid, key}: the record that already has the unique value
//   issues[]     kind, table, globalid, key, field, value, code, message, package
//                key: identifies the record in a table without GlobalIDs, else null
//   rules        values[]: table, globalid, field, old, new, rule
//                  message: why the old value stays; code: if the field refused the new one
//                  package: made the rule act; oldPackage: entered the old value
//                  source {table, globalid, field, value}: the record a value was copied from
//                problems[]: rule, reason

import FeatureData
package import GeoPackage
package import OrderedJSON

/// What a merge did and found.
package struct MergeReport: Sendable {
  package var schema: MergeSchema
  /// When the merge ran, in milliseconds since 1970 UTC.
  package var time: Int64
  /// The packages, in the order they were given.
  package var packages: [ReturnedPackageReport]
  /// What changes in the office data, by table.
  package var changes: [TableChanges]
  package var conflicts: [MergeConflict]
  package var issues: [MergeIssue]
  /// What changes in tables of pairs, by their index in the schema.
  package var pairs: [Int: PairEdits] = [:]
  /// What the map's rules did.
  package var rules = RuleAccount()
  /// The keys of the records of conflicts and issues, in tables without GlobalIDs.
  package var keys = RecordKeys()

  /// The report as JSON, with its members in a fixed order.
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
      "decided": .bool(conflict.isDecided),
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

  private func key(_ record: RecordKey) -> JSON {
    let table = schema.tables[record.table]
    guard let field = table.fieldIndex(of: .key) else { return .null }
    return keys[record].json(table.fields[field].meaning)
  }

  private func json(_ issue: MergeIssue) -> JSON {
    issue.json(
      schema,
      MergeIssue.Provenance(
        key: issue.record.map(key) ?? .null,
        package: issue.package.map { .string(packages[$0].name) } ?? .null))
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
      "photos": attachments.json,
    ]
  }
}
