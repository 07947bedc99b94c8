import GeoPackage

/// What a store keeps about the merges into it.
struct MergeMetadata {
  var ledger: MergeLedger
  /// The history; nil if the result keeps none.
  var history: MergeHistory?

  init(ledger: MergeLedger) { self.ledger = ledger }

  /// The texts as the store keeps them.
  var metadata: [GeoPackageMetadata] { [ledger.metadata] + [history?.metadata].compactMap(\.self) }
}
