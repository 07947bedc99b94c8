import FeatureData

/// A row while packages are folded into it: its state between the current data and the result. Link
/// keys that differ between stores are stored as GlobalIDs, see ``LinkKeys``.
struct FoldedRow {
  /// The row exactly as the current store has it.
  let stored: MergeRow?
  /// The current row with link keys as GlobalIDs.
  let current: MergeRow?
  /// The merged row so far. Nil if deleted.
  var row: MergeRow?
  /// The merged row before it was deleted.
  var last: MergeRow?
  /// The package that contributed the value of a field. For a deleted row, the state before the
  /// deletion: the restored row has these values.
  var contributors: [Int: Int] = [:]
  /// The packages that changed the row, in order.
  var editors: [Int] = []
  /// The packages that deleted the row. Empty once a later package restores it.
  var deleters: [Int] = []
  /// The outcome of each package's change before the row was deleted.
  var outcomes: [Int: PackageAccount.ChangeOutcome] = [:]
  /// The deleted parent that this row was deleted with.
  var parent: RecordKey?
  /// Whether a package added it.
  var isAdded = false
  /// Whether the row stays deleted even if other rows refer to it, because of a person's decision.
  var isForced = false
  /// What each package changed, in merge order.
  var returned: [(packageIndex: Int, before: MergeRow?, after: MergeRow?)] = []
  /// The package and row that hold the bytes of the attachment.
  var attachment: (packageIndex: Int, rowid: Int64)?

  init(stored: MergeRow?, current: MergeRow?) {
    self.stored = stored
    self.current = current
    row = current
  }

  /// The merged row, or its last state if it is deleted.
  var latest: MergeRow? { row ?? last }

  mutating func note(editor: Int) {
    if editors.last != editor { editors.append(editor) }
  }

  mutating func delete(by packageIndex: Int) {
    last = row ?? last
    row = nil
    if !deleters.contains(packageIndex) { deleters.append(packageIndex) }
  }

  /// The packages responsible for the state of the row.
  var cause: ChangeCause {
    var cause = ChangeCause(packages: row == nil ? deleters : editors)
    if row == nil { cause.parent = parent } else { cause.fields = contributors }
    return cause
  }

  /// Undoes all deletions.
  mutating func restore() {
    parent = nil
    row = row ?? last
    deleters = []
    outcomes = [:]
  }
}
