import Bytes
import FeatureData
import GeoPackage
import Packages

/// Opens the returned packages and compares each with its base.
struct MergeOpening {
  let request: MergeRequest
  let current: CurrentData
  let ledger: MergeLedger
  let report: @Sendable (JobProgress) -> Void

  /// Opens the packages. Those that can't be merged are only reported.
  ///
  /// - Parameter schema: The tables of the office data.
  func packages(_ schema: MergeSchema) async throws -> ReturnedPackages {
    OpenFileLimit.raise()
    let stores = try ReturnedStore.all(at: request.packages)
    let bases = try await OpenBases(
      request.bases, for: stores, with: request.opener, report: report)
    let opening = ReturnedPackageOpening(
      schema: schema, current: current, bases: bases, ledger: ledger,
      allowedDeletes: request.allowedDeletes, opener: request.opener)
    var returned = ReturnedPackages(schema: schema)
    async let opened = opened(stores, by: opening)
    try await bases.check()
    for (index, package) in OpenedStore.returns(try await opened).enumerated() {
      returned.reports.append(package.report)
      guard let data = package.data else { continue }
      returned.data.append(data)
      returned.schema.useGrids(of: data.package)
      returned.reportIndices.append(index)
    }
    try addAttachments(to: &returned)
    try await nameCrews(of: &returned.data, in: returned.schema)
    try await readAttachments(&returned)
    for (index, data) in zip(returned.reportIndices, returned.data) {
      returned.reports[index] = data.counted
    }
    return returned
  }

  /// Opens and compares the packages, a few at once.
  private func opened(
    _ stores: [ReturnedStore], by opening: ReturnedPackageOpening
  ) async throws -> [OpenedStore] {
    let report = self.report
    return try await withThrowingTaskGroup(of: (Int, OpenedStore).self) { group in
      var opened: [Int: OpenedStore] = [:]
      for (index, store) in stores.enumerated() {
        if index >= Self.openedAtOnce, let (done, package) = try await group.next() {
          opened[done] = package
        }
        group.addTask {
          (index, try await opening.open(store, packageIndex: index, report: report))
        }
      }
      for try await (done, package) in group { opened[done] = package }
      return stores.indices.compactMap { opened[$0] }
    }
  }

  /// How many packages are opened at once. Each needs memory for its check and its changes.
  private static let openedAtOnce = 4

  /// Finds the crews of the packages, and reads the changes again with their names.
  private func nameCrews(
    of data: inout [ReturnedData], in schema: MergeSchema
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
  private func addAttachments(to returned: inout ReturnedPackages) throws {
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
  /// fails because of what is in it.
  private func readAttachments(_ returned: inout ReturnedPackages) async throws {
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
        refused[index] = try data.report.refused(for: error, in: data.package.path)
      }
    }
    returned.leaveOut(refused)
  }
}
