import GeoPackage
import Packages

extension MergeMetadata {
  /// The metadata with a merge added; nil if nothing was merged, so the result has the same bytes
  /// as the office data.
  ///
  /// - Parameters:
  ///   - fingerprintCounts: the number of fingerprints of each package's changes.
  ///   - current: the office store, with its earlier merges.
  func adding(
    _ outcome: MergeOutcome, of returned: ReturnedPackages, fingerprintCounts: [Int],
    decisions: MergeDecisions?, request: MergeRequest, current: GeoPackageReader
  ) throws -> MergeMetadata? {
    let packages = ledger.packages(returned.data, fingerprintCounts)
    guard !packages.isEmpty else { return nil }
    var merge = MergeLedger.Merge(time: request.now, packages: packages)
    merge.by = request.by
    merge.decisions = (decisions?.count ?? 0) + returned.reports.count { $0.refusal == .byDecision }
    merge.counts = .init(outcome)
    var metadata = self
    metadata.ledger.merges.append(merge)
    metadata.ledger.changes.formUnion(outcome.fingerprints)
    // A package is issued to crews, who don't need the former values.
    guard MergeOutputForm(request.output) == .geoPackage else { return metadata }
    var history = try MergeHistory(of: current)
    try history.add(
      MergeHistoryText(
        outcome, returned.schema,
        changes: outcome.fingerprints.subtracting(ledger.changes)), as: merge)
    metadata.history = history
    return metadata
  }
}

extension MergeLedger {
  /// The ledger entries for merged packages. Packages without changes are left out. The order of
  /// the packages in the call doesn't matter.
  ///
  /// - Parameter fingerprintCounts: the number of fingerprints of each package's changes.
  fileprivate func packages(_ data: [ReturnedData], _ fingerprintCounts: [Int]) -> [Package] {
    zip(data, fingerprintCounts).filter { data, _ in
      !data.diff.isEmpty
        && !holds(content: data.report.content, missingAttachments: data.report.attachments.missing)
    }.map { data, fingerprintCount in
      Package(
        name: data.report.name, packageID: data.report.packageID ?? data.report.content,
        content: data.report.content,
        changeCount: data.diff.tables.reduce(0) { $0 + $1.rows.count },
        identity: data.identity,
        fingerprintCount: fingerprintCount,
        missingAttachments: data.report.attachments.missing)
    }.sorted { ($0.content, $0.name) < ($1.content, $1.name) }
  }
}

extension MergeLedger.Counts {
  fileprivate init(_ outcome: MergeOutcome) {
    for change in outcome.changes.flatMap(\.rows) {
      switch change.action {
      case .insert: added += 1
      case .update: updated += 1
      case .delete: deleted += 1
      }
    }
    conflicts = outcome.conflicts.count
  }
}
