import Bytes
import FeatureData
package import GeoPackage
import OrderedJSON
package import Packaging
import SQLiteFile

/// Merges returned packages into the current data, and writes what comes of it.
package struct MergeJob: Sendable {
  let request: MergeRequest
  let report: @Sendable (JobProgress) -> Void

  /// - Parameter report: gets the progress, from the job's own task.
  package init(_ request: MergeRequest, report: @escaping @Sendable (JobProgress) -> Void) {
    self.request = request
    self.report = report
  }

  /// What a merge came to.
  package struct Result: Sendable {
    package var report: MergeReport
    package var outcome: MergeOutcome
    /// The map of the data; nil where nothing tells.
    package var map: StoredMap?
    /// The data as it was before.
    package var current: GeoPackageReader
    /// What came with it.
    package var attachments: ResultAttachments
    /// The packages that were merged, in the order of the outcome.
    package var returned: [ReturnedStores]
    /// Triggers of the current store that an SQL edit would have made run.
    package var triggers: [RewriteAccount.FiredTrigger]
    /// What the current store has and the result has not.
    package var leftOut: [RewriteAccount.LeftOut]
    /// The base that was named for all packages, where each brings its own.
    package var unusedBase: String?
    /// Whether the output was written.
    package var isWritten: Bool
    /// Of everything that went in; a file of decisions is for one.
    package var inputs: String
  }

  /// A package that was merged, and the data it was issued with.
  package struct ReturnedStores: Sendable {
    package let package: OpenPackage
    package let base: GeoPackageReader
  }

  /// Merges. The output appears whole or not at all; it is not written when every package is
  /// refused.
  ///
  /// - Throws: `PackagingError`, `MergingError`, `GeoPackageError`, `BytesError`.
  package func run() async throws -> Result {
    let givenRules = try givenRules()
    // Opened first, so that a target that cannot be written is known before the work is done.
    var target: AtomicFile?
    var folder: AtomicFolder?
    if let path = request.output {
      try refuseInput(asTarget: path)
      if writesFolder {
        // A folder that is there may hold anything: none is replaced.
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
      if let rules { schema.noteFilledFields(by: rules) }
      let returned = try await open(schema: schema, current: current, ledger: ledger)
      return (ledger, returned, try await content)
    }
    let inputs = inputs(content, all.reports)
    let returned = try withoutRefused(all, inputs)
    let schema = returned.schema
    let decisions = try request.decisions?.decisions(
      for: schema, inputs: inputs,
      packages: returned.places.map { returned.reports[$0].name })
    let resolver = try Resolver(
      returned, into: current, ledger, decisions ?? MergeDecisions(), rules, request)
    async let resolved = resolver.outcome()
    async let near = OfficeNeighbours(of: returned.data, in: schema, current.store)
    async let marks = Self.fingerprintCounts(of: returned)
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
    let neighbours = try await near
    async let told = resolver.issues(of: resolution, neighbours)
    let edits = ResultEdits(
      schema: schema, outcome: resolution, current: current.package,
      packages: returned.data.map(\.package))
    let noted = try noted(
      MergeMetadata(ledger: ledger), returned, await marks, resolution, decisions, current)
    var account = RewriteAccount()
    var outcome = resolution
    var isWritten = false
    if let path = request.output, let undo = undo.take(), let target = target.take() {
      let file = try await write(
        edits, noted, current, into: target, &account)
      outcome.issues += try await told
      try await commit(file, undo, as: path)
      isWritten = true
    } else {
      outcome.issues += try await told
      if let folder = folder.take(), returned.isMerged {
        try await write(edits, noted?.ledger ?? ledger, current, into: folder)
        isWritten = true
      }
    }
    if returned.isMerged, let file = changes.take() {
      try await write(edits, noted, current, changes: file)
    }
    return Result(
      report: try report(schema, outcome, returned, current), outcome: outcome, map: current.map,
      current: current.store,
      attachments: ResultAttachments(
        schema: schema, sources: outcome.photos, packages: returned.data.map(\.package),
        current: current.package),
      returned: returned.data.map { ReturnedStores(package: $0.package, base: $0.base) },
      triggers: account.triggers, leftOut: account.leftOut, unusedBase: unusedBase(returned),
      isWritten: isWritten,
      inputs: inputs)
  }

  /// Leaves out the packages that a person refused as a whole.
  private func withoutRefused(_ all: Returned, _ inputs: String) throws -> Returned {
    guard let decisions = request.decisions else { return all }
    var returned = all
    let names = returned.places.map { returned.reports[$0].name }
    var refused: [Int: ReturnedPackageReport] = [:]
    for place in try decisions.refusedPackages(of: names, inputs: inputs) {
      var report = returned.data[place].counted
      report.outcome = .refused
      report.refusal = .byDecision
      let count = report.added + report.updated + report.deleted
      report.message =
        count == 1
        ? "its edit was refused by a decision" : "all \(count) edits were refused by a decision"
      refused[place] = report
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

  /// The rules of the document that was named; nil for those that the data's map brings. With a map
  /// the document may do no more than bind tables to its layers.
  private func givenRules() throws -> MapRules? {
    guard let path = request.rules else { return nil }
    if request.map != nil, try !MapRules.areIn(bindings: path) { return nil }
    return try MapRules(bindings: path)
  }

  /// The report, in which packages go by their places in the call.
  private func report(
    _ schema: MergeSchema, _ outcome: MergeOutcome, _ returned: Returned, _ current: CurrentData
  ) throws(MergingError) -> MergeReport {
    let places = returned.places
    var conflicts = outcome.conflicts
    for index in conflicts.indices {
      conflicts[index].package = places[conflicts[index].package]
      conflicts[index].currentPackage = conflicts[index].currentPackage.map { places[$0] }
    }
    var issues = outcome.issues
    for index in issues.indices { issues[index].package = issues[index].package.map { places[$0] } }
    var rules = outcome.rules
    for index in rules.values.indices {
      rules.values[index].package = rules.values[index].package.map { places[$0] }
      rules.values[index].oldPackage = rules.values[index].oldPackage.map { places[$0] }
    }
    var reports = returned.reports
    for (index, place) in places.enumerated() {
      reports[place].account = outcome.accounts[index]
      reports[place].photos.count(returned.data[index].receivedAttachments, of: index, in: outcome)
    }
    let told = Set(conflicts.flatMap(\.places) + issues.compactMap(\.place))
    return MergeReport(
      schema: schema, time: request.now, packages: reports, changes: outcome.changes,
      conflicts: conflicts, issues: issues, pairs: outcome.pairs, rules: rules,
      keys: try RecordKeys(
        of: told, in: schema, changes: outcome.changes,
        current: StoreRows(current.store, schema: schema)))
  }

  /// The account of the result; nil where nothing was taken in, and the same bytes are to come out.
  private func noted(
    _ account: MergeMetadata, _ returned: Returned, _ marks: [Int], _ outcome: MergeOutcome,
    _ decisions: MergeDecisions?, _ current: CurrentData
  ) throws -> MergeMetadata? {
    let packages = account.ledger.packages(returned.data, marks)
    guard !packages.isEmpty else { return nil }
    var merge = MergeLedger.Merge(time: request.now, packages: packages)
    merge.by = request.by
    merge.decisions = (decisions?.count ?? 0) + returned.reports.count { $0.refusal == .byDecision }
    merge.counts = .init(outcome)
    var noted = account
    noted.ledger.merges.append(merge)
    noted.ledger.changes.formUnion(outcome.fingerprints)
    // A package goes to crews, who need not have what was there before.
    guard !writesPackage, !writesFolder else { return noted }
    var history = try MergeHistory(of: current.store)
    try history.add(
      MergeHistoryText(
        outcome, returned.schema,
        changes: outcome.fingerprints.subtracting(account.ledger.changes)), as: merge)
    noted.history = history
    return noted
  }

  /// How many fingerprints the changes of each package have.
  private static func fingerprintCounts(of returned: Returned) -> [Int] {
    returned.data.map {
      ChangeFingerprint(package: $0.identity).all(of: $0.diff.tables, in: returned.schema).count
    }
  }

  /// Whether the result is a package, and not a store alone.
  var writesPackage: Bool {
    // QField imports the same file under the other ending.
    [".mmpk", ".zip"].contains { request.output?.hasSuffix($0) == true }
  }

  /// Writes the result, whose name is yet to appear.
  ///
  private func write(
    _ edits: ResultEdits, _ noted: MergeMetadata?, _ current: CurrentData,
    into target: consuming AtomicFile, _ account: inout RewriteAccount
  ) async throws -> AtomicFile {
    report(JobProgress(phase: "Writing", subject: request.output ?? "", done: 0, total: 0))
    if writesPackage { return try await package(edits, noted, current, into: target, &account) }
    var target = target
    account = try await rewriter(edits, noted, current).write(into: &target)
    return target
  }

  /// The file for the changes alone, which is yet to appear.
  private func changesFile() throws -> AtomicFile? {
    guard let path = request.changes else { return nil }
    try refuseInput(asTarget: path)
    return try AtomicFile(replacing: path, overwrite: request.overwrite)
  }

  /// Writes the changes alone.
  private func write(
    _ edits: ResultEdits, _ noted: MergeMetadata?, _ current: CurrentData,
    changes file: consuming AtomicFile
  ) async throws {
    // The result as a GeoPackage: what was written may be a package of it.
    var scratch = try OutputFile(scratchIn: EnvironmentValue.string("TMPDIR") ?? "/tmp")
    _ = try await rewriter(edits, noted, current).write(into: &scratch)
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

  /// Makes the result and what takes it back appear.
  private func commit(
    _ file: consuming AtomicFile, _ undo: consuming UndoFile, as path: String
  ) async throws {
    var file = file
    let merged = FileRegion(try file.reading())
    async let fingerprint = UndoFile.fingerprint(of: merged)
    try file.synchronise()
    let undoFile = try undo.finished(merged: try await fingerprint)
    let replaced = ReplacedStore(path: path)
    try replaced.applyLog()
    try file.commit(before: undoFile, removing: replaced.sidecars)
  }

  /// Writes the result as the package that the current data is, to be issued anew.
  private func package(
    _ edits: ResultEdits, _ noted: MergeMetadata?, _ current: CurrentData,
    into target: consuming AtomicFile, _ account: inout RewriteAccount
  ) async throws -> AtomicFile {
    var target = target
    guard let noted else {
      try target.append(FileRegion(try InputFile(path: request.current)))
      return target
    }
    var edits = edits
    if current.package.manifest?["photos"]?.string != "blobs" {
      edits.files = try edits.makeFiles()
    }
    var rewriting = try PackageRewriting(current.package)
    rewriting.store = try rewriter(edits, noted, current)
    rewriting.files = edits.files?.added ?? []
    rewriting.removed = edits.files?.removed ?? []
    var reissue = PackageReissue(
      packageID: try edits.packageID(after: current.package.packageID, noted.ledger),
      created: request.now
    )
    reissue.added = edits.extent
    reissue.pages = request.pages
    rewriting.store.metadata.append(reissue.metadata(of: current.package))
    rewriting.reissue = reissue
    return try await rewriting.archive(into: target, account: &account)
  }

  func rewriter(
    _ edits: ResultEdits, _ noted: MergeMetadata?, _ current: CurrentData
  ) throws -> GeoPackageRewriter {
    var rewriter = GeoPackageRewriter(current.store)
    rewriter.edits = try edits.edits()
    rewriter.addedTables = edits.addedTables()
    rewriter.pairEdits = edits.pairEdits
    rewriter.relations = try edits.relations(current.map)
    if let noted {
      rewriter.metadata = noted.metadata
      rewriter.lastChange = request.now
    }
    return rewriter
  }

  /// The bytes of what the result takes the place of: the package, or the current store; that is
  /// written anew where a log beside it holds the newest.
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

  /// What tells these inputs from others, of the contents of the current data and the packages.
  private func inputs(_ current: String, _ reports: [ReturnedPackageReport]) -> String {
    var digest = SHA256()
    for text in [current] + reports.map(\.content) {
      digest.update(Array((text + "\n").utf8).span)
    }
    return SHA256.hex(digest.finish())
  }
}

extension MergeLedger {
  /// The packages that a merge adds. Those that brought nothing leave no trace, and the order of the
  /// others none either.
  ///
  /// - Parameter marks: how many fingerprints the changes of each have.
  fileprivate func packages(_ data: [ReturnedData], _ marks: [Int]) -> [Package] {
    zip(data, marks).filter { data, _ in
      !data.diff.isEmpty
        && !holds(content: data.report.content, missingPhotos: data.report.photos.missing)
    }.map { data, marks in
      Package(
        name: data.report.name, packageID: data.report.packageID ?? data.report.content,
        content: data.report.content,
        changeCount: data.diff.tables.reduce(0) { $0 + $1.rows.count },
        identity: data.identity,
        fingerprintCount: marks,
        missingPhotos: data.report.photos.missing)
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
