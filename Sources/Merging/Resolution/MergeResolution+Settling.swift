// Parents and children after all packages (design §6, rule 6).
//
//   A deleted parent takes along the children its deleter had, as far as no one else changed them.
//   It stays when a child would be left that its deleter never saw, or that someone else changed;
//   then none goes with it. A look-up row stays while anything refers to it. Where a foreign key says
//   ON DELETE SET NULL, rows that named a deleted row name none; it stays for one that was pointed
//   to it in this merge.
//   A child that a package added or changed brings its parent back, when the office deleted it.
//
// Keeping a row can ask for keeping its own parent, and so on, until nothing more is asked for.

import FeatureData

extension MergeResolution {
  /// Settles what becomes of parents, children and look-ups.
  mutating func settle() throws(MergingError) {
    index = LinkIndex(schema, rows)
    try keepKeys()
    var kept: Set<RecordKey> = []
    while true {
      let hasBack = try bringBackParents()
      let taken = try cascade(keeping: kept)
      let needed = try needed(beside: taken)
      guard !needed.isEmpty else {
        if hasBack { continue }
        for (child, deletion) in taken.sorted(by: { $0.key < $1.key }) {
          takeAlong(child, deletion)
        }
        try emptyReferences()
        break
      }
      for (parent, child) in needed {
        if taken[parent] == nil { restore(parent, for: child) } else { kept.insert(parent) }
      }
    }
    try noteOrphans()
  }

  /// Why a row goes with its parent.
  struct Deletion {
    var deleters: [Int]
    var isForced: Bool
    /// The deleted row itself, or the one above it.
    var parent: RecordKey
  }

  /// The rows that go with deleted parents.
  private mutating func cascade(
    keeping kept: Set<RecordKey>
  ) throws(MergingError) -> [RecordKey: Deletion] {
    var taken: [RecordKey: Deletion] = [:]
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
      for (place, link) in schema.links.enumerated()
      where link.origin == parent.table && link.kind == .parent {
        try touchChildren(of: parent, by: link)
        for child in children(of: parent, by: place) {
          guard let folded = rows[child.table][child.globalID], folded.row != nil,
            taken[child] == nil,
            !kept.contains(child)
          else { continue }
          let deleter = try deleter(having: child, folded, of: deletion.deleters)
          guard deleter != nil || deletion.isForced else { continue }
          let own = Deletion(
            deleters: deleter.map { [$0] } ?? deletion.deleters, isForced: deletion.isForced,
            parent: deletion.parent)
          taken[child] = own
          queue.append((child, own))
        }
      }
    }
    return taken
  }

  /// The package that had a row, as far as no one else changed it.
  private func deleter(
    having child: RecordKey, _ folded: FoldedRow, of deleters: [Int]
  ) throws(MergingError) -> Int? {
    for package in deleters {
      let others = folded.editors.filter { $0 != package }
      guard others.isEmpty else { continue }
      guard let base = try packages[package].base.row(child.table, child.globalID) else {
        if try isOwn(child, folded, package) { return package }
        continue
      }
      guard let current = folded.current else { return package }
      let issued = completed(
        try keys.identified(base, of: child.table, in: [packages[package].base]),
        of: child.table, package)
      let change = RowChange(id: child.globalID, before: issued, after: nil)
      let changed = merges[child.table].changes(from: issued, to: current)
      if changed.allSatisfy(own(change, child, package, current).contains) { return package }
    }
    return nil
  }

  /// Whether a package added a row itself, now or when it came back before, and no one changed it.
  private func isOwn(
    _ child: RecordKey, _ folded: FoldedRow, _ package: Int
  ) throws(MergingError) -> Bool {
    guard let current = folded.current else { return folded.editors == [package] }
    let table = schema.tables[child.table]
    let fingerprint = ChangeFingerprint(package: packages[package].identity)
    guard packages[package].continues,
      merged.contains(fingerprint.insertion(child.globalID, in: table))
    else { return false }
    let change = RowChange(id: child.globalID, before: nil, after: nil)
    return merges[child.table].values(of: current)
      .allSatisfy(own(change, child, package, current).contains)
  }

  /// The rows that packages deleted, by table and identity.
  private var deleted: [(RecordKey, FoldedRow)] {
    var found: [(RecordKey, FoldedRow)] = []
    for (table, rows) in rows.enumerated() {
      for (id, folded) in rows
      where folded.row == nil && (!folded.deleters.isEmpty || folded.isForced) {
        found.append((RecordKey(table: table, globalID: id), folded))
      }
    }
    return found.sorted { $0.0 < $1.0 }
  }

  /// The deleted rows that rows of the result name, each with one of these; nil for one that no
  /// package touched.
  private func needed(
    beside taken: [RecordKey: Deletion]
  ) throws(MergingError) -> [(RecordKey, RecordKey?)] {
    var needed: [(RecordKey, RecordKey?)] = []
    let gone =
      deleted.filter { !$0.1.isForced && $0.1.last != nil }.map(\.0)
      + taken.filter { !$0.value.isForced }.keys.sorted()
    for parent in gone {
      for (place, link) in schema.links.enumerated() where link.origin == parent.table {
        let child = children(of: parent, by: place).first {
          rows[$0.table][$0.globalID]?.row != nil && taken[$0] == nil && $0 != parent
            && (link.kind != .emptied || isPointed($0, by: link))
        }
        if child == nil {
          if link.kind == .emptied { continue }
          if try !hasUntouchedChild(parent, by: link) { continue }
        }
        if try hasTwin(parent, by: place) { continue }
        needed.append((parent, child))
        break
      }
    }
    return needed
  }

  /// Whether a package gave a row the key that it names another by.
  private func isPointed(_ child: RecordKey, by link: MergeLink) -> Bool {
    guard let folded = rows[child.table][child.globalID] else { return false }
    let field = link.destinationField
    return folded.current.map { $0[field] != folded.row?[field] } ?? true
  }

  /// Empties the fields that named deleted rows, where their foreign keys say so.
  private mutating func emptyReferences() throws(MergingError) {
    for (parent, deletion) in deleted {
      for (place, link) in schema.links.enumerated()
      where link.origin == parent.table && link.kind == .emptied {
        if try hasTwin(parent, by: place) { continue }
        try touchChildren(of: parent, by: link)
        for child in children(of: parent, by: place) {
          guard var folded = rows[child.table][child.globalID], folded.row != nil else { continue }
          folded.row?.values[link.destinationField] = .null
          if let deleter = deletion.deleters.last {
            folded.bringers[link.destinationField] = deleter
            folded.note(editor: deleter)
          }
          rows[child.table][child.globalID] = folded
        }
      }
    }
  }

  /// Whether another row has the key that a deleted one had.
  private func hasTwin(_ parent: RecordKey, by place: Int) throws(MergingError) -> Bool {
    let link = schema.links[place]
    guard !schema.isByIdentity(link), case .field(let field) = link.originKey,
      let key = key(of: parent, by: link)
    else { return false }
    let touched = touched[link.origin]
    let hasTouched = index.parents(of: place, key: key).contains {
      $0 != parent.globalID && rows[link.origin][$0]?.row != nil
    }
    if hasTouched { return true }
    return try current.contains(link.origin, field: field, key: key) { touched[$0] == nil }
  }

  /// Brings a row back that packages deleted.
  private mutating func restore(_ parent: RecordKey, for child: RecordKey?) {
    guard var folded = rows[parent.table][parent.globalID] else { return }
    let deleters = folded.deleters
    undelete(parent, &folded)
    rows[parent.table][parent.globalID] = folded
    let editor = child.flatMap { rows[$0.table][$0.globalID]?.editors.last }
    for deleter in deleters {
      conflicts.append(
        MergeConflict(
          kind: .orphan, table: parent.table, id: parent.globalID, resolution: .restored,
          package: deleter, currentPackage: editor == deleter ? nil : editor))
      fates[deleter][parent] = .restored
    }
  }

  /// Deletes a row with its parent.
  private mutating func takeAlong(_ child: RecordKey, _ deletion: Deletion) {
    guard var folded = rows[child.table][child.globalID] else { return }
    for package in fates.indices where fates[package][child] != nil {
      note(deletion.deleters.contains(package) ? .withParent : .overruled, child, of: package)
      guard deletion.isForced else { continue }
      conflicts.append(
        MergeConflict(
          kind: .orphan, table: child.table, id: child.globalID, resolution: .decided,
          package: package))
    }
    folded.last = folded.row
    folded.row = nil
    folded.deleters = deletion.deleters
    folded.parent = deletion.parent
    rows[child.table][child.globalID] = folded
  }

  /// Brings back the parents that the office deleted and a package's new or changed rows name.
  private mutating func bringBackParents() throws(MergingError) -> Bool {
    var hasBack = false
    for child in brought {
      guard let folded = rows[child.table][child.globalID], let row = folded.row else { continue }
      for (place, link) in schema.links.enumerated() where link.destination == child.table {
        guard case .missing(let key) = try parent(of: row, by: place) else { continue }
        for package in folded.editors.reversed() {
          guard let (id, found) = try issued(key, by: link, package) else { continue }
          let parent = RecordKey(table: link.origin, globalID: id)
          guard rows[link.origin][id]?.deleters.contains(package) != true else { continue }
          try bringBack(found, parent, package)
          hasBack = true
          break
        }
      }
    }
    return hasBack
  }

  /// The rows that stand and that packages added, changed or brought back, by table and identity.
  var brought: [RecordKey] {
    var found: [RecordKey] = []
    for (table, rows) in rows.enumerated() {
      for (id, folded) in rows where folded.row != nil && !folded.editors.isEmpty {
        found.append(RecordKey(table: table, globalID: id))
      }
    }
    return found.sorted()
  }

  /// The row that a key names in a package and that it was issued with.
  private func issued(
    _ key: JoinKey, by link: MergeLink, _ package: Int
  ) throws(MergingError) -> (GlobalID, MergeRow)? {
    let (base, returned) = (packages[package].base, packages[package].returned)
    var id: GlobalID?
    if schema.isByIdentity(link) {
      if case .globalID(let named) = key { id = named }
    } else if case .field(let field) = link.originKey,
      let rowid = try base.rowids(link.origin, field: field, key: key).first
    {
      id = try base.identity(link.origin, rowid: rowid)
    }
    guard let id, let before = try base.row(link.origin, id) else { return nil }
    let row = try returned.row(link.origin, id)
    let known = try keys.identified(
      row ?? before, of: link.origin, in: row == nil ? [base, returned] : [returned, base],
      new: row == nil ? [:] : newRows[package])
    return (id, completed(known, of: link.origin, package))
  }

  private mutating func bringBack(
    _ found: MergeRow, _ place: RecordKey, _ package: Int
  ) throws(MergingError) {
    var folded = try row(place)
    folded.row = found
    folded.note(editor: package)
    folded.deleters = []
    if schema.tables[place.table].isAttachments { folded.photo = (package, found.rowid) }
    rows[place.table][place.globalID] = folded
    index.add(found, place)
    conflicts.append(
      MergeConflict(
        kind: .orphan, table: place.table, id: place.globalID, resolution: .restored,
        package: package))
  }
}
