import FeatureData
import GeoPackage
import Merging
import Records
import SQLiteFile
import TestSupport
import Testing

/// A merge: the contents of the stores, and the result that the merge rules require.
struct Situation: Sendable, CustomTestStringConvertible {
  var name: String
  /// The data as issued.
  var base: String
  /// The data in each returned package.
  var returned: [String]
  /// The office data. Nil if it is as issued.
  var current: String?
  /// The rows of the result.
  var result: String
  var conflicts: String
  var issues: String
  /// The outcomes of the changes of each package: `applied 1, conflict 1; same 2`.
  var outcomes: String?
  var showsNumbers: Bool

  init(
    _ name: String, base: String, returned: [String], current: String? = nil, result: String,
    conflicts: String = "", issues: String = "", outcomes: String? = nil, showsNumbers: Bool = false
  ) {
    self.name = name
    self.base = base
    self.returned = returned
    self.current = current
    self.result = result
    self.conflicts = conflicts
    self.issues = issues
    self.outcomes = outcomes
    self.showsNumbers = showsNumbers
  }

  var testDescription: String { name }
}

/// The result of a merge as text.
struct MergedText: Equatable {
  var result: String
  var conflicts: String
  var issues: String
  var outcomes: String
}

/// A merge of stores in files.
final class CityMerge {
  let folder: TemporaryFolder
  let schema: MergeSchema
  let current: GeoPackageReader
  private(set) var packages: [ReturnedPackage] = []

  init(base: String, returned: [String], current: String?) async throws {
    folder = try TemporaryFolder()
    schema = try City.schema()
    self.current = try CityText(current ?? base).store("current.gpkg", in: folder)
    let issued = try CityText(base).store("base.gpkg", in: folder)
    for (index, text) in returned.enumerated() {
      try await add(try CityText(text).store("\(index).gpkg", in: folder), issued, "p\(index)")
    }
  }

  func add(
    _ returned: GeoPackageReader, _ base: GeoPackageReader, _ identity: String,
    continues: Bool = false
  ) async throws {
    let diff = try await PackageDiff(
      base: base, returned: returned, schema: schema, packageID: identity,
      packageIndex: packages.count)
    var package = ReturnedPackage(
      identity: identity, changes: diff.tables, issues: diff.issues,
      base: try StoreRows(base, schema: schema),
      returned: try StoreRows(returned, schema: schema), continues: continues)
    package.refusedTables = try RowMatching(schema: schema, base: base, current: current)
      .refusals(of: diff)
    packages.append(package)
  }

  func merge(
    order: [Int]? = nil, decisions: MergeDecisions = MergeDecisions(),
    preferences: MergePreferences = MergePreferences(), merged: Set<UInt64> = []
  ) throws -> MergeOutcome {
    try MergeResolution.merge(
      (order ?? Array(packages.indices)).map { packages[$0] },
      into: try StoreRows(current, schema: schema), schema: schema, decisions: decisions,
      preferences: preferences, mergedBefore: merged)
  }

  /// Returns the rows of the result, by table and GlobalID.
  func rows(_ outcome: MergeOutcome) throws -> [[GlobalID: MergeRow]] {
    let store = try StoreRows(current, schema: schema)
    var all: [[GlobalID: MergeRow]] = []
    for (tableIndex, table) in schema.tables.enumerated() {
      var rows: [GlobalID: MergeRow] = [:]
      if current.database.object(.table, named: table.name) != nil {
        var cursor = try current.rows(of: table.name)
        while try cursor.next() {
          guard let row = try store.row(tableIndex, rowid: cursor.rowid) else { continue }
          rows[try store.identity(tableIndex, of: row)] = row
        }
      }
      for change in outcome.changes where change.table == tableIndex {
        for row in change.rows { rows[row.id] = row.after }
      }
      all.append(rows)
    }
    return all
  }

  func text(_ outcome: MergeOutcome, showsNumbers: Bool) throws -> MergedText {
    let writer = CityWriter(schema: schema)
    var lines: [String] = []
    for (table, rows) in try rows(outcome).enumerated() {
      for id in rows.keys.sorted() {
        guard let row = rows[id] else { continue }
        lines.append(writer.line(table, id, row, showsNumbers: showsNumbers))
      }
    }
    let outcomes = outcome.accounts.map { account in
      PackageAccount.ChangeOutcome.allCases.filter { account.count($0) > 0 }
        .map { "\($0.rawValue) \(account.count($0))" }.joined(separator: ", ")
    }
    return MergedText(
      result: lines.joined(separator: "\n"),
      conflicts: outcome.conflicts.map { writer.line($0, packages: packages.count) }
        .joined(separator: "\n"),
      issues: outcome.issues.map(writer.line).sorted().joined(separator: "\n"),
      outcomes: outcomes.joined(separator: "; "))
  }
}
