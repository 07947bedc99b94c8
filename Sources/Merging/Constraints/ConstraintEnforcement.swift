import FeatureData
import GeoPackage
import MapModel
import Packages

/// Enforces the constraints of the office's database. A value that violates UNIQUE, CHECK, NOT NULL
/// or a foreign key is removed from the result, because SQL would refuse it too. Each violation
/// becomes a conflict. For duplicate keys, the conflict also names the record that has the key.
struct ConstraintEnforcement {
  private let schema: MergeSchema
  private let current: OpenPackage
  private let packages: [OpenPackage]
  private let rows: StoreRows
  private let bases: [StoreRows]
  /// The maximum number of rounds. Removing one value can violate another constraint.
  private static let maxRounds = 8

  /// - Parameters:
  ///   - packages: The merged packages, in the order of the outcome.
  ///   - bases: The data as issued, for each package.
  ///   - rows: The rows of the current store.
  init(
    schema: MergeSchema, current: OpenPackage, packages: [OpenPackage], bases: [StoreRows],
    rows: StoreRows
  ) {
    self.schema = schema
    self.current = current
    self.packages = packages
    self.bases = bases
    self.rows = rows
  }

  /// Removes from a result the values that violate constraints.
  ///
  /// - Throws: Errors from reading the current store.
  func enforce(on outcome: inout MergeOutcome) throws {
    for round in 0..<Self.maxRounds {
      let edits = try ResultEdits(
        schema: schema, outcome: outcome, current: current, packages: packages
      ).edits().filter { !current.store.isFree($0.key) }
      guard !edits.isEmpty else { return }
      let findings = try ConstraintCheck(current.store).findings(of: edits)
      if round == 0 { outcome.issues += findings.unchecked.compactMap(issue) }
      let violations = findings.violations.filter { !isContentOfAttachment($0) }
      guard !violations.isEmpty else { return }
      var result = EditedResult(schema: schema, rows: rows, bases: bases, outcome)
      let isLast = round == Self.maxRounds - 1
      for violation in violations { try result.resolve(violation, dropping: isLast) }
      outcome = result.outcome
    }
  }

  /// Returns whether a column is null only until the row is written with the bytes of its
  /// attachment.
  private func isContentOfAttachment(_ violation: ConstraintViolation) -> Bool {
    guard violation.kind == .notNull, let table = schema.table(named: violation.table),
      let content = schema.tables[table].fieldIndex(of: .content)
    else { return false }
    return violation.columns.allSatisfy(schema.tables[table].fields[content].name.isSameName)
  }

  private func issue(_ constraint: UncheckedConstraint) -> MergeIssue? {
    guard let table = schema.table(named: constraint.table) else { return nil }
    // An index that could not be parsed is not written either.
    let consequence =
      constraint.kind == .unique
      ? "could not be checked for the merged records, so the result does not have it"
      : "could not be checked for the merged records, but the result keeps it"
    return MergeIssue(
      .constraintUnchecked, table: table, value: FieldValue(text: constraint.text), package: nil,
      "The \(constraint.kind.words) \(constraint.text) \(consequence).")
  }
}

/// The result of a merge while values are removed from it.
private struct EditedResult {
  private let schema: MergeSchema
  private let rows: StoreRows
  private let bases: [StoreRows]
  private(set) var outcome: MergeOutcome
  /// The rows resolved in this round. Their other violations are checked in the next round.
  private var resolved: Set<RecordKey> = []

  init(schema: MergeSchema, rows: StoreRows, bases: [StoreRows], _ outcome: MergeOutcome) {
    self.schema = schema
    self.rows = rows
    self.bases = bases
    self.outcome = outcome
  }

  mutating func resolve(_ violation: ConstraintViolation, dropping: Bool) throws {
    guard let table = schema.table(named: violation.table),
      let (group, index) = index(of: violation.row, in: table)
    else { return }
    let change = outcome.changes[group].rows[index]
    let key = RecordKey(table: table, globalID: change.id)
    guard resolved.insert(key).inserted else { return }
    let other = try self.other(of: violation)
    let fields = violation.columns.compactMap(schema.tables[table].fieldIndex(named:))
      .filter { field in
        guard let after = change.after else { return false }
        return change.before.map { $0[field] != after[field] } ?? !after[field].isNull
      }
    guard var after = change.after, !fields.isEmpty, !dropping else {
      return try drop(
        change, of: key, group: group, index: index, violation: violation, other: other)
    }
    let cause = outcome.causes[key]
    for field in fields {
      let packageIndex = cause?.fields[field] ?? cause?.packages.last ?? 0
      try note(
        violation, of: key, field: field, packageIndex: packageIndex, change: change, other: other)
      note(.refusedField, for: key, packageIndex: packageIndex)
      after.values[field] =
        fallBack(from: packageIndex, key: key, field: field) ?? change.before?[field] ?? .null
    }
    if after == change.before {
      outcome.changes[group].rows.remove(at: index)
      outcome.causes[key] = nil
    } else {
      outcome.changes[group].rows[index].after = after
    }
  }

  /// Restores and returns the value of the crew that the refused value had overruled, as if the
  /// refused value never existed. Nil if there is no such value, so that the office's value is
  /// kept.
  private mutating func fallBack(
    from packageIndex: Int, key: RecordKey, field: Int
  ) -> FieldValue? {
    outcome.causes[key]?.fields[field] = nil
    let last = outcome.conflicts.lastIndex { conflict in
      conflict.table == key.table && conflict.id == key.globalID && conflict.field == field
        && conflict.package == packageIndex && conflict.resolution == .returned
    }
    guard let last else { return nil }
    outcome.conflicts[last].resolution = .current
    guard let other = outcome.conflicts[last].currentPackage,
      let value = outcome.conflicts[last].current
    else { return nil }
    outcome.causes[key]?.fields[field] = other
    clearOverruled(of: other, key: key)
    return value
  }

  /// Changes the outcome of a package for a record to applied if no other value of it is overruled.
  private mutating func clearOverruled(of packageIndex: Int, key: RecordKey) {
    let loses = outcome.conflicts.contains { conflict in
      conflict.table == key.table && conflict.id == key.globalID
        && conflict.currentPackage == packageIndex && conflict.resolution == .returned
    }
    guard !loses else { return }
    for index in outcome.accounts[packageIndex].entries.indices {
      let entry = outcome.accounts[packageIndex].entries[index]
      guard entry.table == key.table, entry.id == key.globalID, entry.outcome == .overruled else {
        continue
      }
      outcome.accounts[packageIndex].entries[index].outcome = .applied
    }
  }

  /// Removes a whole change from the result and adds it to the refused changes.
  private mutating func drop(
    _ change: RowChange, of key: RecordKey, group: Int, index: Int,
    violation: ConstraintViolation, other: RecordKey?
  ) throws {
    let packages = outcome.causes[key]?.packages ?? []
    let last = packages.last ?? 0
    for packageIndex in packages.isEmpty ? [last] : packages {
      try note(
        violation, of: key, field: nil, packageIndex: packageIndex, change: change, other: other)
      note(.refused, for: key, packageIndex: packageIndex)
    }
    outcome.refused.append(RefusedChange(table: key.table, change: change, package: last))
    outcome.changes[group].rows.remove(at: index)
    outcome.causes[key] = nil
  }

  private mutating func note(
    _ violation: ConstraintViolation, of key: RecordKey, field: Int?, packageIndex: Int,
    change: RowChange, other: RecordKey?
  ) throws {
    let issued = try field == nil ? nil : bases[packageIndex].row(key.table, key.globalID)
    var conflict = MergeConflict(
      kind: .constraint, table: key.table, id: key.globalID, field: field,
      base: field.flatMap { issued?[$0] }, current: field.flatMap { change.before?[$0] },
      returned: field.flatMap { change.after?[$0] }, resolution: .current,
      package: packageIndex)
    conflict.constraint = BrokenConstraint(rule: violation.words, other: other)
    outcome.conflicts.append(conflict)
  }

  private mutating func note(
    _ changeOutcome: PackageAccount.ChangeOutcome, for key: RecordKey, packageIndex: Int
  ) {
    for index in outcome.accounts[packageIndex].entries.indices {
      let entry = outcome.accounts[packageIndex].entries[index]
      guard entry.table == key.table, entry.id == key.globalID,
        entry.outcome.weight < changeOutcome.weight
      else { continue }
      outcome.accounts[packageIndex].entries[index].outcome = changeOutcome
    }
  }

  // MARK: Rows

  /// Returns the indices of the change to a row in the outcome.
  private func index(
    of row: ConstraintViolation.Row, in table: Int
  ) -> (group: Int, index: Int)? {
    guard let group = outcome.changes.firstIndex(where: { $0.table == table }) else { return nil }
    let changes = outcome.changes[group].rows
    let index: Int? =
      switch row {
      case .stored(let rowid): changes.firstIndex { $0.before?.rowid == rowid }
      case .added(let number):
        changes.indices.filter { changes[$0].before == nil && changes[$0].after != nil }
          .dropFirst(number).first
      }
    return index.map { (group, $0) }
  }

  /// Returns the row that already has a key, or the child that still refers to a deleted row.
  private func other(of violation: ConstraintViolation) throws -> RecordKey? {
    guard let row = violation.other,
      let table = schema.table(named: violation.otherTable ?? violation.table)
    else { return nil }
    if let (group, index) = index(of: row, in: table) {
      return RecordKey(table: table, globalID: outcome.changes[group].rows[index].id)
    }
    guard case .stored(let rowid) = row else { return nil }
    return try rows.identity(table, rowid: rowid).map { RecordKey(table: table, globalID: $0) }
  }
}

extension ConstraintViolation {
  /// The constraint as written in the database: `UNIQUE code`.
  fileprivate var words: String {
    switch kind {
    case .unique: "UNIQUE \(columns.joined(separator: ", "))"
    case .check: "CHECK \(text)"
    case .notNull: "NOT NULL \(columns.joined(separator: ", "))"
    case .foreignKey: "REFERENCES \(text)"
    }
  }
}

extension ConstraintViolation.Kind {
  fileprivate var words: String {
    switch self {
    case .unique: "unique index"
    case .check: "CHECK"
    case .notNull: "NOT NULL"
    case .foreignKey: "foreign key of"
    }
  }
}
