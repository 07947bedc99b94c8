import Bytes
import FeatureData
import GeoPackage

// Matches the rows that are left over after the walk.
extension TableWalk {
  /// Matches rows that changed their row id or lost their GlobalID. The others were deleted or
  /// added.
  mutating func match() throws {
    try matchByGlobalID()
    try matchByRowID()
    for index in baseLeftovers.indices where !baseLeftovers[index].isMatched {
      guard let id = baseLeftovers[index].id else { continue }
      note(RowChange(id: id, before: try baseRow(index), after: nil))
    }
    for index in returnedLeftovers.indices where !returnedLeftovers[index].isMatched {
      try add(index)
    }
  }

  /// Matches rows with the same GlobalID but another row id: cut and pasted, or in a rebuilt table.
  private mutating func matchByGlobalID() throws {
    guard !baseLeftovers.isEmpty, !returnedLeftovers.isEmpty else { return }
    var baseIndices: [GlobalID: Int] = [:]
    baseIndices.reserveCapacity(baseLeftovers.count)
    for (index, row) in baseLeftovers.enumerated() where row.hasOwnID {
      if let id = row.id { baseIndices[id] = index }
    }
    for index in returnedLeftovers.indices {
      guard let id = returnedLeftovers[index].id, let found = baseIndices[id],
        !baseLeftovers[found].isMatched
      else { continue }
      try pair(base: found, returned: index)
    }
  }

  /// Matches rows with the same row id if one has no GlobalID: it was emptied or filled in.
  private mutating func matchByRowID() throws {
    var baseIndex = 0
    for found in returnedLeftovers.indices where !returnedLeftovers[found].isMatched {
      let rowid = returnedLeftovers[found].rowid
      while baseIndex < baseLeftovers.count, baseLeftovers[baseIndex].rowid < rowid {
        baseIndex += 1
      }
      guard baseIndex < baseLeftovers.count, baseLeftovers[baseIndex].rowid == rowid,
        !baseLeftovers[baseIndex].isMatched
      else { continue }
      let isEmptied = !returnedLeftovers[found].hasOwnID
      let isFilled =
        !baseLeftovers[baseIndex].hasOwnID
        && returnedLeftovers[found].id.map { !known.contains($0) } == true
      if isEmptied || isFilled { try pair(base: baseIndex, returned: found) }
    }
  }

  private mutating func pair(base baseIndex: Int, returned found: Int) throws {
    baseLeftovers[baseIndex].isMatched = true
    returnedLeftovers[found].isMatched = true
    let isFilled = returnedLeftovers[found].hasOwnID && !baseLeftovers[baseIndex].hasOwnID
    // A filled-in GlobalID identifies the row from now on.
    if isFilled, let id = returnedLeftovers[found].id { _ = known.insert(id) }
    guard let id = baseLeftovers[baseIndex].id,
      isFilled || baseLeftovers[baseIndex].fingerprint != returnedLeftovers[found].fingerprint
    else { return }
    note(change(id, from: try baseRow(baseIndex), to: try returnedRow(found)))
  }

  /// Adds the change for a row that base lacks.
  private mutating func add(_ found: Int) throws {
    var row = clock.converted(try returnedRow(found), issuedAs: nil)
    let minted = RowIdentity.minted(table: table.name, rowid: row.rowid, package: packageID)
    if let id = returnedLeftovers[found].id, known.insert(id) {
      return note(RowChange(id: id, before: nil, after: row))
    }
    if let field = table.fieldIndex(of: .key) {
      reportRepeatedKey(
        minted, row.values[field], field: field, isTwice: returnedLeftovers[found].hasOwnID)
      row.values[field] = .null
    } else if let field = table.fieldIndex(of: .globalID) {
      reportMinted(minted, over: row.values[field], isTwice: returnedLeftovers[found].hasOwnID)
      row.values[field] = FieldValue(text: minted.text)
    }
    note(RowChange(id: minted, before: nil, after: row))
  }

  /// Reports a new row that was copied together with its key. Merge adds it without a key.
  private mutating func reportRepeatedKey(
    _ id: GlobalID, _ value: FieldValue, field: Int, isTwice: Bool
  ) {
    guard isTwice else { return }
    issues.append(
      MergeIssue(
        .keyRepeated, table: index, id: id, field: table.fields[field].name, value: value,
        package: packageIndex,
        "A new record of \(table.title) has the \(table.fields[field].name) of another record, "
          + "\(value.plainText ?? ""). Merge adds it with an empty \(table.fields[field].name)."))
  }

  private mutating func reportMinted(_ id: GlobalID, over value: FieldValue, isTwice: Bool) {
    let field = table.fieldIndex(of: .globalID).map { table.fields[$0].name }
    issues.append(
      isTwice
        ? MergeIssue(
          .globalIDDuplicate, table: index, id: id, field: field, value: value,
          package: packageIndex,
          "A new record of \(table.title) has the GlobalID of another record. It got a new one.")
        : MergeIssue(
          .globalIDMinted, table: index, id: id, field: field, value: value, package: packageIndex,
          "A new record of \(table.title) had no GlobalID. It got one."))
  }

  private func baseRow(_ index: Int) throws -> MergeRow {
    guard let base else { return MergeRow(rowid: 0, values: []) }
    return try row(of: baseLeftovers[index], in: base)
  }

  private func returnedRow(_ index: Int) throws -> MergeRow {
    try row(of: returnedLeftovers[index], in: returned)
  }

  private func row(
    of leftover: Leftover, in side: TableSide
  ) throws -> MergeRow {
    if let row = leftover.row { return row }
    guard let found = try side.row(rowid: leftover.rowid) else {
      throw LocatedError(
        location: side.path,
        reason: GeoPackageError.damagedRow(table: side.alignment.name, rowid: leftover.rowid))
    }
    return found.row
  }
}
