package import Bytes
import FeatureData
package import GeoPackage
import OrderedJSON
package import Packages
import Records

/// Merges returned packages into the office data, and writes the result.
package struct MergeJob: Sendable {
  let request: MergeRequest
  let report: @Sendable (JobProgress) -> Void

  /// - Parameter report: receives the progress.
  package init(_ request: MergeRequest, report: @escaping @Sendable (JobProgress) -> Void) {
    self.request = request
    self.report = report
  }

  /// The result of a merge.
  package struct Result: Sendable {
    /// The report.
    package var report: MergeReport
    /// The outcome in full.
    package var outcome: MergeOutcome
    /// The map of the data; nil if unknown.
    package var map: StoredMap?
    /// The office data, which is unchanged.
    package var current: GeoPackageReader
    /// The new and changed attachments.
    package var attachments: ResultAttachments
    /// The packages that were merged, in the order of the outcome.
    package var returned: [ReturnedStores]
    /// Triggers of the office store that would have run if the changes were made with SQL.
    package var triggers: [RewriteAccount.FiredTrigger]
    /// Parts of the office store that the result lacks.
    package var leftOut: [RewriteAccount.LeftOut]
    /// The base named for all packages, if each package has its own.
    package var unusedBase: String?
    /// Whether the output was written.
    package var isWritten: Bool
    /// A digest of all inputs. A decision file is valid only for one digest.
    package var inputs: String
  }

  /// A merged package, and its data as issued.
  package struct ReturnedStores: Sendable {
    package let package: OpenPackage
    package let base: GeoPackageReader
  }

  /// Runs the merge. The outputs appear completely or not at all. They are not written if every
  /// package is refused.
  ///
  /// - Throws: `PackagingError`, `MergingError`, `GeoPackageError`, `BytesError`.
  package func run() async throws -> Result {
    let joint = JointCommit()
    let result = try await run(with: joint)
    try joint.run()
    return result
  }

  /// Runs the merge, and adds the outputs to a commit.
  ///
  /// - Throws: as ``run()``.
  package func run(with joint: JointCommit) async throws -> Result {
    let givenRules = try givenRules()
    var targets = try MergeTargets(request)
    let opened = try await opened(givenRules)
    let (current, returned) = (opened.current, opened.returned)
    if returned.isMerged { try MergeTargets.checkRoom(request) }
    let united = try request.decisions?.decisions(
      for: returned.schema, packages: returned.names, refused: opened.refused)
    let decisions = united?.decisions
    let resolver = try MergeResolver(
      returned, into: current, ledger: opened.ledger, decisions: decisions ?? MergeDecisions(),
      rules: opened.rules, request: request)
    async let resolved = resolver.outcome()
    async let near = OfficeNeighbors(
      of: returned.data.map(\.checked), in: returned.schema, current.store)
    async let fingerprintCounts = returned.fingerprintCounts()
    async let checked: Void = current.check(report: report)
    var undo: UndoFile?
    do {
      if targets.file != nil, let path = request.output, returned.isMerged {
        undo = try UndoFile(beside: path, previous: try await previous(of: current))
      }
    } catch {
      try await checked
      throw error
    }
    try await checked
    let resolution = try await resolved
    let neighbors = try await near
    async let issues = resolver.issues(of: resolution, neighbors)
    let writing = MergeWriting(
      request: request, current: current,
      edits: ResultEdits(
        schema: returned.schema, outcome: resolution, current: current.package,
        packages: returned.data.map(\.package)),
      metadata: try MergeMetadata(ledger: opened.ledger).adding(
        resolution, of: returned, fingerprintCounts: await fingerprintCounts,
        decisions: decisions, request: request, current: current.store),
      report: report)
    var outcome = resolution
    outcome.issues += (opened.disagreements + (united?.disagreements ?? [])).map {
      $0.issue(in: returned.schema)
    }
    var account = RewriteAccount()
    var isWritten = false
    if let path = request.output, let undo = undo.take(), let file = targets.file.take() {
      let written = try await writing.write(into: file, account: &account)
      outcome.issues += try await issues
      try await add(written, undo, as: path, to: joint)
      isWritten = true
    } else {
      outcome.issues += try await issues
      if let folder = targets.folder.take(), returned.isMerged {
        try await writing.write(
          ledger: writing.metadata?.ledger ?? opened.ledger, into: folder, with: joint)
        isWritten = true
      }
    }
    if returned.isMerged, let file = targets.changes.take() {
      try await writing.writeChanges(to: file, with: joint)
    }
    return Result(
      report: try MergeReport(outcome, of: returned, current: current, time: request.now),
      outcome: outcome, map: current.map, current: current.store,
      attachments: ResultAttachments(
        schema: returned.schema, sources: outcome.attachments,
        packages: returned.data.map(\.package), current: current.package),
      returned: returned.data.map { ReturnedStores(package: $0.package, base: $0.base) },
      triggers: account.triggers, leftOut: account.leftOut, unusedBase: unusedBase(returned),
      isWritten: isWritten, inputs: opened.inputs)
  }

  /// The office data and the returned packages, opened and compared.
  private struct Opened {
    let current: CurrentData
    let ledger: MergeLedger
    let rules: MapRules?
    /// The packages to merge, without those that a person refused.
    let returned: ReturnedPackages
    /// The packages that a person refused.
    let refused: [UnitedDecisions.Refused]
    /// The packages that one person refused and another accepted.
    let disagreements: [UnitedDecisions.Disagreement]
    /// A digest of all inputs.
    let inputs: String
  }

  private func opened(_ givenRules: MapRules?) async throws -> Opened {
    let current = try await CurrentData(request, report: report)
    try MergeTargets.checkForm(request, of: current)
    let rules =
      try givenRules ?? current.map?.rules.map { try MapRules(json: $0, path: request.current) }
    let (ledger, all, content) = try await current.opening(report: report) {
      async let content = current.contentDigest()
      let ledger = try current.ledger()
      var schema = try MergeSchema(reading: current.store, map: current.map)
      try schema.use(request.keys)
      schema.useGrids(of: current.package)
      schema.clock = request.timeZone ?? current.map?.clock
      if let rules { schema.markFilledFields(by: rules) }
      let opening = MergeOpening(
        request: request, current: current, ledger: ledger, report: report)
      return (ledger, try await opening.packages(schema), try await content)
    }
    let inputs = inputs(content, all.reports)
    let refused = try request.decisions?.refusedPackages(of: all.names, inputs: inputs)
    return Opened(
      current: current, ledger: ledger, rules: rules,
      returned: Self.withoutRefused(all, refused?.packages.map(\.index) ?? []),
      refused: refused?.packages.map(\.refused) ?? [],
      disagreements: refused?.disagreements ?? [], inputs: inputs)
  }

  /// Removes the packages that a person refused completely.
  private static func withoutRefused(
    _ all: ReturnedPackages, _ indices: [Int]
  ) -> ReturnedPackages {
    var returned = all
    var refused: [Int: ReturnedPackageReport] = [:]
    for index in indices {
      var report = returned.data[index].counted
      report.outcome = .refused
      report.refusal = .byDecision
      let count = report.added + report.updated + report.deleted
      report.message =
        count == 1
        ? "a decision refused its 1 edit" : "a decision refused all \(count) edits"
      refused[index] = report
    }
    returned.leaveOut(refused)
    return returned
  }

  /// The rules of the named document; nil for the rules stored with the data's map. If a map is
  /// named too, the document may hold only bindings and no rules.
  private func givenRules() throws -> MapRules? {
    guard let path = request.rules else { return nil }
    if request.map != nil, try !MapRules.areIn(bindings: path) { return nil }
    return try MapRules(bindings: path)
  }

  private func unusedBase(_ returned: ReturnedPackages) -> String? {
    guard returned.reports.allSatisfy({ $0.outcome == .merged }),
      returned.data.allSatisfy(\.hasOwnBase)
    else { return nil }
    return request.bases.common
  }

  /// Adds the result and its undo file to a commit.
  private func add(
    _ file: consuming AtomicFile, _ undo: consuming UndoFile, as path: String,
    to joint: JointCommit
  ) async throws {
    var file = file
    let merged = FileRegion(try file.reading())
    async let fingerprint = UndoFile.fingerprint(of: merged)
    try file.synchronize()
    let undoFile = try undo.finished(merged: try await fingerprint)
    let replaced = ReplacedStore(path: path)
    try replaced.applyLog()
    try file.commit(with: joint, removing: replaced.sidecars)
    try undoFile.commit(with: joint)
  }

  /// The bytes from before the merge, for the undo file: the package or the office store. If a log
  /// beside the store holds newer edits, the store is rewritten with them.
  private func previous(of current: CurrentData) async throws -> FileRegion {
    if MergeOutputForm(request.output) == .package {
      return FileRegion(try InputFile(path: request.current))
    }
    if let file = current.file { return file }
    var scratch = try OutputFile(scratchIn: ScratchFolder.path)
    _ = try await GeoPackageRewriter(current.store).write(into: &scratch)
    return FileRegion(try scratch.reopen())
  }

  /// A digest of the office data and all packages.
  private func inputs(_ current: String, _ reports: [ReturnedPackageReport]) -> String {
    var digest = SHA256()
    for text in [current] + reports.map(\.content) {
      digest.update(Array((text + "\n").utf8).span)
    }
    return SHA256.hex(digest.finish())
  }
}
