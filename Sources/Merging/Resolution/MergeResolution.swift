// The merge of all packages (design §6):
//
//   1. Row by row, package by package in the order given: rules 2 to 5 and 8, the last returned
//      wins. What was merged before, and what the field app would have refused, is taken out of
//      a change first (rules 10 and 13).
//   2. Whose value is preferred where two sides left different ones; then what people decided.
//   3. Parents and children, look-ups and those who refer to them: rule 6, over all packages.
//   4. New photos: rule 7.
//   5. New rows get their numbers, in the order of their identities (rule 1).

import FeatureData

/// Merges returned packages into the current data. Nothing is written.
package struct MergeResolution {
  let schema: MergeSchema
  let current: StoreRows
  let packages: [ReturnedPackage]
  let decisions: MergeDecisions
  let preferences: MergePreferences
  let merged: Set<UInt64>
  let keys: LinkKeys
  let merges: [RowMerge]
  /// The identities of rows that packages added, by package, table and row id in its store.
  let newRows: [[Int: [Int64: GlobalID]]]
  /// The fields that a package neither was issued with nor brought, by package and table.
  let missingFields: [[[Int]]]
  /// By table and field, see ``StoreRows/defaults(of:)``.
  let defaults: [[FieldValue]]
  /// By table.
  let rules: [AdmissionRules]
  /// Rows that packages touched, by table.
  var rows: [[GlobalID: FoldedRow]]
  /// The identities of touched rows that the current store has, by table and row id.
  var touched: [[Int64: GlobalID]]
  /// Of the rows above, once packages are folded.
  var index: LinkIndex
  var conflicts: [MergeConflict] = []
  var issues: [MergeIssue] = []
  var refused: [RefusedChange] = []
  var fingerprints: Set<UInt64> = []
  /// By package.
  var fates: [[RecordKey: PackageAccount.Fate]]

  /// Merges packages.
  ///
  /// - Parameters:
  ///   - packages: in the order in which they win over each other, the last over all.
  ///   - merged: the fingerprints of what was merged before; it is not merged again.
  /// - Throws: ``MergingError`` where a store cannot be read.
  package static func merge(
    _ packages: [ReturnedPackage], into current: StoreRows, schema: MergeSchema,
    decisions: MergeDecisions = MergeDecisions(),
    preferences: MergePreferences = MergePreferences(), merged: Set<UInt64> = []
  ) throws(MergingError) -> MergeOutcome {
    var merge = MergeResolution(packages, current, schema, decisions, preferences, merged)
    for package in packages.indices { try merge.fold(package) }
    try merge.prefer()
    merge.decide()
    try merge.settle()
    try merge.settlePhotos()
    return try merge.outcome()
  }

  private init(
    _ packages: [ReturnedPackage], _ current: StoreRows, _ schema: MergeSchema,
    _ decisions: MergeDecisions, _ preferences: MergePreferences, _ merged: Set<UInt64>
  ) {
    self.packages = packages
    self.current = current
    self.schema = schema
    self.decisions = decisions
    self.preferences = preferences
    self.merged = merged
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
    rules = schema.tables.indices.map { AdmissionRules($0, of: schema) }
    rows = Array(repeating: [:], count: schema.tables.count)
    touched = Array(repeating: [:], count: schema.tables.count)
    index = LinkIndex(schema, [])
    fates = Array(repeating: [:], count: packages.count)
  }

  /// The rows a package added to tables that links name by numbers.
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

  /// A row that is merged; taken from the current store when it is touched first.
  mutating func row(_ place: RecordKey) throws(MergingError) -> FoldedRow {
    if let known = rows[place.table][place.globalID] { return known }
    let stored = try current.row(place.table, place.globalID)
    var identified = stored
    if let stored {
      identified = try keys.identified(stored, of: place.table, in: [current])
      touched[place.table][stored.rowid] = place.globalID
    }
    let row = FoldedRow(stored: stored, current: identified)
    rows[place.table][place.globalID] = row
    if let identified { index.add(identified, place) }
    return row
  }

  /// Notes what became of a change, unless something weightier is known of it.
  mutating func note(_ fate: PackageAccount.Fate, _ row: RecordKey, of package: Int) {
    guard let known = fates[package][row] else { return }
    if known.weight < fate.weight { fates[package][row] = fate }
  }
}

extension PackageAccount.Fate {
  /// The place among all, the quiet first.
  var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
