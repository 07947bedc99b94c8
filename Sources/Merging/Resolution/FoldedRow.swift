import FeatureData

/// A row that packages touched, between the current data and the result. The keys of links that
/// change from store to store are identities here; see ``LinkKeys``.
struct FoldedRow {
  /// The row of the current store as it is there.
  let stored: MergeRow?
  /// The same, its keys identities.
  let current: MergeRow?
  /// As it stands; nil when deleted.
  var row: MergeRow?
  /// As it stood before it was deleted.
  var last: MergeRow?
  /// The packages that brought the value of a field; of a deleted row, before it was deleted: they
  /// are who edited what comes back.
  var bringers: [Int: Int] = [:]
  /// The packages that brought anything, in their order.
  var editors: [Int] = []
  /// The packages that deleted it, and none after them brought it back.
  var deleters: [Int] = []
  /// What had become of each package's change before it was deleted.
  var fates: [Int: PackageAccount.Fate] = [:]
  /// The deleted row that it went with.
  var parent: RecordKey?
  /// Whether a package added it.
  var isAdded = false
  /// Whether it is deleted whatever refers to it: a person decided.
  var isForced = false
  /// What each package made of it, and from what, in the order in which they were merged.
  var returned: [(package: Int, before: MergeRow?, after: MergeRow?)] = []
  /// Where its photo's bytes come from.
  var photo: (package: Int, rowid: Int64)?

  init(stored: MergeRow?, current: MergeRow?) {
    self.stored = stored
    self.current = current
    row = current
  }

  /// The row, also when it is deleted.
  var latest: MergeRow? { row ?? last }

  mutating func note(editor: Int) {
    if editors.last != editor { editors.append(editor) }
  }

  mutating func delete(by package: Int) {
    last = row ?? last
    row = nil
    if !deleters.contains(package) { deleters.append(package) }
  }

  /// Who made the row what it is.
  var cause: ChangeCause {
    var cause = ChangeCause(packages: row == nil ? deleters : editors)
    if row == nil { cause.parent = parent } else { cause.fields = bringers }
    return cause
  }

  /// Undoes all deletions.
  mutating func restore() {
    parent = nil
    row = row ?? last
    deleters = []
    fates = [:]
  }
}
