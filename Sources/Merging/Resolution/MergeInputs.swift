import FeatureData

/// What a merge reads: the current data, the returned packages, and what people want. No phase
/// changes it.
struct MergeInputs {
  let schema: MergeSchema
  let current: StoreRows
  /// In order of precedence: a later package wins over an earlier one.
  let packages: [ReturnedPackage]
  let decisions: MergeDecisions
  let preferences: MergePreferences
  /// The fingerprints of changes from earlier merges.
  let mergedBefore: Set<UInt64>
  let keys: LinkKeys
  /// How rows are merged, by table.
  let merges: [RowMerge]
  /// The rules for incoming values, by table.
  let rules: [AdmissionRules]
  /// The GlobalIDs of rows that packages added, by package, table and row id in its store.
  let newRows: [[Int: [Int64: GlobalID]]]
  /// The fields that neither the base nor the returned store of a package has, by package and
  /// table.
  private let missingFields: [[[Int]]]
  /// The default values by table and field, see ``StoreRows/defaults(of:)``.
  private let defaults: [[FieldValue]]

  init(
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
    merges = schema.tables.map { RowMerge($0) }
    rules = schema.tables.indices.map { AdmissionRules(tableIndex: $0, of: schema) }
    newRows = packages.map { Self.newRows(of: $0, schema) }
    missingFields = packages.map { package in
      schema.tables.indices.map { table in
        let returned = Set(package.returned.missingFields(of: table))
        return package.base.missingFields(of: table).filter(returned.contains)
      }
    }
    defaults = schema.tables.indices.map { current.defaults(of: $0) }
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

  /// Returns a change in which link keys that differ between stores are GlobalIDs.
  func identified(
    _ change: RowChange, table: Int, packageIndex: Int
  ) throws -> RowChange {
    let (base, returned) = (packages[packageIndex].base, packages[packageIndex].returned)
    var result = change
    if let row = change.before {
      result.before = try keys.identified(row, of: table, in: [base, returned])
    }
    if let row = change.after {
      result.after = try keys.identified(
        row, of: table, in: [returned, base], new: newRows[packageIndex])
    }
    return result
  }

  /// Fills the columns that the office added after the package was issued with their default
  /// values, as SQL does for existing and new rows.
  func completed(_ row: MergeRow, table: Int, packageIndex: Int) -> MergeRow {
    let missing = missingFields[packageIndex][table]
    guard !missing.isEmpty else { return row }
    var row = row
    for field in missing where field < row.values.count {
      row.values[field] = defaults[table][field]
    }
    return row
  }

  /// Completes both rows of a change.
  func completed(_ change: RowChange, table: Int, packageIndex: Int) -> RowChange {
    var result = change
    result.before = change.before.map { completed($0, table: table, packageIndex: packageIndex) }
    result.after = change.after.map { completed($0, table: table, packageIndex: packageIndex) }
    return result
  }

  /// Returns the changed fields whose current value the same crew contributed earlier: in this
  /// merge, or in an earlier return of the package.
  func ownFields(
    of change: RowChange, key: RecordKey, row: MergeRow?, packageIndex: Int,
    contributors: [Int: Int] = [:]
  ) -> Set<Int> {
    guard packages[packageIndex].continues, let row else { return [] }
    let base = change.before ?? MergeRow(rowid: 0, values: [])
    let fields = merges[key.table].changes(from: base, to: row)
    guard !fields.isEmpty else { return [] }
    let table = schema.tables[key.table]
    let identity = packages[packageIndex].identity
    let fingerprint = ChangeFingerprint(package: identity)
    return Set(
      fields.filter { field in
        if let contributor = contributors[field] {
          return packages[contributor].identity.utf8.elementsEqual(identity.utf8)
        }
        return mergedBefore.contains(
          fingerprint.value(row[field], of: field, key.globalID, in: table))
      })
  }
}
