import Bytes
import FeatureData
import GeoPackage
package import Packages

extension MapRules {
  /// Applies the rules to the outcome of a merge in their order. Lists what they set in
  /// ``MergeOutcome/rules``.
  ///
  /// Rules keep values that crews entered. They update a parent only if its records changed in this
  /// merge. They don't set a value that is in conflict or that the field refuses, but list it.
  ///
  /// - Parameter files: where to find address files.
  /// - Throws: ``MergingError`` if a store cannot be read. A rule that cannot be applied is listed,
  ///   and the merge continues without it.
  package func apply(
    to outcome: inout MergeOutcome, schema: MergeSchema, current: StoreRows, files: RuleFiles
  ) throws {
    var run = RuleRun(outcome, schema: schema, current: current, files: files)
    for rule in rules {
      do {
        switch rule {
        case .fill(let fill): try run.fill(fill, rule)
        case .newest(let newest): try run.copyNewest(newest, rule)
        // Preferences were applied before; see ``MergePreferences``.
        case .prefer: break
        }
      } catch let error as MergingError {
        throw error
      } catch let error as LocatedError where error.location == current.store.path {
        // The office data can't be read, which is no problem of the rule.
        throw error
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        outcome.rules.problems.append(RuleProblem(rule: "\(rule)", reason: "\(error)"))
      }
    }
    outcome.changes = run.rows.tableChanges
    outcome.causes = run.causes
    outcome.rules.values = run.values.values.sorted { $0.order < $1.order }
  }
}

/// Why a rule cannot be applied to this data, as a phrase without a full stop.
struct RuleFailure: Error, CustomStringConvertible {
  let description: String

  /// Creates the failure for a reason.
  init(_ reason: String) { description = reason }
}

/// Applies rules to the result of a merge.
struct RuleRun {
  let schema: MergeSchema
  let files: RuleFiles
  var rows: ResultRows
  /// The values that rules set or refused, by record and field.
  private(set) var values: [RecordField: RuleValue] = [:]
  /// The records that crews added.
  let added: Set<RecordKey>
  /// The values in conflict between crews and the office, or between two crews.
  let disputed: Set<RecordField>
  /// The records with decisions.
  let decided: Set<RecordKey>
  /// The packages that caused each change of the result.
  private(set) var causes: [RecordKey: ChangeCause]
  private var admissions: [Int: AdmissionRules] = [:]

  /// A field of a record.
  struct RecordField: Hashable {
    var record: RecordKey
    var field: Int
  }

  init(_ outcome: MergeOutcome, schema: MergeSchema, current: StoreRows, files: RuleFiles) {
    self.schema = schema
    self.files = files
    rows = ResultRows(outcome.changes, schema: schema, current: current)
    added = Set(
      outcome.accounts.flatMap(\.entries).compactMap { entry in
        entry.action == .insert ? RecordKey(table: entry.table, globalID: entry.id) : nil
      })
    decided = Set(
      outcome.accounts.flatMap(\.entries).compactMap { entry in
        entry.outcome == .decided ? RecordKey(table: entry.table, globalID: entry.id) : nil
      })
    causes = outcome.causes
    disputed = Set(
      outcome.conflicts.compactMap { conflict in
        conflict.field.map {
          RecordField(record: RecordKey(table: conflict.table, globalID: conflict.id), field: $0)
        }
      })
  }

  /// The index of a table that a rule names.
  func table(_ name: String) throws(RuleFailure) -> Int {
    guard let found = schema.table(ofRule: name) else {
      throw RuleFailure("there is no layer or table \"\(name)\"")
    }
    return found
  }

  /// The index of a field that a rule names.
  func field(_ name: String, of table: Int) throws(RuleFailure) -> Int {
    guard let field = schema.tables[table].fieldIndex(named: name) else {
      throw RuleFailure("\(schema.tables[table].title) has no field \(name)")
    }
    return field
  }

  /// The index of a field that a rule can set.
  func target(_ name: String, of table: Int) throws(RuleFailure) -> Int {
    let field = try field(name, of: table)
    guard schema.tables[table].fields[field].role == .attribute else {
      throw RuleFailure("\(name) of \(schema.tables[table].title) is maintained by the database")
    }
    return field
  }

  /// A value that a rule sets in a field.
  struct Setting {
    var value: FieldValue
    /// The index of the field.
    var field: Int
    /// The index of the package that made the rule act.
    var package: Int?
    var source: RuleSource?
    /// Whether the value is new in this merge.
    var isNew = true
  }

  /// Sets a value, or lists why the rule didn't set it.
  mutating func set(
    _ setting: Setting, of record: RecordKey, by rule: MapRule
  ) throws {
    let field = setting.field
    let key = RecordField(record: record, field: field)
    // A person's decision overrides rules.
    guard !(decided.contains(record) && disputed.contains(key)) else { return }
    guard let row = try rows.row(record.table, record.globalID), field < row.values.count else {
      return
    }
    let old = row[field]
    let meaning = schema.tables[record.table].fields[field].meaning
    guard !meaning.isSame(old, setting.value) else { return }
    let refusal = refusal(of: setting, at: key, in: row)
    if refusal == nil {
      try rows.set(setting.value, field: field, of: record.table, record.globalID)
      note(setting, record)
    }
    // If an earlier rule set the value, the old value is the one from before that.
    let before = values[key].flatMap { $0.refusal == nil ? $0.old : nil } ?? old
    if refusal == nil, meaning.isSame(before, setting.value) {
      values[key] = nil
      return
    }
    var value = RuleValue(
      table: record.table, id: record.globalID, field: field, old: before, new: setting.value,
      rule: "\(rule)", refusal: refusal)
    value.package = setting.package
    value.oldPackage = before.isEmpty ? nil : causes[record]?.fields[field]
    value.source = setting.source
    values[key] = value
  }

  /// Why a value can't be set; nil if it can.
  private mutating func refusal(
    of setting: Setting, at key: RecordField, in row: MergeRow
  ) -> RuleRefusal? {
    if disputed.contains(key) { return .conflict }
    let entered = causes[key.record]?.fields[setting.field]
    if !setting.isNew, entered != nil, !row[setting.field].isEmpty { return .entered }
    var changed = row
    changed.values[setting.field] = setting.value
    return admission(key.record.table).violation(of: setting.field, in: changed)
      .map { .violation($0) }
  }

  /// Records the rule as the cause, if no package changed the record.
  private mutating func note(_ setting: Setting, _ record: RecordKey) {
    guard causes[record] == nil else { return }
    var cause = ChangeCause(packages: [setting.package].compactMap(\.self))
    cause.isByRule = true
    causes[record] = cause
  }

  private mutating func admission(_ table: Int) -> AdmissionRules {
    if let known = admissions[table] { return known }
    let rules = AdmissionRules(tableIndex: table, of: schema)
    admissions[table] = rules
    return rules
  }
}

extension RuleValue {
  /// Orders values by table, record and field.
  fileprivate var order: ValueOrder {
    ValueOrder(row: RecordKey(table: table, globalID: id), field: field)
  }
}

private struct ValueOrder: Comparable {
  var row: RecordKey
  var field: Int

  static func < (left: ValueOrder, right: ValueOrder) -> Bool {
    left.row != right.row ? left.row < right.row : left.field < right.field
  }
}
