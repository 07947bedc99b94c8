import FeatureData

// Phase 3: resolves parents and children after all packages are folded (rule 6 in Sources/Merging/Rules.md).
//
//   Deleting a parent also deletes the children that the deleting crew had, unless someone else
//   changed them. The parent and all its children stay if one child was unknown to that crew or was
//   changed by someone else. A look-up row stays while any row refers to it. If a foreign key says
//   ON DELETE SET NULL, rows that refer to a deleted row are set to null. A row that this merge
//   newly pointed to it keeps it alive.
//   If the office deleted a parent, a child that a package added or changed restores it.
//
// Keeping a row can require keeping its own parent, and so on. The process repeats until no more
// rows are needed.

/// Decides which parents, children and look-up rows stay.
struct MergeLinking {
  let inputs: MergeInputs
  var rows: FoldedRows
  var account: MergeAccount

  /// Decides on all rows that refer to others.
  init(_ choosing: consuming MergeChoosing) throws {
    inputs = choosing.inputs
    rows = choosing.rows
    account = choosing.account
    try resolveLinks()
  }

  /// Decides which parents, children and look-up rows stay.
  private mutating func resolveLinks() throws {
    rows.reindex()
    try keepReferencedKeys()
    var kept: Set<RecordKey> = []
    while true {
      let hasRestored = try restoreParents()
      let cascaded = try cascade(keeping: kept)
      let needed = try neededParents(cascaded: cascaded)
      guard !needed.isEmpty else {
        if hasRestored { continue }
        for (child, deletion) in cascaded.sorted(by: { $0.key < $1.key }) {
          deleteWithParent(child, deletion)
        }
        try clearReferences()
        break
      }
      for (parent, child) in needed {
        if cascaded[parent] == nil { restore(parent, for: child) } else { kept.insert(parent) }
      }
    }
    try reportOrphans()
  }

  /// Why a row is deleted with its parent.
  struct Deletion {
    var deleters: [Int]
    var isForced: Bool
    /// The row that was deleted directly: the row itself or an ancestor.
    var parent: RecordKey
  }

  /// Returns the rows to delete with their parents.
  private mutating func cascade(
    keeping kept: Set<RecordKey>
  ) throws -> [RecordKey: Deletion] {
    var cascaded: [RecordKey: Deletion] = [:]
    var queue: [(RecordKey, Deletion)] = []
    for (parent, folded) in deleted {
      queue.append(
        (
          parent,
          Deletion(deleters: folded.deleters, isForced: folded.isForced, parent: parent)
        ))
    }
    var next = 0
    while next < queue.count {
      let (parent, deletion) = queue[next]
      next += 1
      for (linkIndex, link) in inputs.schema.links.enumerated()
      where link.origin == parent.table && link.kind == .parent {
        try rows.loadChildren(of: parent, by: link)
        for child in rows.children(of: parent, linkIndex: linkIndex) {
          guard let folded = rows[child], folded.row != nil,
            cascaded[child] == nil, !kept.contains(child)
          else { continue }
          let deleter = try deleter(knowing: child, folded, of: deletion.deleters)
          guard deleter != nil || deletion.isForced else { continue }
          let own = Deletion(
            deleters: deleter.map { [$0] } ?? deletion.deleters, isForced: deletion.isForced,
            parent: deletion.parent)
          cascaded[child] = own
          queue.append((child, own))
        }
      }
    }
    return cascaded
  }

  /// Returns the first deleting package that had a row, provided that no one else changed the row.
  private func deleter(
    knowing child: RecordKey, _ folded: FoldedRow, of deleters: [Int]
  ) throws -> Int? {
    for packageIndex in deleters {
      let others = folded.editors.filter { $0 != packageIndex }
      guard others.isEmpty else { continue }
      guard let base = try inputs.packages[packageIndex].base.row(child.table, child.globalID)
      else {
        if try isAdded(child, folded, onlyBy: packageIndex) { return packageIndex }
        continue
      }
      guard let current = folded.current else { return packageIndex }
      let issued = inputs.completed(
        try inputs.keys.identified(base, of: child.table, in: [inputs.packages[packageIndex].base]),
        table: child.table, packageIndex: packageIndex)
      let change = RowChange(id: child.globalID, before: issued, after: nil)
      let changed = inputs.merges[child.table].changes(from: issued, to: current)
      let own = inputs.ownFields(of: change, key: child, row: current, packageIndex: packageIndex)
      if changed.allSatisfy(own.contains) { return packageIndex }
    }
    return nil
  }

  /// Returns whether a package added the row, now or in an earlier return, and no one changed it.
  private func isAdded(
    _ child: RecordKey, _ folded: FoldedRow, onlyBy packageIndex: Int
  ) throws -> Bool {
    guard let current = folded.current else { return folded.editors == [packageIndex] }
    let table = inputs.schema.tables[child.table]
    let fingerprint = ChangeFingerprint(package: inputs.packages[packageIndex].identity)
    guard inputs.packages[packageIndex].continues,
      inputs.mergedBefore.contains(fingerprint.insertion(child.globalID, in: table))
    else { return false }
    let change = RowChange(id: child.globalID, before: nil, after: nil)
    let own = inputs.ownFields(of: change, key: child, row: current, packageIndex: packageIndex)
    return inputs.merges[child.table].values(of: current).allSatisfy(own.contains)
  }

  /// The rows that packages deleted, ordered by table and GlobalID.
  private var deleted: [(RecordKey, FoldedRow)] {
    var found: [(RecordKey, FoldedRow)] = []
    for table in rows.indices {
      for (id, folded) in rows[table]
      where folded.row == nil && (!folded.deleters.isEmpty || folded.isForced) {
        found.append((RecordKey(table: table, globalID: id), folded))
      }
    }
    return found.sorted { $0.0 < $1.0 }
  }

  /// Returns the deleted rows that rows of the result refer to, each with one such row. The second
  /// value is nil if no package changed the referring row.
  private func neededParents(
    cascaded: [RecordKey: Deletion]
  ) throws -> [(RecordKey, RecordKey?)] {
    var needed: [(RecordKey, RecordKey?)] = []
    let gone =
      deleted.filter { !$0.1.isForced && $0.1.last != nil }.map(\.0)
      + cascaded.filter { !$0.value.isForced }.keys.sorted()
    for parent in gone {
      for (linkIndex, link) in inputs.schema.links.enumerated() where link.origin == parent.table {
        let child = rows.children(of: parent, linkIndex: linkIndex).first {
          rows[$0]?.row != nil && cascaded[$0] == nil && $0 != parent
            && (link.kind != .emptied || isRedirected($0, by: link))
        }
        if child == nil {
          if link.kind == .emptied { continue }
          if try !rows.hasUnloadedChild(parent, by: link) { continue }
        }
        if try hasTwin(parent, linkIndex: linkIndex) { continue }
        needed.append((parent, child))
        break
      }
    }
    return needed
  }

  /// Returns whether this merge changed the key by which a row refers to another one.
  private func isRedirected(_ child: RecordKey, by link: MergeLink) -> Bool {
    guard let folded = rows[child] else { return false }
    let field = link.destinationField
    return folded.current.map { $0[field] != folded.row?[field] } ?? true
  }

  /// Sets references to deleted rows to null if the foreign key says so.
  private mutating func clearReferences() throws {
    for (parent, deletion) in deleted {
      for (linkIndex, link) in inputs.schema.links.enumerated()
      where link.origin == parent.table && link.kind == .emptied {
        if try hasTwin(parent, linkIndex: linkIndex) { continue }
        try rows.loadChildren(of: parent, by: link)
        for child in rows.children(of: parent, linkIndex: linkIndex) {
          guard var folded = rows[child], folded.row != nil else { continue }
          folded.row?.values[link.destinationField] = .null
          if let deleter = deletion.deleters.last {
            folded.contributors[link.destinationField] = deleter
            folded.note(editor: deleter)
          }
          rows[child] = folded
        }
      }
    }
  }

  /// Returns whether another row has the same key as a deleted one.
  private func hasTwin(_ parent: RecordKey, linkIndex: Int) throws -> Bool {
    let link = inputs.schema.links[linkIndex]
    guard !inputs.schema.usesIdentity(link), case .field(let field) = link.originKey,
      let key = rows.key(of: parent, by: link)
    else { return false }
    let hasLoaded = rows.index.parents(of: linkIndex, key: key).contains {
      $0 != parent.globalID && rows[link.origin][$0]?.row != nil
    }
    if hasLoaded { return true }
    return try rows.hasUnloaded(link.origin, field: field, key: key)
  }

  /// Restores a row that packages deleted.
  private mutating func restore(_ parent: RecordKey, for child: RecordKey?) {
    guard var folded = rows[parent] else { return }
    let deleters = folded.deleters
    account.undelete(parent, &folded)
    rows[parent] = folded
    let editor = child.flatMap { rows[$0]?.editors.last }
    for deleter in deleters {
      account.conflicts.append(
        MergeConflict(
          kind: .orphan, table: parent.table, id: parent.globalID, resolution: .restored,
          package: deleter, currentPackage: editor == deleter ? nil : editor))
      account.outcomes[deleter][parent] = .restored
    }
  }

  /// Deletes a row because its parent is deleted.
  private mutating func deleteWithParent(_ child: RecordKey, _ deletion: Deletion) {
    guard var folded = rows[child] else { return }
    for packageIndex in account.outcomes.indices where account.outcomes[packageIndex][child] != nil
    {
      let isDeleter = deletion.deleters.contains(packageIndex)
      account.note(isDeleter ? .withParent : .overruled, for: child, packageIndex: packageIndex)
      guard deletion.isForced else { continue }
      account.conflicts.append(
        MergeConflict(
          kind: .orphan, table: child.table, id: child.globalID, resolution: .decided,
          package: packageIndex))
    }
    folded.last = folded.row
    folded.row = nil
    folded.deleters = deletion.deleters
    folded.parent = deletion.parent
    rows[child] = folded
  }

  /// Restores parents that the office deleted but that new or changed rows of a package refer to.
  /// Returns whether any was restored.
  private mutating func restoreParents() throws -> Bool {
    var hasRestored = false
    for child in rows.editedRecords {
      guard let folded = rows[child], let row = folded.row else { continue }
      for (linkIndex, link) in inputs.schema.links.enumerated()
      where link.destination == child.table {
        guard case .missing(let key) = try rows.parent(of: row, linkIndex: linkIndex) else {
          continue
        }
        for packageIndex in folded.editors.reversed() {
          guard let (id, found) = try issuedRow(key, by: link, packageIndex: packageIndex) else {
            continue
          }
          let parent = RecordKey(table: link.origin, globalID: id)
          guard rows[link.origin][id]?.deleters.contains(packageIndex) != true else { continue }
          try restore(parent, as: found, from: packageIndex)
          hasRestored = true
          break
        }
      }
    }
    return hasRestored
  }

  /// Returns the row that a key refers to in a package, if the package was issued with it.
  private func issuedRow(
    _ key: JoinKey, by link: MergeLink, packageIndex: Int
  ) throws -> (GlobalID, MergeRow)? {
    let (base, returned) = (
      inputs.packages[packageIndex].base, inputs.packages[packageIndex].returned
    )
    var id: GlobalID?
    if inputs.schema.usesIdentity(link) {
      if case .globalID(let named) = key { id = named }
    } else if case .field(let field) = link.originKey,
      let rowid = try base.rowids(link.origin, field: field, key: key).first
    {
      id = try base.identity(link.origin, rowid: rowid)
    }
    guard let id, let before = try base.row(link.origin, id) else { return nil }
    let row = try returned.row(link.origin, id)
    let known = try inputs.keys.identified(
      row ?? before, of: link.origin, in: row == nil ? [base, returned] : [returned, base],
      new: row == nil ? [:] : inputs.newRows[packageIndex])
    return (id, inputs.completed(known, table: link.origin, packageIndex: packageIndex))
  }

  private mutating func restore(
    _ key: RecordKey, as found: MergeRow, from packageIndex: Int
  ) throws {
    var folded = try rows.row(key)
    folded.row = found
    folded.note(editor: packageIndex)
    folded.deleters = []
    if inputs.schema.tables[key.table].isAttachments {
      folded.attachment = (packageIndex, found.rowid)
    }
    rows[key] = folded
    rows.link(found, key)
    account.conflicts.append(
      MergeConflict(
        kind: .orphan, table: key.table, id: key.globalID, resolution: .restored,
        package: packageIndex))
  }
}
