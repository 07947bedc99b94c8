import FeatureData
import GeoPackage

// What is left over after the walk.
extension TableWalk {
  /// Finds the rows that changed their row id or lost their GlobalID; the others were deleted, or
  /// added.
  mutating func match() throws(MergingError) {
    try matchByGlobalID()
    try matchByRowID()
    for place in baseLeft.indices where !baseLeft[place].isMatched {
      guard let id = baseLeft[place].id else { continue }
      note(RowChange(id: id, before: try baseRow(place), after: nil))
    }
    for place in returnedLeft.indices where !returnedLeft[place].isMatched { try add(place) }
  }

  /// Rows that were cut and pasted, or whose table was built anew: one GlobalID, another row id.
  private mutating func matchByGlobalID() throws(MergingError) {
    guard !baseLeft.isEmpty, !returnedLeft.isEmpty else { return }
    var baseIndices: [GlobalID: Int] = [:]
    baseIndices.reserveCapacity(baseLeft.count)
    for (place, row) in baseLeft.enumerated() where row.hasOwnID {
      if let id = row.id { baseIndices[id] = place }
    }
    for place in returnedLeft.indices {
      guard let id = returnedLeft[place].id, let found = baseIndices[id], !baseLeft[found].isMatched
      else { continue }
      try pair(found, place)
    }
  }

  /// Rows of one row id of which one has no GlobalID: it was emptied, or filled in.
  private mutating func matchByRowID() throws(MergingError) {
    var place = 0
    for found in returnedLeft.indices where !returnedLeft[found].isMatched {
      let rowid = returnedLeft[found].rowid
      while place < baseLeft.count, baseLeft[place].rowid < rowid { place += 1 }
      guard place < baseLeft.count, baseLeft[place].rowid == rowid, !baseLeft[place].isMatched
      else { continue }
      let isEmptied = !returnedLeft[found].hasOwnID
      let isFilled =
        !baseLeft[place].hasOwnID && returnedLeft[found].id.map { !known.contains($0) } == true
      if isEmptied || isFilled { try pair(place, found) }
    }
  }

  private mutating func pair(_ place: Int, _ found: Int) throws(MergingError) {
    baseLeft[place].isMatched = true
    returnedLeft[found].isMatched = true
    let isFilled = returnedLeft[found].hasOwnID && !baseLeft[place].hasOwnID
    // A GlobalID that was filled in is a row's from now on.
    if isFilled, let id = returnedLeft[found].id { _ = known.insert(id) }
    guard let id = baseLeft[place].id,
      isFilled || baseLeft[place].fingerprint != returnedLeft[found].fingerprint
    else { return }
    note(change(id, from: try baseRow(place), to: try returnedRow(found)))
  }

  /// A row that base has not.
  private mutating func add(_ found: Int) throws(MergingError) {
    var row = clock.moments(of: try returnedRow(found), besides: nil)
    let minted = RowIdentity.minted(table: table.name, rowid: row.rowid, package: packageID)
    if let id = returnedLeft[found].id, known.insert(id) {
      return note(RowChange(id: id, before: nil, after: row))
    }
    if let field = table.place(of: .key) {
      noteRepeated(minted, row.values[field], field, isTwice: returnedLeft[found].hasOwnID)
      row.values[field] = .null
    } else if let field = table.place(of: .globalID) {
      noteMinted(minted, over: row.values[field], isTwice: returnedLeft[found].hasOwnID)
      row.values[field] = FieldValue(text: minted.text)
    }
    note(RowChange(id: minted, before: nil, after: row))
  }

  /// A new row that was copied with its key, or has none yet, gets no key made up.
  private mutating func noteRepeated(
    _ id: GlobalID, _ value: FieldValue, _ field: Int, isTwice: Bool
  ) {
    guard isTwice else { return }
    issues.append(
      MergeIssue(
        .keyRepeated, table: index, id: id, field: table.fields[field].name, value: value,
        package: packageIndex,
        "A new row of \(table.title) has the \(table.fields[field].name) of another row, "
          + "\(value.plainText ?? ""); it comes in without one."))
  }

  private mutating func noteMinted(_ id: GlobalID, over value: FieldValue, isTwice: Bool) {
    let field = table.place(of: .globalID).map { table.fields[$0].name }
    issues.append(
      isTwice
        ? MergeIssue(
          .globalIDDuplicate, table: index, id: id, field: field, value: value,
          package: packageIndex,
          "A new row of \(table.title) has the GlobalID of another; it got a new one.")
        : MergeIssue(
          .globalIDMinted, table: index, id: id, field: field, value: value, package: packageIndex,
          "A new row of \(table.title) had no GlobalID; it got one."))
  }

  private func baseRow(_ place: Int) throws(MergingError) -> MergeRow {
    guard let base else { return MergeRow(rowid: 0, values: []) }
    return try row(of: baseLeft[place], in: base)
  }

  private func returnedRow(_ place: Int) throws(MergingError) -> MergeRow {
    try row(of: returnedLeft[place], in: returned)
  }

  private func row(
    of leftover: Leftover, in side: TableSide
  ) throws(MergingError) -> MergeRow {
    if let row = leftover.row { return row }
    guard let found = try side.row(rowid: leftover.rowid) else {
      throw .store(
        path: side.path, .damagedRow(table: side.alignment.name, rowid: leftover.rowid))
    }
    return found.row
  }
}
