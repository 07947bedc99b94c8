import GeoPackage

/// What a store notes of the merges into it.
struct MergeMetadata {
  var ledger: MergeLedger
  /// nil for a result that keeps none.
  var history: MergeHistory?

  init(ledger: MergeLedger) { self.ledger = ledger }

  /// Its texts in the store.
  var metadata: [GeoPackageMetadata] { [ledger.metadata] + [history?.metadata].compactMap(\.self) }
}
