// The report of a diff as JSON:
//
//   tables[]     table, title, attachments (whether the table holds attachments of another table),
//                rows {base, returned}, added, updated, deleted, changes[]
//   changes[]    action (insert | update | delete), globalid, title, fields[] {field, old, new},
//                geometry {old, new} if it changed
//   pairs[]      table, added, removed: each a list of [GlobalID, GlobalID] of the related records
//   issues[]     kind, table, globalid, field, value, message
//
// Values are as in `FieldValue.json(_:)`. Tables without changes are included.

import FeatureData
package import GeoPackage
package import OrderedJSON

/// The differences between a package and the data it was issued with, for reports.
package struct DiffReport: Sendable {
  package let schema: MergeSchema
  package let diff: PackageDiff
  /// Transforms geometries to longitude and latitude; one for each table.
  package let geometries: [ChangeGeometry]

  /// - Parameter base: the data as issued, which defines the spatial references.
  package init(schema: MergeSchema, diff: PackageDiff, base: GeoPackageReader) {
    self.schema = schema
    self.diff = diff
    geometries = schema.tables.map { ChangeGeometry($0, in: base) }
  }

  /// Whether there are no changes and no issues.
  package var isEmpty: Bool { diff.isEmpty && diff.issues.isEmpty }

  /// How many changes a portion has, and how many portions are made in parallel.
  private static let portion = 250
  private static let madeAtOnce = 4

  /// Writes the tables and their changes as a member of the open object.
  ///
  /// - Parameter output: receives the bytes when they are ready. The caller takes what remains in
  ///   the stream.
  package func writeTables(
    to stream: inout JSONStream, output: ([UInt8]) throws -> Void
  ) async throws {
    stream.begin(.array, key: "tables")
    for changes in diff.tables {
      stream.begin(.object)
      for member in summary(of: changes).members { stream.add(member.value, key: member.key) }
      stream.begin(.array, key: "changes")
      try output(stream.take())
      try await write(changes, to: stream, output: output)
      stream = stream.behind(changes.rows.count)
      stream.end()
      stream.end()
    }
    stream.end()
  }

  /// Writes changes in portions. The next portions are made while one is written.
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
    of changes: TableChanges, _ range: Range<Int>, in stream: JSONStream
  ) -> [UInt8] {
    let table = schema.tables[changes.table]
    let text = ChangeText(table)
    var stream = stream
    for change in changes.rows[range] { stream.add(json(change, of: table, text)) }
    return stream.take()
  }

  /// The changes in tables of pairs.
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

  /// The issues.
  package var issues: JSON { .array(diff.issues.map { $0.json(schema) }) }

  private func summary(of changes: TableChanges) -> JSONObject {
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
    if let column = table.fieldIndex(of: .geometry) {
      let (old, new) = change.values(of: column, table)
      if change.before?.values[column] != change.after?.values[column] {
        members.append("geometry", ["old": old, "new": new])
      }
    }
    return .object(members)
  }
}

extension RowChange {
  /// The values of a field before and after; null if there was no row.
  func values(of field: Int, _ table: MergeTable) -> (old: JSON, new: JSON) {
    let meaning = table.fields[field].meaning
    return (
      before?.values[field].json(meaning) ?? .null, after?.values[field].json(meaning) ?? .null
    )
  }
}
