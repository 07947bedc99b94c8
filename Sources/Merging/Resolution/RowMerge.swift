// Merges a row in three states (rules 2, 4, 5 and 8 in Sources/Merging/Rules.md):
//
//   base        the row as the package was issued
//   current     the row in the office data, with the changes of earlier packages
//   returned    the row in the returned package
//
//   returned = base        keep current
//   current = base         use returned
//   current = returned     nothing to do
//   otherwise              use returned and record a conflict
//
//   deleted in returned    delete the row; each field that current changed is a conflict
//   deleted in current     restore returned; each field that returned changed is a conflict
//   missing in base        merge field by field, with null as the base value

/// Merges the rows of a table.
package struct RowMerge: Sendable {
  private let table: MergeTable
  private let units: [MergeUnit]
  /// The fields that show whether people changed a row.
  private let edited: [Int]
  private let meanings: [FieldMeaning]

  /// Creates the merge for the rows of a table.
  package init(_ table: MergeTable) {
    self.table = table
    units = MergeUnit.all(of: table)
    edited = units.flatMap { $0.isEdited ? $0.deciding : [] }
    meanings = table.fields.map(\.meaning)
  }

  /// A field that both sides changed.
  package struct FieldConflict: Sendable, Equatable {
    package var kind: MergeConflict.Kind
    package var field: Int
    package var base: FieldValue?
    package var current: FieldValue?
    package var returned: FieldValue?
  }

  /// Where the values of the current row are from.
  package struct Provenance: Sendable {
    /// Fields whose value the same crew contributed earlier. They don't cause conflicts.
    package var own: Set<Int> = []
    /// Fields whose value a package of this merge contributed.
    package var contributed: Set<Int> = []

    package init(own: Set<Int> = [], contributed: Set<Int> = []) {
      self.own = own
      self.contributed = contributed
    }
  }

  /// The merged row and how its values were chosen.
  package struct Outcome: Sendable, Equatable {
    /// The merged row. Nil if it is deleted.
    package var row: MergeRow?
    /// The fields that both sides changed to different values.
    package var conflicts: [FieldConflict] = []
    /// The fields that took the returned value and had another value before.
    package var taken: [Int] = []
    /// The fields that both sides changed to the same value.
    package var agreed: [Int] = []
    /// The fields that only the current row changed.
    package var kept: [Int] = []
  }

  /// Merges a row. The result has the row id of the current row, or of the returned row if there is
  /// no current one.
  package func merge(
    base: MergeRow?, current: MergeRow?, returned: MergeRow?,
    provenance: Provenance = Provenance()
  ) -> Outcome {
    guard let returned else {
      guard let base else { return Outcome(row: current) }
      return delete(base: base, current: current, provenance)
    }
    guard let current else {
      guard let base else { return added(returned) }
      return restore(base: base, returned: returned)
    }
    return merge(base: base, current: current, returned: returned, provenance)
  }

  /// Returns the editable fields that differ between two states of a row.
  package func changes(from one: MergeRow, to other: MergeRow) -> [Int] {
    edited.filter { !isSame($0, in: one, and: other) }
  }

  /// Returns the editable fields that are not null in a row.
  package func values(of row: MergeRow) -> [Int] {
    changes(from: MergeRow(rowid: 0, values: []), to: row)
  }

  /// Returns a row with the given fields copied from another row. Fields that are merged together
  /// with them are copied too.
  func row(_ row: MergeRow, with fields: some Sequence<Int>, of other: MergeRow) -> MergeRow {
    var result = row
    let fields = Set(fields)
    for unit in units where unit.deciding.contains(where: fields.contains) {
      unit.take(from: other, into: &result)
    }
    return result
  }

  private func delete(base: MergeRow, current: MergeRow?, _ provenance: Provenance) -> Outcome {
    guard let current else { return Outcome(row: nil) }
    let lost = changes(from: base, to: current).filter { !provenance.own.contains($0) }
    return Outcome(
      row: nil,
      conflicts: lost.map {
        FieldConflict(kind: .deleteUpdate, field: $0, base: base[$0], current: current[$0])
      })
  }

  private func restore(base: MergeRow, returned: MergeRow) -> Outcome {
    let edited = changes(from: base, to: returned)
    // A package that saved the row without changing it does not restore it.
    guard !edited.isEmpty else { return Outcome(row: nil) }
    return Outcome(
      row: returned,
      conflicts: edited.map {
        FieldConflict(kind: .updateDelete, field: $0, base: base[$0], returned: returned[$0])
      }, taken: edited)
  }

  private func added(_ returned: MergeRow) -> Outcome {
    Outcome(
      row: returned,
      taken: table.fields.indices.filter { !returned[$0].isNull })
  }

  private func merge(
    base: MergeRow?, current: MergeRow, returned: MergeRow, _ provenance: Provenance
  ) -> Outcome {
    var outcome = Outcome(row: nil)
    var row = current
    let kind: MergeConflict.Kind = base == nil ? .insertInsert : .updateUpdate
    let nothing = MergeRow(rowid: 0, values: [])
    for unit in units {
      switch unit {
      case .creation(let fields):
        // If both sides added the row, the earlier creation date wins.
        guard base == nil, !unit.isBlank(returned) else { continue }
        let isFirst =
          fields.contains(where: provenance.contributed.contains)
          && table.isEarlier(returned, than: current, in: fields)
        if isFirst || unit.isBlank(current) { unit.take(from: returned, into: &row) }
      case .lastEdit(let fields):
        guard !isSame(unit, in: base ?? nothing, and: returned) else { continue }
        if isSame(unit, in: base ?? nothing, and: current)
          || table.isEarlier(current, than: returned, in: fields)
        {
          unit.take(from: returned, into: &row)
        }
      case .field, .content:
        let isTheirs = !isSame(unit, in: base ?? nothing, and: returned)
        let isOurs =
          !isSame(unit, in: base ?? nothing, and: current)
          && !unit.deciding.contains(where: provenance.own.contains)
        if isSame(unit, in: current, and: returned) {
          if isTheirs, isOurs { outcome.agreed += unit.deciding }
          // For two spellings of one value, the same one is kept in any order of packages.
          if unit.deciding.contains(where: provenance.contributed.contains),
            unit.deciding.contains(where: { returned[$0].precedes(current[$0]) })
          {
            unit.take(from: returned, into: &row)
          }
        } else if isTheirs {
          unit.take(from: returned, into: &row)
          outcome.taken += unit.fields
          guard isOurs else { continue }
          outcome.conflicts += unit.deciding.map {
            FieldConflict(
              kind: kind, field: $0, base: base?[$0], current: current[$0], returned: returned[$0])
          }
        } else if isOurs {
          outcome.kept += unit.deciding
        }
      }
    }
    // A row without a GlobalID takes the returned one.
    if let field = table.fieldIndex(of: .globalID), current[field].isNull, !returned[field].isNull {
      row.values[field] = returned[field]
    }
    outcome.row = row
    return outcome
  }

  private func isSame(_ unit: MergeUnit, in one: MergeRow, and other: MergeRow) -> Bool {
    if case .field(let field) = unit { return isSame(field, in: one, and: other) }
    return unit.deciding.allSatisfy { isSame($0, in: one, and: other) }
  }

  private func isSame(_ field: Int, in one: MergeRow, and other: MergeRow) -> Bool {
    meanings[field].isSame(one[field], other[field])
  }
}

extension MergeRow {
  /// The value of a field. Null if the row has fewer values.
  package subscript(field: Int) -> FieldValue {
    field < values.count ? values[field] : .null
  }
}
