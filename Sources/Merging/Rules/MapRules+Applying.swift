import FeatureData
import GeoPackage
import MapModel
package import Packaging

extension MapRules {
  /// Applies the rules to what a merge came to, one after the other, and lists what they set in
  /// ``MergeOutcome/rules``.
  ///
  /// A field that crews filled in stays as they did; records and their parents are always kept in
  /// step. A value that its field does not take is not set, and listed.
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
  private(set) var values: [ValuePlace: RuleValue] = [:]
  /// What crews added.
  let added: Set<RowPlace>
  /// What crews and the office, or two crews, left differently.
  let disputed: Set<ValuePlace>
  private var admissions: [Int: AdmissionRules?] = [:]

  /// A field of a row.
  struct ValuePlace: Hashable {
    var row: RowPlace
    var field: Int
  }

  init(_ outcome: MergeOutcome, schema: MergeSchema, current: StoreRows, files: RuleFiles) {
    self.schema = schema
    self.files = files
    rows = ResultRows(outcome.changes, schema: schema, current: current)
    added = Set(
      outcome.accounts.flatMap(\.entries).compactMap { entry in
        entry.action == .insert ? RowPlace(table: entry.table, id: entry.id) : nil
      })
    disputed = Set(
      outcome.conflicts.compactMap { conflict in
        conflict.field.map {
          ValuePlace(row: RowPlace(table: conflict.table, id: conflict.id), field: $0)
        }
      })
  }

  /// The place of a table, by its title in the map, its layer's id or its name in the store.
  func table(_ name: String) throws(RuleFailure) -> Int {
    let found =
      schema.tables.firstIndex { $0.layer?.id.utf8.elementsEqual(name.utf8) == true }
      ?? schema.tables.firstIndex { !$0.isAttachments && $0.title.isSameName(as: name) }
      ?? schema.table(named: name)
    guard let found else { throw .problem("there is no layer or table \"\(name)\"") }
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

  /// Sets a value, or lists why it is not set.
  mutating func set(
    _ value: FieldValue, field: Int, of place: RowPlace, _ rule: MapRule
  ) throws(RuleFailure) {
    do throws(MergingError) {
      guard var row = try rows.row(place.table, place.id) else { return }
      let old = row[field]
      let meaning = schema.tables[place.table].fields[field].meaning
      guard !meaning.isSame(old, value), field < row.values.count else { return }
      row.values[field] = value
      let refusal = admission(place.table)?.violation(of: field, in: row)
      if refusal == nil { try rows.set(value, field: field, of: place.table, place.id) }
      let key = ValuePlace(row: place, field: field)
      // What an earlier rule set was never in the data.
      let before = values[key].flatMap { $0.refusal == nil ? $0.old : nil } ?? old
      if refusal == nil, meaning.isSame(before, value) {
        values[key] = nil
        return
      }
      values[key] = RuleValue(
        table: place.table, id: place.id, field: field, old: before, new: value, rule: "\(rule)",
        refusal: refusal)
    } catch { throw .merging(error) }
  }

  private mutating func admission(_ table: Int) -> AdmissionRules? {
    if let known = admissions[table] { return known }
    let rules = AdmissionRules(table, of: schema)
    admissions[table] = .some(rules)
    return rules
  }
}

extension RuleValue {
  /// By table, row and field.
  fileprivate var order: ValueOrder {
    ValueOrder(row: RowPlace(table: table, id: id), field: field)
  }
}

private struct ValueOrder: Comparable {
  var row: RowPlace
  var field: Int

  static func < (left: ValueOrder, right: ValueOrder) -> Bool {
    left.row != right.row ? left.row < right.row : left.field < right.field
  }
}
