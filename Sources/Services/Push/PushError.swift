/// Why edits can't be pushed to a service.
package enum PushError: Error, Equatable, Sendable {
  /// The target is not a feature service or a layer of one.
  case targetUnknown(String)
  /// A file of edits, or a file that it names, isn't as a merge writes it.
  case editsUnusable(path: String, expected: String)
  /// Nobody has decided conflicts of the merge.
  case undecided(path: String, conflicts: Int)
  /// All edits are for layers of other services.
  case editsElsewhere(target: String, layers: [String])
  /// The layer doesn't allow an operation: `add`, `update` or `delete`.
  case notEditable(layer: String, address: String, operation: String)
  /// The layer has no GlobalIDs, or doesn't take those of new records.
  case noGlobalIDs(layer: String, address: String)
  /// The layer lacks a field that the edits set.
  case fieldMissing(layer: String, field: String)
  /// The ledger is damaged.
  case ledgerUnusable(path: String)
}
