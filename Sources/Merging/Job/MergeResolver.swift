import Packages

/// Computes the outcome of a merge, in parallel with other work. As an actor it is the only user
/// of its cursor on the office's rows.
actor MergeResolver {
  private let returned: ReturnedPackages
  private let ledger: MergeLedger
  private let decisions: MergeDecisions
  private let rules: MapRules?
  private let preferences: MergePreferences
  private let request: MergeRequest
  private let rows: StoreRows
  private let current: OpenPackage

  /// - Throws: ``MergingError`` if the office store cannot be read, or a preference names a table
  ///   or field that doesn't exist.
  init(
    _ returned: ReturnedPackages, into current: CurrentData, ledger: MergeLedger,
    decisions: MergeDecisions, rules: MapRules?, request: MergeRequest
  ) throws {
    self.returned = returned
    self.ledger = ledger
    self.decisions = decisions
    self.rules = rules
    self.request = request
    var preferred: [MapRule.Prefer] = []
    for case .prefer(let prefer) in rules?.rules ?? [] { preferred.append(prefer) }
    preferences = try MergePreferences(
      preferred + request.preferences, in: returned.schema, now: request.now)
    self.current = current.package
    rows = try StoreRows(current.store, schema: returned.schema)
  }

  /// Merges the packages, applies rules and checks constraints.
  ///
  /// - Throws: ``MergingError`` if a store cannot be read.
  func outcome() throws -> MergeOutcome {
    let schema = returned.schema
    let packages = try returned.data.enumerated().map { index, data in
      var package = ReturnedPackage(
        identity: data.identity, changes: data.diff.tables,
        issues: data.diff.issues.map { $0.attributed(toPackage: index) },
        base: try StoreRows(data.base, schema: schema),
        returned: try StoreRows(data.package.store, schema: schema), continues: true,
        attachmentPaths: data.attachmentPaths)
      package.pairs = data.diff.pairs
      package.refusedTables = data.refusedTables
      package.intactAttachments = data.intactAttachments
      package.truncatedAttachments = data.truncatedAttachments
      return package
    }
    var outcome = try MergeResolution.merge(
      packages, into: rows, schema: schema, decisions: decisions, preferences: preferences,
      mergedBefore: ledger.changes)
    let locations = [request.rules, request.current, request.map].compactMap(\.self)
    try rules?.apply(
      to: &outcome, schema: schema, current: rows, files: try RuleFiles(beside: locations))
    try ConstraintEnforcement(
      schema: schema, current: current, packages: returned.data.map(\.package),
      bases: packages.map(\.base), rows: rows
    ).enforce(on: &outcome)
    return outcome
  }

  /// The issues that only inform and don't prevent a change.
  ///
  /// - Throws: ``MergingError``, `PackagingError` if a store or a manifest cannot be read.
  func issues(
    of outcome: MergeOutcome, _ neighbors: OfficeNeighbors
  ) throws -> [MergeIssue] {
    try ReturnChecks(
      schema: returned.schema, packages: returned.data.map(\.checked), outcome: outcome,
      neighbors: neighbors,
      current: rows, clock: request.clock
    ).issues()
  }
}

extension MergeIssue {
  /// The issue with the index of its package.
  fileprivate func attributed(toPackage index: Int) -> MergeIssue {
    var issue = self
    issue.package = index
    return issue
  }
}
