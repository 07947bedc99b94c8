// The report of a diff for programs:
//
//   tables[]     table, title, attachments (whether it holds photos and files of another),
//                rows {base, returned}, added, updated, deleted, changes[]
//   changes[]    action (insert | update | delete), globalid, title, fields[] {field, old, new},
//                geometry {old, new} where it changed
//   pairs[]      table, added, removed: each a list of [GlobalID, GlobalID] of the related records
//   issues[]     kind, table, globalid, field, value, message
//
// Values are as in `FieldValue.json(_:)`. Tables without changes are there too.

import FeatureData
package import GeoPackage
package import OrderedJSON

/// The differences between a package and the data it was issued with, for reports.
package struct DiffReport: Sendable {
  package let schema: MergeSchema
  package let diff: PackageDiff
  /// Takes geometries to longitude and latitude; one of each table.
  package let geometries: [ChangeGeometry]

  /// - Parameter base: the data as issued, which knows the spatial references.
  package init(schema: MergeSchema, diff: PackageDiff, base: GeoPackageReader) {
    self.schema = schema
    self.diff = diff
    geometries = schema.tables.map { ChangeGeometry($0, in: base) }
  }

  /// Whether there is nothing to tell.
  package var isEmpty: Bool { diff.isEmpty && diff.issues.isEmpty }

  /// Changes that are written at once, and portions of them that are made beside each other.
  private static let portion = 250
  private static let madeAtOnce = 4

  /// Writes the tables, with their changes, as a member of the object that is open.
  ///
  /// - Parameter output: gets the bytes as they are ready; what is in the stream then is left to
  ///   the caller.
  package func writeTables(
    to stream: inout JSONStream, output: ([UInt8]) throws -> Void
  ) async throws {
    stream.begin(.array, key: "tables")
    for changes in diff.tables {
      stream.begin(.object)
      for member in about(changes).members { stream.add(member.value, key: member.key) }
      stream.begin(.array, key: "changes")
      try output(stream.take())
      try await write(changes, to: stream, output: output)
      stream = stream.behind(changes.rows.count)
      stream.end()
      stream.end()
    }
    stream.end()
  }

  /// Writes changes in portions, of which the next are made while one is handed on.
  private func write(
    _ changes: TableChanges, to stream: JSONStream, output: ([UInt8]) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      var made: [Int: [UInt8]] = [:]
      var next = 0
      func takeOne() async throws {
        guard let (start, bytes) = try await group.next() else { return }
        made[start] = bytes
        while let bytes = made.removeValue(forKey: next) {
          try output(bytes)
          next += Self.portion
        }
      }
      for start in stride(from: 0, to: changes.rows.count, by: Self.portion) {
        if start >= Self.madeAtOnce * Self.portion { try await takeOne() }
        group.addTask {
          let end = min(start + Self.portion, changes.rows.count)
          return (start, bytes(of: changes, start..<end, in: stream.behind(start)))
        }
      }
      while next < changes.rows.count { try await takeOne() }
    }
  }

  private func bytes(
    of changes: TableChanges, _ places: Range<Int>, in stream: JSONStream
  ) -> [UInt8] {
    let table = schema.tables[changes.table]
    let text = ChangeText(table)
    var stream = stream
    for change in changes.rows[places] { stream.add(json(change, of: table, text)) }
    return stream.take()
  }

  /// What changed in tables of pairs.
  package var pairs: JSON {
    func list(_ pairs: [RecordPair]) -> JSON {
      .array(pairs.map { .array([.string($0.base.text), .string($0.related.text)]) })
    }
    return .array(
      diff.pairs.map { changes in
        [
          "table": .string(schema.pairs[changes.relation].mappingTable),
          "added": list(changes.added), "removed": list(changes.removed),
        ]
      })
  }

  /// What else is to be said.
  package var issues: JSON { .array(diff.issues.map(json)) }

  private func about(_ changes: TableChanges) -> JSONObject {
    let table = schema.tables[changes.table]
    let counts = diff.rowCounts[changes.table]
    func count(_ action: RowChange.Action) -> JSON {
      .number(changes.rows.count { $0.action == action })
    }
    return [
      "table": .string(table.name), "title": .string(table.title),
      "attachments": .bool(table.isAttachments),
      "rows": ["base": .number(counts.base), "returned": .number(counts.returned)],
      "added": count(.insert), "updated": count(.update), "deleted": count(.delete),
    ]
  }

  private func json(_ change: RowChange, of table: MergeTable, _ text: ChangeText) -> JSON {
    var members: JSONObject = [
      "action": .string(change.action.rawValue), "globalid": .string(change.id.text),
      "title": (change.after ?? change.before).flatMap(text.title).map { .string($0) } ?? .null,
      "fields": .array(
        change.fields(of: table).map { field in
          let (old, new) = change.values(of: field, table)
          return ["field": .string(table.fields[field].name), "old": old, "new": new]
        }),
    ]
    if let place = table.place(of: .geometry) {
      let (old, new) = change.values(of: place, table)
      if change.before?.values[place] != change.after?.values[place] {
        members.append("geometry", ["old": old, "new": new])
      }
    }
    return .object(members)
  }

  private func json(_ issue: MergeIssue) -> JSON {
    let table = issue.table.map { schema.tables[$0] }
    let field = issue.field.flatMap { name in table?.place(named: name) }
    let meaning = field.flatMap { table?.fields[$0].meaning } ?? .text
    return [
      "kind": .string(issue.kind.rawValue), "table": table.map { .string($0.name) } ?? .null,
      "globalid": issue.id.map { .string($0.text) } ?? .null,
      "field": issue.field.map { .string($0) } ?? .null,
      "value": issue.value?.json(meaning) ?? .null, "message": .string(issue.message),
    ]
  }
}

extension RowChange {
  /// The values of a field before and after; null where there was no row.
  func values(of field: Int, _ table: MergeTable) -> (old: JSON, new: JSON) {
    let meaning = table.fields[field].meaning
    return (
      before?.values[field].json(meaning) ?? .null, after?.values[field].json(meaning) ?? .null
    )
  }
}
