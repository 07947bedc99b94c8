import FeatureData
import GeoPackage
import MapModel
package import Packaging

extension MapRules {
  /// Applies the rules to what a merge came to, one after the other, and lists what they set in
  /// ``MergeOutcome/rules``.
  ///
  /// A field that crews filled in stays as they did. A parent takes values of its newest record
  /// where its records changed in this merge. A value that a rule would set over a conflict, or
  /// that its field does not take, is not set, and listed.
  ///
  /// - Parameter files: where tables of addresses are.
  /// - Throws: ``MergingError`` where a store cannot be read. A rule that cannot be applied is
  ///   listed; the merge goes on without it.
  package func apply(
    to outcome: inout MergeOutcome, schema: MergeSchema, current: StoreRows, files: RuleFiles
  ) throws(MergingError) {
    var run = RuleRun(outcome, schema: schema, current: current, files: files)
    for rule in rules {
      do throws(RuleFailure) {
        switch rule {
        case .fill(let fill): try run.fill(fill, rule)
        case .newest(let newest): try run.copyNewest(newest, rule)
        // Conflicts were settled before, see ``MergePreferences``.
        case .prefer: break
        }
      } catch {
        switch error {
        case .merging(let error): throw error
        case .problem(let reason):
          outcome.rules.problems.append(RuleProblem(rule: "\(rule)", reason: reason))
        }
      }
    }
    outcome.changes = run.rows.tableChanges
    outcome.causes = run.causes
    outcome.rules.values = run.values.values.sorted { $0.order < $1.order }
  }
}

/// Why a rule was not applied.
enum RuleFailure: Error {
  case merging(MergingError)
  /// A problem of the rule's own, in words.
  case problem(String)
}

/// Rules on their way through the result of a merge.
struct RuleRun {
  let schema: MergeSchema
  let files: RuleFiles
  var rows: ResultRows
  /// What was set, by row and field.
  private(set) var values: [RecordField: RuleValue] = [:]
  /// What crews added.
  let added: Set<RecordKey>
  /// What crews and the office, or two crews, left differently.
  let disputed: Set<RecordField>
  /// Records that a person decided on.
  let decided: Set<RecordKey>
  /// Who is behind each change of the result.
  private(set) var causes: [RecordKey: ChangeCause]
  private var admissions: [Int: AdmissionRules] = [:]

  /// A field of a row.
  struct RecordField: Hashable {
    var row: RecordKey
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
        entry.fate == .decided ? RecordKey(table: entry.table, globalID: entry.id) : nil
      })
    causes = outcome.causes
    disputed = Set(
      outcome.conflicts.compactMap { conflict in
        conflict.field.map {
          RecordField(row: RecordKey(table: conflict.table, globalID: conflict.id), field: $0)
        }
      })
  }

  /// The place of a table, as rules name it.
  func table(_ name: String) throws(RuleFailure) -> Int {
    guard let found = schema.table(ofRule: name) else {
      throw .problem("there is no layer or table \"\(name)\"")
    }
    return found
  }

  /// The place of a field, by its name.
  func field(_ name: String, of table: Int) throws(RuleFailure) -> Int {
    guard let place = schema.tables[table].place(named: name) else {
      throw .problem("\(schema.tables[table].title) has no field \(name)")
    }
    return place
  }

  /// The place of a field that can be set.
  func target(_ name: String, of table: Int) throws(RuleFailure) -> Int {
    let place = try field(name, of: table)
    guard schema.tables[table].fields[place].role == .attribute else {
      throw .problem("\(name) of \(schema.tables[table].title) is kept by the store")
    }
    return place
  }

  /// A value that a rule has for a field.
  struct Setting {
    var value: FieldValue
    /// The place of the field.
    var field: Int
    /// The package whose change made the rule act.
    var package: Int?
    var source: RuleSource?
    /// Whether the value came in by this merge.
    var isNew = true
  }

  /// Sets a value, or lists why it is not set.
  mutating func set(
    _ setting: Setting, of place: RecordKey, _ rule: MapRule
  ) throws(RuleFailure) {
    let field = setting.field
    let key = RecordField(row: place, field: field)
    // What a person decided stays, whatever a rule has to say.
    guard !(decided.contains(place) && disputed.contains(key)) else { return }
    do throws(MergingError) {
      guard let row = try rows.row(place.table, place.globalID), field < row.values.count else {
        return
      }
      let old = row[field]
      let meaning = schema.tables[place.table].fields[field].meaning
      guard !meaning.isSame(old, setting.value) else { return }
      let refusal = refusal(of: setting, at: key, in: row)
      if refusal == nil {
        try rows.set(setting.value, field: field, of: place.table, place.globalID)
        note(setting, place)
      }
      // What an earlier rule set was never in the data.
      let before = values[key].flatMap { $0.refusal == nil ? $0.old : nil } ?? old
      if refusal == nil, meaning.isSame(before, setting.value) {
        values[key] = nil
        return
      }
      var value = RuleValue(
        table: place.table, id: place.globalID, field: field, old: before, new: setting.value,
        rule: "\(rule)", refusal: refusal)
      value.package = setting.package
      value.oldPackage = before.isEmpty ? nil : causes[place]?.fields[field]
      value.source = setting.source
      values[key] = value
    } catch { throw .merging(error) }
  }

  /// Why a value is not set; nil where it is.
  private mutating func refusal(
    of setting: Setting, at key: RecordField, in row: MergeRow
  ) -> RuleRefusal? {
    if disputed.contains(key) { return .conflict }
    let entered = causes[key.row]?.fields[setting.field]
    if !setting.isNew, entered != nil, !row[setting.field].isEmpty { return .entered }
    var changed = row
    changed.values[setting.field] = setting.value
    return admission(key.row.table).violation(of: setting.field, in: changed)
      .map { .violation($0) }
  }

  /// A record that no package changed is changed by the rule.
  private mutating func note(_ setting: Setting, _ place: RecordKey) {
    guard causes[place] == nil else { return }
    var cause = ChangeCause(packages: [setting.package].compactMap(\.self))
    cause.isByRule = true
    causes[place] = cause
  }

  private mutating func admission(_ table: Int) -> AdmissionRules {
    if let known = admissions[table] { return known }
    let rules = AdmissionRules(table, of: schema)
    admissions[table] = rules
    return rules
  }
}

extension RuleValue {
  /// By table, row and field.
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

extension MergeSchema {
  /// The place of a table, by its layer's id, its title in the map or its name in the store.
  func table(ofRule name: String) -> Int? {
    tables.firstIndex { $0.layer?.id.utf8.elementsEqual(name.utf8) == true }
      ?? tables.firstIndex { !$0.isAttachments && $0.title.isSameName(as: name) }
      ?? table(named: name)
  }

  /// Notes the fields that rules fill in.
  mutating func noteFilledFields(by rules: MapRules) {
    for case .fill(let fill) in rules.rules {
      guard let table = table(ofRule: fill.layer),
        let field = tables[table].place(named: fill.field)
      else { continue }
      tables[table].filledFields.insert(field)
    }
  }
}
