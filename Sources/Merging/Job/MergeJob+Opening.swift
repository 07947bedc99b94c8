import Bytes
import FeatureData
import GeoPackage
import Packages

extension MergeJob {
  /// The packages that can be merged, and the reports of all packages.
  struct Returned {
    /// The tables of the office data, and those that the packages add.
    var schema: MergeSchema
    var data: [ReturnedData] = []
    /// The index in ``reports`` of each of ``data``.
    var reportIndices: [Int] = []
    var reports: [ReturnedPackageReport] = []

    /// Whether any package is merged now or was merged before.
    var isMerged: Bool { !reports.allSatisfy { $0.outcome == .refused } }

    /// Removes packages that are refused after opening.
    ///
    /// - Parameter refused: the reports of these packages, by their index in ``data``.
    mutating func leaveOut(_ refused: [Int: ReturnedPackageReport]) {
      for (index, report) in refused { reports[reportIndices[index]] = report }
      let kept = data.indices.filter { refused[$0] == nil }
      (data, reportIndices) = (kept.map { data[$0] }, kept.map { reportIndices[$0] })
    }
  }

  /// Opens the packages and compares each with its base.
  func open(
    schema: MergeSchema, current: CurrentData, ledger: MergeLedger
  ) async throws -> Returned {
    let stores = ReturnedStore.all(at: request.packages)
    let bases = try await OpenBases(
      request.bases, for: stores, with: request.opener, report: report)
    let opening = ReturnedPackageOpening(
      schema: schema, current: current, bases: bases, ledger: ledger,
      allowedDeletes: request.allowedDeletes, opener: request.opener)
    var returned = Returned(schema: schema)
    async let opened = opened(stores, by: opening)
    try await bases.check()
    for (index, package) in OpenedStore.returns(await opened).enumerated() {
      returned.reports.append(package.report)
      guard let data = package.data else { continue }
      returned.data.append(data)
      returned.schema.useGrids(of: data.package)
      returned.reportIndices.append(index)
    }
    try addAttachments(to: &returned, current)
    try await nameCrews(of: &returned.data, in: returned.schema, ledger)
    await readAttachments(&returned)
    for (index, data) in zip(returned.reportIndices, returned.data) {
      returned.reports[index] = data.counted
    }
    return returned
  }

  /// Opens and compares the packages, a few at once.
  private func opened(
    _ stores: [ReturnedStore], by opening: ReturnedPackageOpening
  ) async -> [OpenedStore] {
    let report = self.report
    return await withTaskGroup(of: (Int, OpenedStore).self) { group in
      var opened: [Int: OpenedStore] = [:]
      for (index, store) in stores.enumerated() {
        if index >= Self.openedAtOnce, let (done, package) = await group.next() {
          opened[done] = package
        }
        group.addTask { (index, await opening.open(store, packageIndex: index, report: report)) }
      }
      for await (done, package) in group { opened[done] = package }
      return stores.indices.compactMap { opened[$0] }
    }
  }

  /// How many packages are opened at once. Each needs memory for its check and its changes.
  private static let openedAtOnce = 4

  /// Finds the crews of the packages, and reads the changes again with their names.
  private func nameCrews(
    of data: inout [ReturnedData], in schema: MergeSchema, _ ledger: MergeLedger
  ) async throws {
    let packages = data.enumerated().map { index, data in
      CrewIdentities.Package(packageID: data.identity, content: data.report.content) { name in
        ChangeFingerprint(package: name).all(
          of: try await data.diff(as: name, schema, packageIndex: index).tables, in: schema)
      }
    }
    let names = try await CrewIdentities(schema: schema, ledger: ledger).names(of: packages)
    for (index, name) in names.enumerated() {
      data[index].diff = try await data[index].diff(as: name, schema, packageIndex: index)
      data[index].identity = name
    }
  }

  /// Adds attachments tables that packages have, or that they need for files that rows name.
  private func addAttachments(to returned: inout Returned, _ current: CurrentData) throws {
    for data in returned.data {
      try returned.schema.addAttachments(of: data.package.store, to: current.store)
      let named = try NamedAttachment.all(
        in: data.diff.tables, of: returned.schema, files: NamedFiles(of: data.package))
      for attachment in named
      where attachment.file != nil && returned.schema.attachments(of: attachment.table) == nil {
        returned.schema.addAttachments(of: attachment.table, to: current.store)
      }
    }
    for (index, data) in returned.data.enumerated() {
      try returned.data[index].diff.add(
        tablesOf: returned.schema, base: data.base, returned: data.package.store,
        packageID: data.identity, packageIndex: index)
    }
  }

  /// Reads the attachments of all packages, a few packages at once. Refuses a package if reading
  /// fails.
  private func readAttachments(_ returned: inout Returned) async {
    let (schema, all) = (returned.schema, returned.data)
    typealias Found = Swift.Result<ReturnedAttachments, any Error>
    let results = await withTaskGroup(of: (Int, Found).self) { group in
      var results: [Int: Found] = [:]
      for (index, data) in all.enumerated() {
        if index >= Self.openedAtOnce, let (done, found) = await group.next() {
          results[done] = found
        }
        group.addTask {
          let found = Found {
            try ReturnedAttachments(
              data.diff.tables, of: data.package, base: data.base, schema: schema,
              packageIndex: index)
          }
          return (index, found)
        }
      }
      for await (done, found) in group { results[done] = found }
      return results
    }
    var refused: [Int: ReturnedPackageReport] = [:]
    for (index, found) in results {
      switch found {
      case .success(let attachments):
        returned.data[index].diff.complete(with: attachments)
        returned.data[index].report.attachments = attachments.counts
        returned.data[index].receivedAttachments = attachments.received
        returned.data[index].attachmentPaths = attachments.paths
        returned.data[index].intactAttachments = attachments.intact
        returned.data[index].truncatedAttachments = attachments.truncated
      case .failure(let error):
        let data = returned.data[index]
        refused[index] = data.report.refused(for: error, in: data.package.path)
      }
    }
    returned.leaveOut(refused)
  }
}

extension AttachmentCounts {
  /// Counts the attachments of a package that belong to a record of the result.
  mutating func count(_ attachments: [RecordKey], of package: Int, in outcome: MergeOutcome) {
    guard !attachments.isEmpty else { return }
    var outcomes: [RecordKey: PackageAccount.ChangeOutcome] = [:]
    for entry in outcome.accounts[package].entries {
      outcomes[RecordKey(table: entry.table, globalID: entry.id)] = entry.outcome
    }
    var present: Set<RecordKey> = []
    for changes in outcome.changes {
      for change in changes.rows where change.after != nil {
        present.insert(RecordKey(table: changes.table, globalID: change.id))
      }
    }
    let awaited = Set(
      outcome.attachments.filter { $0.waiting != nil }.map {
        RecordKey(table: $0.table, globalID: $0.id)
      })
    for attachment in attachments {
      switch outcomes[attachment] {
      case .same, .duplicate, .alreadyMerged:
        linked += 1
        if !awaited.contains(attachment) { duplicate += 1 }
      case .applied, .merged, .withParent, .conflict, .overruled, .restored, .refusedField,
        .refused, .decided, nil:
        if present.contains(attachment) { linked += 1 }
      }
    }
  }
}
