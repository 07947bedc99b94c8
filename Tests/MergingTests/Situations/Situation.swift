import FeatureData
import GeoPackage
import Merging
import SQLiteFile
import TestSupport
import Testing

/// A merge: what the stores held, and what the rules of the design make of it.
struct Situation: Sendable, CustomTestStringConvertible {
  var name: String
  /// The data as issued. Packages and the office have it too, but for the lines they give anew.
  var base: String
  /// The data as each package came back; nil for one that was only opened.
  var returned: [String]
  /// The office's data now; as issued where nothing is said.
  var current: String?
  /// The rows of the result.
  var result: String
  var conflicts: String
  var issues: String
  /// What became of the changes of each package: `applied 1, conflict 1; same 2`.
  var fates: String?
  var showsNumbers: Bool

  init(
    _ name: String, base: String, returned: [String], current: String? = nil, result: String,
    conflicts: String = "", issues: String = "", fates: String? = nil, showsNumbers: Bool = false
  ) {
    self.name = name
    self.base = base
    self.returned = returned
    self.current = current
    self.result = result
    self.conflicts = conflicts
    self.issues = issues
    self.fates = fates
    self.showsNumbers = showsNumbers
  }

  var testDescription: String { name }
}

/// What a merge made of a situation, as text.
struct MergedText: Equatable {
  var result: String
  var conflicts: String
  var issues: String
  var fates: String
}

/// Stores in files, as packages come back.
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
    for (place, text) in returned.enumerated() {
      try await add(try CityText(text).store("\(place).gpkg", in: folder), issued, "p\(place)")
    }
  }

  func add(
    _ returned: GeoPackageReader, _ base: GeoPackageReader, _ identity: String,
    continues: Bool = false
  ) async throws {
    let diff = try await PackageDiff(
      base: base, returned: returned, schema: schema, packageID: identity, place: packages.count)
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
      preferences: preferences, merged: merged)
  }

  /// The rows of the result, by table and identity.
  func rows(_ outcome: MergeOutcome) throws -> [[GlobalID: MergeRow]] {
    let store = try StoreRows(current, schema: schema)
    var all: [[GlobalID: MergeRow]] = []
    for (place, table) in schema.tables.enumerated() {
      var rows: [GlobalID: MergeRow] = [:]
      if current.database.object(.table, named: table.name) != nil {
        var cursor = try current.rows(of: table.name)
        while try cursor.next() {
          guard let row = try store.row(place, rowid: cursor.rowid) else { continue }
          rows[try store.identity(place, of: row)] = row
        }
      }
      for change in outcome.changes where change.table == place {
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
    let fates = outcome.accounts.map { account in
      PackageAccount.Fate.allCases.filter { account.count($0) > 0 }
        .map { "\($0.rawValue) \(account.count($0))" }.joined(separator: ", ")
    }
    return MergedText(
      result: lines.joined(separator: "\n"),
      conflicts: outcome.conflicts.map { writer.line($0, packages: packages.count) }
        .joined(separator: "\n"),
      issues: outcome.issues.map(writer.line).sorted().joined(separator: "\n"),
      fates: fates.joined(separator: "; "))
  }
}
