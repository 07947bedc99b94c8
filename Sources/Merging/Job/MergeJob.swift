import Bytes
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

  /// Runs the merge. The output appears completely or not at all. It is not written if every
  /// package is refused.
  ///
  /// - Throws: `PackagingError`, `MergingError`, `GeoPackageError`, `BytesError`.
  package func run() async throws -> Result {
    let givenRules = try givenRules()
    // Opened first, so that an output that can't be written is reported before any work.
    var target: AtomicFile?
    var folder: AtomicFolder?
    if let path = request.output {
      try refuseInput(asTarget: path)
      if writesFolder {
        // An existing folder may hold other files, so it is never replaced.
        folder = try AtomicFolder(replacing: String(path.dropLast()), overwrite: false)
      } else {
        target = try AtomicFile(replacing: path, overwrite: request.overwrite)
      }
    }
    var changes = try changesFile()
    let current = try await CurrentData(request, report: report)
    try checkForm(of: current)
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
      let returned = try await open(schema: schema, current: current, ledger: ledger)
      return (ledger, returned, try await content)
    }
    let inputs = inputs(content, all.reports)
    let returned = try withoutRefused(all, inputs)
    let schema = returned.schema
    let decisions = try request.decisions?.decisions(
      for: schema, inputs: inputs,
      packages: returned.reportIndices.map { returned.reports[$0].name })
    let resolver = try Resolver(
      returned, into: current, ledger: ledger, decisions: decisions ?? MergeDecisions(),
      rules: rules, request: request)
    async let resolved = resolver.outcome()
    async let near = OfficeNeighbors(
      of: returned.data.map(\.checked), in: schema, current.store)
    async let fingerprintCounts = Self.fingerprintCounts(of: returned)
    async let checked: Void = current.check(report: report)
    var undo: UndoFile?
    do {
      if let path = request.output, returned.isMerged, !writesFolder {
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
    let edits = ResultEdits(
      schema: schema, outcome: resolution, current: current.package,
      packages: returned.data.map(\.package))
    let metadata = try metadata(
      adding: resolution, of: returned, fingerprintCounts: await fingerprintCounts,
      decisions: decisions, to: MergeMetadata(ledger: ledger), current: current)
    var account = RewriteAccount()
    var outcome = resolution
    var isWritten = false
    if let path = request.output, let undo = undo.take(), let target = target.take() {
      let file = try await write(
        edits, metadata: metadata, current: current, into: target, account: &account)
      outcome.issues += try await issues
      try await commit(file, undo, as: path)
      isWritten = true
    } else {
      outcome.issues += try await issues
      if let folder = folder.take(), returned.isMerged {
        try await write(
          edits, ledger: metadata?.ledger ?? ledger, current: current, into: folder)
        isWritten = true
      }
    }
    if returned.isMerged, let file = changes.take() {
      try await write(edits, metadata: metadata, current: current, changes: file)
    }
    return Result(
      report: try report(of: outcome, schema: schema, returned: returned, current: current),
      outcome: outcome, map: current.map,
      current: current.store,
      attachments: ResultAttachments(
        schema: schema, sources: outcome.attachments, packages: returned.data.map(\.package),
        current: current.package),
      returned: returned.data.map { ReturnedStores(package: $0.package, base: $0.base) },
      triggers: account.triggers, leftOut: account.leftOut, unusedBase: unusedBase(returned),
      isWritten: isWritten,
      inputs: inputs)
  }

  /// Removes the packages that a person refused completely.
  private func withoutRefused(_ all: Returned, _ inputs: String) throws -> Returned {
    guard let decisions = request.decisions else { return all }
    var returned = all
    let names = returned.reportIndices.map { returned.reports[$0].name }
    var refused: [Int: ReturnedPackageReport] = [:]
    for index in try decisions.refusedPackages(of: names, inputs: inputs) {
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

  private func unusedBase(_ returned: Returned) -> String? {
    guard returned.reports.allSatisfy({ $0.outcome == .merged }),
      returned.data.allSatisfy(\.hasOwnBase)
    else { return nil }
    return request.bases.common
  }

  /// The rules of the named document; nil for the rules stored with the data's map. If a map is
  /// named too, the document may hold only bindings and no rules.
  private func givenRules() throws -> MapRules? {
    guard let path = request.rules else { return nil }
    if request.map != nil, try !MapRules.areIn(bindings: path) { return nil }
    return try MapRules(bindings: path)
  }

  /// The report. It refers to packages by their index in the call.
  private func report(
    of outcome: MergeOutcome, schema: MergeSchema, returned: Returned, current: CurrentData
  ) throws(MergingError) -> MergeReport {
    let indices = returned.reportIndices
    var conflicts = outcome.conflicts
    for index in conflicts.indices {
      conflicts[index].package = indices[conflicts[index].package]
      conflicts[index].currentPackage = conflicts[index].currentPackage.map { indices[$0] }
    }
    var issues = outcome.issues
    for index in issues.indices {
      issues[index].package = issues[index].package.map { indices[$0] }
    }
    var rules = outcome.rules
    for index in rules.values.indices {
      rules.values[index].package = rules.values[index].package.map { indices[$0] }
      rules.values[index].oldPackage = rules.values[index].oldPackage.map { indices[$0] }
    }
    var reports = returned.reports
    for (index, reportIndex) in indices.enumerated() {
      reports[reportIndex].account = outcome.accounts[index]
      reports[reportIndex].attachments.count(
        returned.data[index].receivedAttachments, of: index, in: outcome)
    }
    let reported = Set(conflicts.flatMap(\.records) + issues.compactMap(\.record))
    return MergeReport(
      schema: schema, time: request.now, packages: reports, changes: outcome.changes,
      conflicts: conflicts, issues: issues, pairs: outcome.pairs, rules: rules,
      keys: try RecordKeys(
        of: reported, in: schema, changes: outcome.changes,
        current: StoreRows(current.store, schema: schema)))
  }

  /// The metadata with this merge added; nil if nothing was merged, so the result has the same
  /// bytes as the office data.
  private func metadata(
    adding outcome: MergeOutcome, of returned: Returned, fingerprintCounts: [Int],
    decisions: MergeDecisions?, to earlier: MergeMetadata, current: CurrentData
  ) throws -> MergeMetadata? {
    let packages = earlier.ledger.packages(returned.data, fingerprintCounts)
    guard !packages.isEmpty else { return nil }
    var merge = MergeLedger.Merge(time: request.now, packages: packages)
    merge.by = request.by
    merge.decisions = (decisions?.count ?? 0) + returned.reports.count { $0.refusal == .byDecision }
    merge.counts = .init(outcome)
    var metadata = earlier
    metadata.ledger.merges.append(merge)
    metadata.ledger.changes.formUnion(outcome.fingerprints)
    // A package is issued to crews, who don't need the former values.
    guard !writesPackage, !writesFolder else { return metadata }
    var history = try MergeHistory(of: current.store)
    try history.add(
      MergeHistoryText(
        outcome, returned.schema,
        changes: outcome.fingerprints.subtracting(earlier.ledger.changes)), as: merge)
    metadata.history = history
    return metadata
  }

  /// The number of fingerprints of each package's changes.
  private static func fingerprintCounts(of returned: Returned) -> [Int] {
    returned.data.map {
      ChangeFingerprint(package: $0.identity).all(of: $0.diff.tables, in: returned.schema).count
    }
  }

  /// Whether the result is a package.
  var writesPackage: Bool {
    // QField imports the same file with the ending .zip.
    [".mmpk", ".zip"].contains { request.output?.hasSuffix($0) == true }
  }

  /// Writes the result to a temporary name.
  private func write(
    _ edits: ResultEdits, metadata: MergeMetadata?, current: CurrentData,
    into target: consuming AtomicFile, account: inout RewriteAccount
  ) async throws -> AtomicFile {
    report(JobProgress(phase: "Writing", subject: request.output ?? "", done: 0, total: 0))
    if writesPackage {
      return try await package(
        edits, metadata: metadata, current: current, into: target, account: &account)
    }
    var target = target
    account = try await rewriter(edits, metadata: metadata, current: current).write(into: &target)
    return target
  }

  /// Opens the file for the changes as SQL, under a temporary name.
  private func changesFile() throws -> AtomicFile? {
    guard let path = request.changes else { return nil }
    try refuseInput(asTarget: path)
    return try AtomicFile(replacing: path, overwrite: request.overwrite)
  }

  /// Writes the changes as SQL.
  private func write(
    _ edits: ResultEdits, metadata: MergeMetadata?, current: CurrentData,
    changes file: consuming AtomicFile
  ) async throws {
    // Needs the result as a GeoPackage, but the output may be a package.
    var scratch = try OutputFile(scratchIn: EnvironmentValue.string("TMPDIR") ?? "/tmp")
    _ = try await rewriter(edits, metadata: metadata, current: current).write(into: &scratch)
    let result = try GeoPackageReader(region: FileRegion(try scratch.reopen()))
    let script = ChangeScript(from: current.store, to: result, rows: edits.touchedRows)
    let changes = try script.write(
      into: file,
      heading: [
        "The changes of a merge by Fieldpack, for the GeoPackage that was merged into:",
        "sqlite3 -bail GEOPACKAGE < THIS FILE",
        "All of them are made, or none. A record that was changed since is left as it is.",
      ])
    try changes.commit()
  }

  /// Makes the result and its undo file appear.
  private func commit(
    _ file: consuming AtomicFile, _ undo: consuming UndoFile, as path: String
  ) async throws {
    var file = file
    let merged = FileRegion(try file.reading())
    async let fingerprint = UndoFile.fingerprint(of: merged)
    try file.synchronize()
    let undoFile = try undo.finished(merged: try await fingerprint)
    let replaced = ReplacedStore(path: path)
    try replaced.applyLog()
    try file.commit(before: undoFile, removing: replaced.sidecars)
  }

  /// Writes the result as a new version of the office's package, ready to issue.
  private func package(
    _ edits: ResultEdits, metadata: MergeMetadata?, current: CurrentData,
    into target: consuming AtomicFile, account: inout RewriteAccount
  ) async throws -> AtomicFile {
    var target = target
    guard let metadata else {
      try target.append(FileRegion(try InputFile(path: request.current)))
      return target
    }
    var edits = edits
    if current.package.manifest?["photos"]?.string != "blobs" {
      edits.files = try edits.makeFiles()
    }
    var rewriting = try PackageRewriting(current.package)
    rewriting.store = try rewriter(edits, metadata: metadata, current: current)
    rewriting.files = edits.files?.added ?? []
    rewriting.removed = edits.files?.removed ?? []
    var reissue = PackageReissue(
      packageID: try edits.packageID(after: current.package.packageID, metadata.ledger),
      created: request.now
    )
    reissue.added = edits.extent
    reissue.pages = request.pages
    rewriting.store.metadata.append(reissue.metadata(of: current.package))
    rewriting.reissue = reissue
    return try await rewriting.archive(into: target, account: &account)
  }

  /// A rewriter that writes the office store with the changes of the merge.
  func rewriter(
    _ edits: ResultEdits, metadata: MergeMetadata?, current: CurrentData
  ) throws -> GeoPackageRewriter {
    var rewriter = GeoPackageRewriter(current.store)
    rewriter.edits = try edits.edits()
    rewriter.addedTables = edits.addedTables()
    rewriter.pairEdits = edits.pairEdits
    rewriter.relations = try edits.relations(current.map)
    if let metadata {
      rewriter.metadata = metadata.metadata
      rewriter.lastChange = request.now
    }
    return rewriter
  }

  /// The bytes from before the merge, for the undo file: the package or the office store. If a log
  /// beside the store holds newer edits, the store is rewritten with them.
  private func previous(of current: CurrentData) async throws -> FileRegion {
    if writesPackage { return FileRegion(try InputFile(path: request.current)) }
    if let file = current.file { return file }
    var scratch = try OutputFile(scratchIn: EnvironmentValue.string("TMPDIR") ?? "/tmp")
    _ = try await GeoPackageRewriter(current.store).write(into: &scratch)
    return FileRegion(try scratch.reopen())
  }

  private func refuseInput(asTarget path: String) throws {
    guard let identity = FileIdentity(path: path) else { return }
    let inputs = request.packages + [request.current] + request.bases.paths
    if inputs.contains(where: { FileIdentity(path: $0) == identity }) {
      throw PackagingError.targetIsInput(path: path)
    }
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
