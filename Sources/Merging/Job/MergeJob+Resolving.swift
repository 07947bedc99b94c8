import Packaging

extension MergeJob {
  /// Finds what a merge comes to, beside the other work there is: the rows of the current data,
  /// which it reads here and there, are its own.
  actor Resolver {
    private let returned: Returned
    private let ledger: MergeLedger
    private let decisions: MergeDecisions
    private let rules: MapRules?
    private let preferences: MergePreferences
    private let request: MergeRequest
    private let rows: StoreRows
    private let current: OpenPackage

    /// - Throws: ``MergingError`` where the current store cannot be read by the schema, or a
    ///   preference is for what is not there.
    init(
      _ returned: Returned, into current: CurrentData, _ ledger: MergeLedger,
      _ decisions: MergeDecisions, _ rules: MapRules?, _ request: MergeRequest
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

    /// What the merge comes to.
    ///
    /// - Throws: ``MergingError`` where a store cannot be read.
    func outcome() throws -> MergeOutcome {
      let schema = returned.schema
      let packages = try returned.data.enumerated().map { place, data in
        var package = ReturnedPackage(
          identity: data.identity, changes: data.diff.tables,
          issues: data.diff.issues.map { $0.told(ofPackage: place) },
          base: try StoreRows(data.base, schema: schema),
          returned: try StoreRows(data.package.store, schema: schema), continues: true,
          attachmentPaths: data.attachmentPaths)
        package.pairs = data.diff.pairs
        package.refusedTables = data.refusedTables
        package.completePhotos = data.completePhotos
        package.truncatedPhotos = data.truncatedPhotos
        return package
      }
      var outcome = try MergeResolution.merge(
        packages, into: rows, schema: schema, decisions: decisions, preferences: preferences,
        merged: ledger.changes)
      let places = [request.rules, request.current, request.map].compactMap(\.self)
      try rules?.apply(
        to: &outcome, schema: schema, current: rows, files: RuleFiles(beside: places))
      try ConstraintSettling(
        schema: schema, current: current, packages: returned.data.map(\.package),
        bases: packages.map(\.base), rows: rows
      ).settle(&outcome)
      return outcome
    }

    /// What there is to tell of what the merge comes to, and holds nothing back.
    ///
    /// - Throws: ``MergingError``, `PackagingError` where a store or a manifest cannot be read.
    func issues(
      of outcome: MergeOutcome, _ neighbours: OfficeNeighbours
    ) throws -> [MergeIssue] {
      try ReturnChecks(
        schema: returned.schema, packages: returned.data, outcome: outcome, neighbours: neighbours,
        current: rows, clock: request.clock
      ).issues()
    }
  }
}

extension MergeIssue {
  fileprivate func told(ofPackage place: Int) -> MergeIssue {
    var issue = self
    issue.package = place
    return issue
  }
}
