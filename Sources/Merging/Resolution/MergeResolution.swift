// Merges all returned packages into the current data (Sources/Merging/Rules.md):
//
//   1. Row by row, package by package in the order given (rules 2 to 5 and 8). The last returned
//      value wins. Changes that were merged before, and changes that the field app would have
//      refused, are removed first (rules 10 and 13).
//   2. Where sides left different values, preferences choose one. Then decisions apply.
//   3. Parents, children and look-ups, over all packages (rule 6).
//   4. New attachments (rule 7).
//   5. New rows are numbered in the order of their GlobalIDs (rule 1).

import FeatureData

/// Merges returned packages into the current data. Writes nothing.
package struct MergeResolution {
  let schema: MergeSchema
  let current: StoreRows
  let packages: [ReturnedPackage]
  let decisions: MergeDecisions
  let preferences: MergePreferences
  /// The fingerprints of changes from earlier merges.
  let mergedBefore: Set<UInt64>
  let keys: LinkKeys
  /// How rows are merged, by table.
  let merges: [RowMerge]
  /// The GlobalIDs of rows that packages added, by package, table and row id in its store.
  let newRows: [[Int: [Int64: GlobalID]]]
  /// The fields that neither the base nor the returned store of a package has, by package and
  /// table.
  let missingFields: [[[Int]]]
  /// The default values by table and field, see ``StoreRows/defaults(of:)``.
  let defaults: [[FieldValue]]
  /// The rules for incoming values, by table.
  let rules: [AdmissionRules]
  /// The rows loaded for this merge, by table.
  var rows: [[GlobalID: FoldedRow]]
  /// The GlobalIDs of loaded rows that the current store has, by table and row id.
  var loaded: [[Int64: GlobalID]]
  /// The links of the loaded rows. Complete once all packages are folded.
  var index: LinkIndex
  var conflicts: [MergeConflict] = []
  var issues: [MergeIssue] = []
  var refused: [RefusedChange] = []
  var fingerprints: Set<UInt64> = []
  /// The outcomes of changes, by package.
  var outcomes: [[RecordKey: PackageAccount.ChangeOutcome]]

  /// Merges packages.
  ///
  /// - Parameters:
  ///   - packages: The packages in order of precedence: a later package wins over an earlier one.
  ///   - mergedBefore: The fingerprints of changes that are not merged again.
  /// - Throws: ``MergingError`` if a store cannot be read.
  package static func merge(
    _ packages: [ReturnedPackage], into current: StoreRows, schema: MergeSchema,
    decisions: MergeDecisions = MergeDecisions(),
    preferences: MergePreferences = MergePreferences(), mergedBefore: Set<UInt64> = []
  ) throws(MergingError) -> MergeOutcome {
    var merge = MergeResolution(
      packages, current: current, schema: schema, decisions: decisions, preferences: preferences,
      mergedBefore: mergedBefore)
    for packageIndex in packages.indices { try merge.fold(packageIndex) }
    try merge.applyPreferences()
    merge.applyDecisions()
    try merge.resolveLinks()
    try merge.resolveAttachments()
    return try merge.outcome()
  }

  private init(
    _ packages: [ReturnedPackage], current: StoreRows, schema: MergeSchema,
    decisions: MergeDecisions, preferences: MergePreferences, mergedBefore: Set<UInt64>
  ) {
    self.packages = packages
    self.current = current
    self.schema = schema
    self.decisions = decisions
    self.preferences = preferences
    self.mergedBefore = mergedBefore
    keys = LinkKeys(schema)
    newRows = packages.map { Self.newRows(of: $0, schema) }
    missingFields = packages.map { package in
      schema.tables.indices.map { table in
        let returned = Set(package.returned.missingFields(of: table))
        return package.base.missingFields(of: table).filter(returned.contains)
      }
    }
    defaults = schema.tables.indices.map { current.defaults(of: $0) }
    merges = schema.tables.map { RowMerge($0) }
    rules = schema.tables.indices.map { AdmissionRules(tableIndex: $0, of: schema) }
    rows = Array(repeating: [:], count: schema.tables.count)
    loaded = Array(repeating: [:], count: schema.tables.count)
    index = LinkIndex(schema, [])
    outcomes = Array(repeating: [:], count: packages.count)
  }

  /// The rows that a package added to tables whose row numbers are link keys.
  private static func newRows(
    of package: ReturnedPackage, _ schema: MergeSchema
  ) -> [Int: [Int64: GlobalID]] {
    let origins = Set(schema.links.filter(schema.isRenumbered).map(\.origin))
    var rows: [Int: [Int64: GlobalID]] = [:]
    for changes in package.changes where origins.contains(changes.table) {
      for change in changes.rows where change.before == nil {
        if let rowid = change.after?.rowid { rows[changes.table, default: [:]][rowid] = change.id }
      }
    }
    return rows
  }

  /// Returns a row of the merge. Loads it from the current store on first use.
  mutating func row(_ key: RecordKey) throws(MergingError) -> FoldedRow {
    if let known = rows[key.table][key.globalID] { return known }
    let stored = try current.row(key.table, key.globalID)
    var identified = stored
    if let stored {
      identified = try keys.identified(stored, of: key.table, in: [current])
      loaded[key.table][stored.rowid] = key.globalID
    }
    let row = FoldedRow(stored: stored, current: identified)
    rows[key.table][key.globalID] = row
    if let identified { index.add(identified, key) }
    return row
  }

  /// Records the outcome of a change, unless a weightier one is recorded already.
  mutating func note(
    _ outcome: PackageAccount.ChangeOutcome, for key: RecordKey, packageIndex: Int
  ) {
    guard let known = outcomes[packageIndex][key] else { return }
    if known.weight < outcome.weight { outcomes[packageIndex][key] = outcome }
  }
}

extension PackageAccount.ChangeOutcome {
  /// The rank among all outcomes. Outcomes that need attention rank higher.
  var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
