import Bytes
import FeatureData
import FoundationEssentials
package import GeoPackage
package import Packaging
import SQLiteFile

/// Merges returned packages into the current data, and writes what comes of it.
package struct MergeJob: Sendable {
  private let request: MergeRequest
  private let report: @Sendable (JobProgress) -> Void

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
    package var photos: ResultPhotos
    /// What the current store has and the result has not.
    package var leftOut: [RewriteAccount.LeftOut] = []
    /// Whether the output was written.
    package var isWritten = false
    /// Of everything that went in; a file of decisions is for one.
    package var inputs: String
  }

  /// Merges. The output appears whole or not at all; it is not written when every package is
  /// refused.
  ///
  /// - Throws: `PackagingError`, `MergingError`, `GeoPackageError`, `BytesError`.
  package func run() async throws -> Result {
    var rules = try request.rules.map { try MapRules(bindings: $0) }
    // Opened first, so that a target that cannot be written is known before the work is done.
    var target: AtomicFile?
    if let path = request.output {
      try refuseInput(asTarget: path)
      target = try AtomicFile(replacing: path, overwrite: request.overwrite)
    }
    let current = try await CurrentData(request, report: report)
    if rules == nil, let json = current.map?.rules {
      rules = try MapRules(json: json, path: request.current)
    }
    let ledger = try MergeLedger(of: current.store)
    let schema = try MergeSchema(reading: current.store, map: current.map)
    let returned = try await open(schema: schema, current: current, ledger: ledger)
    let rows = try StoreRows(current.store, schema: schema)
    let inputs = try inputs(current, returned.reports)
    let decisions = try request.decisions?.decisions(for: schema, inputs: inputs)
    var outcome = try resolve(
      returned.data, rows, schema, ledger, decisions ?? MergeDecisions())
    let places = [request.rules, request.current, request.map].compactMap(\.self)
    try rules?.apply(
      to: &outcome, schema: schema, current: rows, files: RuleFiles(beside: places))
    var result = Result(
      report: report(schema, outcome, returned), outcome: outcome, map: current.map,
      current: current.store,
      photos: ResultPhotos(
        schema: schema, sources: outcome.photos, packages: returned.data.map(\.package)),
      inputs: inputs)
    guard !returned.reports.allSatisfy({ $0.outcome == .refused }), let file = target.take() else {
      return result
    }
    let edits = ResultEdits(
      schema: schema, outcome: outcome, current: current.package,
      packages: returned.data.map(\.package))
    let entered = ledger.adding(returned.data, outcome, schema, at: request.now)
    result.leftOut = try await write(
      edits, entered == ledger ? nil : entered, current, into: file)
    result.isWritten = true
    return result
  }

  /// The packages that can be merged, which of all they are, and what to report of all.
  private struct Returned {
    var data: [ReturnedData] = []
    var places: [Int] = []
    var reports: [ReturnedPackageReport] = []
  }

  private func open(
    schema: MergeSchema, current: CurrentData, ledger: MergeLedger
  ) async throws -> Returned {
    var base: GeoPackageReader?
    if let path = request.base {
      let package = try OpenPackage(path: path)
      try package.check { _, _ in }
      base = package.store
    }
    let opening = ReturnedPackageOpening(
      schema: schema, currentMap: current.map, base: base, ledger: ledger,
      allowsDeletes: request.allowsDeletes)
    var returned = Returned()
    let opened = await opened(by: opening)
    for (place, package) in opened.enumerated() {
      returned.reports.append(package.report)
      guard let data = package.data else { continue }
      returned.data.append(data)
      returned.places.append(place)
    }
    try await name(&returned.data, schema, ledger)
    for (place, data) in zip(returned.places, returned.data) {
      returned.reports[place] = data.counted
    }
    return returned
  }

  /// Opens and compares the packages, as many at once as there are cores to do it on.
  private func opened(
    by opening: ReturnedPackageOpening
  ) async -> [(data: ReturnedData?, report: ReturnedPackageReport)] {
    let (paths, report) = (request.packages, self.report)
    return await withTaskGroup(
      of: (Int, (data: ReturnedData?, report: ReturnedPackageReport)).self
    ) { group in
      var opened: [Int: (data: ReturnedData?, report: ReturnedPackageReport)] = [:]
      for (place, path) in paths.enumerated() {
        if place >= Self.openedAtOnce, let (done, package) = await group.next() {
          opened[done] = package
        }
        group.addTask { (place, await opening.open(path, place: place, report: report)) }
      }
      for await (done, package) in group { opened[done] = package }
      return paths.indices.compactMap { opened[$0] }
    }
  }

  /// Each holds the pages of its check and the changes it found.
  private static let openedAtOnce = 4

  /// Names the crews, and reads the changes under their names.
  private func name(
    _ data: inout [ReturnedData], _ schema: MergeSchema, _ ledger: MergeLedger
  ) async throws {
    let packages = data.enumerated().map { place, data in
      CrewIdentities.Package(packageID: data.identity, content: data.report.content) { name in
        ChangeFingerprint(package: name).all(
          of: try await data.diff(as: name, schema, place: place).tables, in: schema)
      }
    }
    let names = try await CrewIdentities(schema: schema, ledger: ledger).names(of: packages)
    for (place, name) in names.enumerated() {
      data[place].diff = try await data[place].diff(as: name, schema, place: place)
      data[place].identity = name
    }
  }

  private func resolve(
    _ returned: [ReturnedData], _ current: StoreRows, _ schema: MergeSchema,
    _ ledger: MergeLedger, _ decisions: MergeDecisions
  ) throws -> MergeOutcome {
    let packages = try returned.enumerated().map { place, data in
      ReturnedPackage(
        identity: data.identity, changes: data.diff.tables,
        issues: data.diff.issues.map { $0.told(ofPackage: place) },
        base: try StoreRows(data.base, schema: schema),
        returned: try StoreRows(data.package.store, schema: schema), continues: true)
    }
    return try MergeResolution.merge(
      packages, into: current, schema: schema,
      decisions: decisions, merged: ledger.changes)
  }

  /// The report, in which packages go by their places in the call.
  private func report(
    _ schema: MergeSchema, _ outcome: MergeOutcome, _ returned: Returned
  ) -> MergeReport {
    let places = returned.places
    var conflicts = outcome.conflicts
    for index in conflicts.indices {
      conflicts[index].package = places[conflicts[index].package]
      conflicts[index].currentPackage = conflicts[index].currentPackage.map { places[$0] }
    }
    var issues = outcome.issues
    for index in issues.indices { issues[index].package = places[issues[index].package] }
    var reports = returned.reports
    for (place, account) in zip(places, outcome.accounts) { reports[place].account = account }
    return MergeReport(
      schema: schema, time: request.now, packages: reports, changes: outcome.changes,
      conflicts: conflicts, issues: issues, rules: outcome.rules)
  }

  /// - Parameter ledger: nil where nothing was taken in, and the same bytes are to come out.
  private func write(
    _ edits: ResultEdits, _ ledger: MergeLedger?, _ current: CurrentData,
    into target: consuming AtomicFile
  ) async throws -> [RewriteAccount.LeftOut] {
    guard let output = request.output else { return [] }
    var rewriter = GeoPackageRewriter(current.store)
    rewriter.edits = try edits.edits()
    rewriter.relations = try current.map?.relations(in: current.store) ?? []
    if let ledger {
      rewriter.metadata = [ledger.metadata]
      rewriter.lastChange = request.now
    }
    report(JobProgress(phase: "Writing", subject: output, done: 0, total: 0))
    let account = try await rewriter.write(into: &target)
    try UndoFile.write(
      beside: output, merged: FileRegion(try target.reading()),
      previous: try await previous(of: current))
    // What SQLite left beside an older store of this name would be laid over the new one.
    for suffix in ["-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: output + suffix)
    }
    try target.commit()
    return account.leftOut
  }

  /// The bytes of the current store; written anew where a log beside it holds the newest.
  private func previous(of current: CurrentData) async throws -> FileRegion {
    if let file = current.file { return file }
    var scratch = try OutputFile(scratchIn: EnvironmentValue.string("TMPDIR") ?? "/tmp")
    _ = try await GeoPackageRewriter(current.store).write(into: &scratch)
    return FileRegion(try scratch.reopen())
  }

  private func refuseInput(asTarget path: String) throws {
    guard let identity = FileIdentity(path: path) else { return }
    let inputs = request.packages + [request.current] + [request.base].compactMap(\.self)
    if inputs.contains(where: { FileIdentity(path: $0) == identity }) {
      throw PackagingError.targetIsInput(path: path)
    }
  }

  private func inputs(
    _ current: CurrentData, _ reports: [ReturnedPackageReport]
  ) throws -> String {
    var digest = SHA256()
    for text in [try current.package.contentDigest()] + reports.map(\.content) {
      digest.update(Array((text + "\n").utf8).span)
    }
    return SHA256.hex(digest.finish())
  }
}

extension MergeIssue {
  fileprivate func told(ofPackage place: Int) -> MergeIssue {
    var issue = self
    issue.package = place
    return issue
  }
}

extension MergeLedger {
  /// The ledger after a merge. Packages that brought nothing leave no trace, and the order of the
  /// others none either.
  fileprivate func adding(
    _ data: [ReturnedData], _ outcome: MergeOutcome, _ schema: MergeSchema, at time: Int64
  ) -> MergeLedger {
    let packages = data.filter { !$0.diff.isEmpty }.map { data in
      Package(
        name: data.report.name, packageID: data.report.packageID ?? data.report.content,
        content: data.report.content,
        changeCount: data.diff.tables.reduce(0) { $0 + $1.rows.count },
        identity: data.identity,
        fingerprintCount: ChangeFingerprint(package: data.identity)
          .all(of: data.diff.tables, in: schema).count)
    }
    guard !packages.isEmpty else { return self }
    var ledger = self
    ledger.merges.append(
      Merge(time: time, packages: packages.sorted { ($0.content, $0.name) < ($1.content, $1.name) })
    )
    ledger.changes.formUnion(outcome.fingerprints)
    return ledger
  }
}
