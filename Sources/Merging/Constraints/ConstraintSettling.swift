import FeatureData
import GeoPackage
import MapModel
import Packaging

/// Keeps the constraints of the office's database: a value that its UNIQUE, CHECK, NOT NULL or
/// foreign key refuses does not come in, as an SQL edit of it would fail. Each is a conflict that
/// names the record, and of a key also the record that has it already.
struct ConstraintSettling {
  private let schema: MergeSchema
  private let current: OpenPackage
  private let packages: [OpenPackage]
  private let rows: StoreRows
  private let bases: [StoreRows]
  /// Taking one value back can break another constraint; more rounds than this do not help.
  private static let mostRounds = 8

  /// - Parameters:
  ///   - packages: those of the merge, in the order of the outcome.
  ///   - bases: the data as issued, of each package.
  ///   - rows: of the current store.
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

  /// Takes out of a result what breaks a constraint.
  ///
  /// - Throws: what reading the current store throws.
  func settle(_ outcome: inout MergeOutcome) throws {
    for round in 0..<Self.mostRounds {
      let edits = try ResultEdits(
        schema: schema, outcome: outcome, current: current, packages: packages
      ).edits().filter { !current.store.isFree($0.key) }
      guard !edits.isEmpty else { return }
      let findings = try ConstraintCheck(current.store).findings(of: edits)
      if round == 0 { outcome.issues += findings.unchecked.compactMap(issue) }
      let violations = findings.violations.filter { !isFilledIn($0) }
      guard !violations.isEmpty else { return }
      var result = EditedResult(schema: schema, rows: rows, bases: bases, outcome)
      let isLast = round == Self.mostRounds - 1
      for violation in violations { try result.settle(violation, dropping: isLast) }
      outcome = result.outcome
    }
  }

  /// Whether a column is empty only until the row is written: the bytes of photos come then.
  private func isFilledIn(_ violation: ConstraintViolation) -> Bool {
    guard violation.kind == .notNull, let table = schema.table(named: violation.table),
      let content = schema.tables[table].place(of: .content)
    else { return false }
    return violation.columns.allSatisfy(schema.tables[table].fields[content].name.isSameName)
  }

  private func issue(_ constraint: UncheckedConstraint) -> MergeIssue? {
    guard let table = schema.table(named: constraint.table) else { return nil }
    // An index that is not understood is not written either.
    let fate =
      constraint.kind == .unique
      ? "could not be checked for the merged records, and is left out"
      : "is kept and could not be checked for the merged records"
    return MergeIssue(
      .constraintUnchecked, table: table, value: FieldValue(text: constraint.text), package: nil,
      "The \(constraint.kind.words) \(constraint.text) \(fate).")
  }
}

/// The result of a merge while values are taken out of it.
private struct EditedResult {
  private let schema: MergeSchema
  private let rows: StoreRows
  private let bases: [StoreRows]
  private(set) var outcome: MergeOutcome
  /// Rows that were settled in this round: what else they break is looked at in the next.
  private var settled: Set<RecordKey> = []

  init(schema: MergeSchema, rows: StoreRows, bases: [StoreRows], _ outcome: MergeOutcome) {
    self.schema = schema
    self.rows = rows
    self.bases = bases
    self.outcome = outcome
  }

  mutating func settle(_ violation: ConstraintViolation, dropping: Bool) throws {
    guard let table = schema.table(named: violation.table),
      let (group, index) = index(of: violation.row, in: table)
    else { return }
    let change = outcome.changes[group].rows[index]
    let place = RecordKey(table: table, globalID: change.id)
    guard settled.insert(place).inserted else { return }
    let other = try self.other(of: violation)
    let fields = violation.columns.compactMap(schema.tables[table].place(named:))
      .filter { field in
        guard let after = change.after else { return false }
        return change.before.map { $0[field] != after[field] } ?? !after[field].isNull
      }
    guard var after = change.after, !fields.isEmpty, !dropping else {
      return try drop(change, place, group, index, violation, other)
    }
    let cause = outcome.causes[place]
    for field in fields {
      let package = cause?.fields[field] ?? cause?.packages.last ?? 0
      try note(violation, place, field, of: package, change, other)
      account(.refusedField, place, of: package)
      after.values[field] = fallBack(from: package, place, field) ?? change.before?[field] ?? .null
    }
    if after == change.before {
      outcome.changes[group].rows.remove(at: index)
      outcome.causes[place] = nil
    } else {
      outcome.changes[group].rows[index].after = after
    }
  }

  /// The value of the crew whose value gave way to one that is refused: it stands again, as it would
  /// had the refused one never been written. Nil where there is none: the office's stands.
  private mutating func fallBack(
    from package: Int, _ place: RecordKey, _ field: Int
  ) -> FieldValue? {
    outcome.causes[place]?.fields[field] = nil
    let last = outcome.conflicts.lastIndex { conflict in
      conflict.table == place.table && conflict.id == place.globalID && conflict.field == field
        && conflict.package == package && conflict.resolution == .returned
    }
    guard let last else { return nil }
    outcome.conflicts[last].resolution = .current
    guard let other = outcome.conflicts[last].currentPackage,
      let value = outcome.conflicts[last].current
    else { return nil }
    outcome.causes[place]?.fields[field] = other
    stand(again: other, place)
    return value
  }

  /// A package that lost nothing else in a record is not overruled there any more.
  private mutating func stand(again package: Int, _ place: RecordKey) {
    let loses = outcome.conflicts.contains { conflict in
      conflict.table == place.table && conflict.id == place.globalID
        && conflict.currentPackage == package && conflict.resolution == .returned
    }
    guard !loses else { return }
    for index in outcome.accounts[package].entries.indices {
      let entry = outcome.accounts[package].entries[index]
      guard entry.table == place.table, entry.id == place.globalID, entry.fate == .overruled else {
        continue
      }
      outcome.accounts[package].entries[index].fate = .applied
    }
  }

  /// Takes a change out as a whole: it is kept in full among those that were refused.
  private mutating func drop(
    _ change: RowChange, _ place: RecordKey, _ group: Int, _ index: Int,
    _ violation: ConstraintViolation, _ other: RecordKey?
  ) throws {
    let packages = outcome.causes[place]?.packages ?? []
    let package = packages.last ?? 0
    for package in packages.isEmpty ? [package] : packages {
      try note(violation, place, nil, of: package, change, other)
      account(.refused, place, of: package)
    }
    outcome.refused.append(RefusedChange(table: place.table, change: change, package: package))
    outcome.changes[group].rows.remove(at: index)
    outcome.causes[place] = nil
  }

  private mutating func note(
    _ violation: ConstraintViolation, _ place: RecordKey, _ field: Int?, of package: Int,
    _ change: RowChange, _ other: RecordKey?
  ) throws {
    let issued = try field == nil ? nil : bases[package].row(place.table, place.globalID)
    var conflict = MergeConflict(
      kind: .constraint, table: place.table, id: place.globalID, field: field,
      base: field.flatMap { issued?[$0] }, current: field.flatMap { change.before?[$0] },
      returned: field.flatMap { change.after?[$0] }, resolution: .current, package: package)
    conflict.constraint = BrokenConstraint(rule: violation.words, other: other)
    outcome.conflicts.append(conflict)
  }

  private mutating func account(
    _ fate: PackageAccount.Fate, _ place: RecordKey, of package: Int
  ) {
    for index in outcome.accounts[package].entries.indices {
      let entry = outcome.accounts[package].entries[index]
      guard entry.table == place.table, entry.id == place.globalID, entry.fate.weight < fate.weight
      else { continue }
      outcome.accounts[package].entries[index].fate = fate
    }
  }

  // MARK: Rows

  /// Where the change of a row is in the outcome.
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

  /// The row that has a key already, or the child that is left.
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
  /// The rule as its database has it: `UNIQUE code`.
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
