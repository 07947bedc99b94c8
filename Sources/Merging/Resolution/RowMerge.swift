// One row in three states (design §6, rules 2, 4, 5 and 8):
//
//   base        the row as the package was issued
//   current     the row as it stands: the office's, with what earlier packages brought
//   returned    the row as the package came back
//
//   returned = base        current stays
//   current = base         returned is taken
//   current = returned     nothing to do
//   else                   returned is taken, and the clash recorded
//
//   deleted in returned    deleted; each field that current had changed is a clash
//   deleted in current     back as returned; each field that returned had changed is a clash
//   absent from base       field by field over NULL

/// How the rows of a table are merged.
package struct RowMerge: Sendable {
  private let table: MergeTable
  private let units: [MergeUnit]
  /// The fields that tell whether people changed a row.
  private let edited: [Int]
  private let meanings: [FieldMeaning]

  /// The merge of a table's rows.
  package init(_ table: MergeTable) {
    self.table = table
    units = MergeUnit.all(of: table)
    edited = units.flatMap { $0.isEdited ? $0.deciding : [] }
    meanings = table.fields.map(\.meaning)
  }

  /// A field that both sides changed.
  package struct Clash: Sendable, Equatable {
    package var kind: MergeConflict.Kind
    package var field: Int
    package var base: FieldValue?
    package var current: FieldValue?
    package var returned: FieldValue?
  }

  /// What is known of the current row besides its values.
  package struct Standing: Sendable {
    /// Fields whose value the package itself brought before: not another's change.
    package var own: Set<Int> = []
    /// Fields whose value a package of this merge brought.
    package var brought: Set<Int> = []

    package init(own: Set<Int> = [], brought: Set<Int> = []) {
      self.own = own
      self.brought = brought
    }
  }

  /// The merged row and how it came about.
  package struct Outcome: Sendable, Equatable {
    /// The row as it stands now; nil where it is deleted.
    package var row: MergeRow?
    /// The fields both sides changed, to different values.
    package var clashes: [Clash] = []
    /// The fields whose value is the returned one and was another before.
    package var taken: [Int] = []
    /// The fields both sides changed to one meaning.
    package var agreed: [Int] = []
    /// The fields that only the current row has changed.
    package var kept: [Int] = []
  }

  /// Merges a row. The row id is the current one's, else the returned one's.
  package func merge(
    base: MergeRow?, current: MergeRow?, returned: MergeRow?, standing: Standing = Standing()
  ) -> Outcome {
    guard let returned else {
      guard let base else { return Outcome(row: current) }
      return delete(base: base, current: current, standing)
    }
    guard let current else {
      guard let base else { return added(returned) }
      return bringBack(base: base, returned: returned)
    }
    return merge(base: base, current: current, returned: returned, standing)
  }

  /// The fields people fill in that differ between two states of a row.
  package func changes(from one: MergeRow, to other: MergeRow) -> [Int] {
    edited.filter { !isSame($0, one, other) }
  }

  /// The fields people fill in that a row has values for.
  package func values(of row: MergeRow) -> [Int] {
    changes(from: MergeRow(rowid: 0, values: []), to: row)
  }

  /// A row whose fields are as in another, with all that is merged as one with them.
  func row(_ row: MergeRow, with fields: some Sequence<Int>, of other: MergeRow) -> MergeRow {
    var result = row
    let fields = Set(fields)
    for unit in units where unit.deciding.contains(where: fields.contains) {
      unit.take(from: other, into: &result)
    }
    return result
  }

  private func delete(base: MergeRow, current: MergeRow?, _ standing: Standing) -> Outcome {
    guard let current else { return Outcome(row: nil) }
    let lost = changes(from: base, to: current).filter { !standing.own.contains($0) }
    return Outcome(
      row: nil,
      clashes: lost.map {
        Clash(kind: .deleteUpdate, field: $0, base: base[$0], current: current[$0])
      })
  }

  private func bringBack(base: MergeRow, returned: MergeRow) -> Outcome {
    let edited = changes(from: base, to: returned)
    // Who touched a row without changing it does not bring it back.
    guard !edited.isEmpty else { return Outcome(row: nil) }
    return Outcome(
      row: returned,
      clashes: edited.map {
        Clash(kind: .updateDelete, field: $0, base: base[$0], returned: returned[$0])
      }, taken: edited)
  }

  private func added(_ returned: MergeRow) -> Outcome {
    Outcome(
      row: returned,
      taken: table.fields.indices.filter { !returned[$0].isNull })
  }

  private func merge(
    base: MergeRow?, current: MergeRow, returned: MergeRow, _ standing: Standing
  ) -> Outcome {
    var outcome = Outcome(row: nil)
    var row = current
    let kind: MergeConflict.Kind = base == nil ? .insertInsert : .updateUpdate
    let nothing = MergeRow(rowid: 0, values: [])
    for unit in units {
      switch unit {
      case .creation(let places):
        // What two sides added at once was made when the first of them made it.
        guard base == nil, !unit.isBlank(returned) else { continue }
        let isFirst =
          places.contains(where: standing.brought.contains)
          && table.isEarlier(returned, than: current, in: places)
        if isFirst || unit.isBlank(current) { unit.take(from: returned, into: &row) }
      case .lastEdit(let places):
        guard !isSame(unit, base ?? nothing, returned) else { continue }
        if isSame(unit, base ?? nothing, current)
          || table.isEarlier(current, than: returned, in: places)
        {
          unit.take(from: returned, into: &row)
        }
      case .field, .content:
        let isTheirs = !isSame(unit, base ?? nothing, returned)
        let isOurs =
          !isSame(unit, base ?? nothing, current)
          && !unit.deciding.contains(where: standing.own.contains)
        if isSame(unit, current, returned) {
          if isTheirs, isOurs { outcome.agreed += unit.deciding }
          // Two spellings of one value: whoever comes first, the same stands.
          if unit.deciding.contains(where: standing.brought.contains),
            unit.deciding.contains(where: { returned[$0].precedes(current[$0]) })
          {
            unit.take(from: returned, into: &row)
          }
        } else if isTheirs {
          unit.take(from: returned, into: &row)
          outcome.taken += unit.places
          guard isOurs else { continue }
          outcome.clashes += unit.deciding.map {
            Clash(
              kind: kind, field: $0, base: base?[$0], current: current[$0], returned: returned[$0])
          }
        } else if isOurs {
          outcome.kept += unit.deciding
        }
      }
    }
    // A row without an identity takes the one it was given.
    if let place = table.place(of: .globalID), current[place].isNull, !returned[place].isNull {
      row.values[place] = returned[place]
    }
    outcome.row = row
    return outcome
  }

  private func isSame(_ unit: MergeUnit, _ one: MergeRow, _ other: MergeRow) -> Bool {
    if case .field(let field) = unit { return isSame(field, one, other) }
    return unit.deciding.allSatisfy { isSame($0, one, other) }
  }

  private func isSame(_ field: Int, _ one: MergeRow, _ other: MergeRow) -> Bool {
    meanings[field].isSame(one[field], other[field])
  }
}

extension MergeRow {
  /// A value; NULL where the row has fewer.
  package subscript(place: Int) -> FieldValue {
    place < values.count ? values[place] : .null
  }
}
