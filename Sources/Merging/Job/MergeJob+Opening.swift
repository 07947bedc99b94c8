import Bytes
import FeatureData
import GeoPackage
import Packaging

extension MergeJob {
  /// The packages that can be merged, which of all they are, and what to report of all.
  struct Returned {
    /// The tables of the current data, and those the packages add.
    var schema: MergeSchema
    var data: [ReturnedData] = []
    var places: [Int] = []
    var reports: [ReturnedPackageReport] = []

    /// Whether any is taken, or was before.
    var isMerged: Bool { !reports.allSatisfy { $0.outcome == .refused } }

    /// Leaves out packages that turn out not to be believed.
    ///
    /// - Parameter refused: the reports of those left out, by their places in ``data``.
    mutating func leaveOut(_ refused: [Int: ReturnedPackageReport]) {
      for (place, report) in refused { reports[places[place]] = report }
      let kept = data.indices.filter { refused[$0] == nil }
      (data, places) = (kept.map { data[$0] }, kept.map { places[$0] })
    }
  }

  /// Opens the packages and compares each with its base.
  func open(
    schema: MergeSchema, current: CurrentData, ledger: MergeLedger
  ) async throws -> Returned {
    let stores = ReturnedStore.all(at: request.packages)
    let bases = try await OpenBases(request.bases, for: stores, report: report)
    let opening = ReturnedPackageOpening(
      schema: schema, current: current, bases: bases, ledger: ledger,
      allowedDeletes: request.allowedDeletes)
    var returned = Returned(schema: schema)
    async let opened = opened(stores, by: opening)
    try await bases.check()
    for (place, package) in OpenedStore.returns(await opened).enumerated() {
      returned.reports.append(package.report)
      guard let data = package.data else { continue }
      returned.data.append(data)
      returned.schema.useGrids(of: data.package)
      returned.places.append(place)
    }
    try addAttachments(to: &returned, current)
    try await name(&returned.data, returned.schema, ledger)
    await takePhotos(&returned)
    for (place, data) in zip(returned.places, returned.data) {
      returned.reports[place] = data.counted
    }
    return returned
  }

  /// Opens and compares the packages, as many at once as there are cores to do it on.
  private func opened(
    _ stores: [ReturnedStore], by opening: ReturnedPackageOpening
  ) async -> [OpenedStore] {
    let report = self.report
    return await withTaskGroup(of: (Int, OpenedStore).self) { group in
      var opened: [Int: OpenedStore] = [:]
      for (place, store) in stores.enumerated() {
        if place >= Self.openedAtOnce, let (done, package) = await group.next() {
          opened[done] = package
        }
        group.addTask { (place, await opening.open(store, place: place, report: report)) }
      }
      for await (done, package) in group { opened[done] = package }
      return stores.indices.compactMap { opened[$0] }
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
          of: try await data.diff(as: name, schema, packageIndex: place).tables, in: schema)
      }
    }
    let names = try await CrewIdentities(schema: schema, ledger: ledger).names(of: packages)
    for (place, name) in names.enumerated() {
      data[place].diff = try await data[place].diff(as: name, schema, packageIndex: place)
      data[place].identity = name
    }
  }

  /// Adds the attachments tables that packages bring, or need for photos that rows name.
  private func addAttachments(to returned: inout Returned, _ current: CurrentData) throws {
    for data in returned.data {
      try returned.schema.addAttachments(of: data.package.store, to: current.store)
      let named = try NamedPhoto.all(
        in: data.diff.tables, of: returned.schema, files: NamedFiles(of: data.package))
      for photo in named
      where photo.file != nil && returned.schema.attachments(of: photo.table) == nil {
        returned.schema.addAttachments(of: photo.table, to: current.store)
      }
    }
    for (place, data) in returned.data.enumerated() {
      try returned.data[place].diff.add(
        tablesOf: returned.schema, base: data.base, returned: data.package.store,
        packageID: data.identity, packageIndex: place)
    }
  }

  /// Takes in the photos of the packages, of some at once: all of them are read. A package with one
  /// that is damaged is refused.
  private func takePhotos(_ returned: inout Returned) async {
    let (schema, all) = (returned.schema, returned.data)
    typealias Found = Swift.Result<ReturnedPhotos, any Error>
    let photos = await withTaskGroup(of: (Int, Found).self) { group in
      var photos: [Int: Found] = [:]
      for (place, data) in all.enumerated() {
        if place >= Self.openedAtOnce, let (done, found) = await group.next() {
          photos[done] = found
        }
        group.addTask {
          let found = Found {
            try ReturnedPhotos(
              data.diff.tables, of: data.package, base: data.base, schema: schema, place: place)
          }
          return (place, found)
        }
      }
      for await (done, found) in group { photos[done] = found }
      return photos
    }
    var refused: [Int: ReturnedPackageReport] = [:]
    for (place, found) in photos {
      switch found {
      case .success(let photos):
        returned.data[place].diff.complete(with: photos)
        returned.data[place].report.photos = photos.account
        returned.data[place].receivedAttachments = photos.arrived
        returned.data[place].attachmentPaths = photos.paths
        returned.data[place].completePhotos = photos.whole
        returned.data[place].truncatedPhotos = photos.cut
      case .failure(let error):
        let data = returned.data[place]
        refused[place] = data.report.refused(for: error, in: data.package.path)
      }
    }
    returned.leaveOut(refused)
  }
}

extension PhotoAccount {
  /// Counts the photos of a package that belong to a record of the result.
  mutating func count(_ photos: [RecordKey], of package: Int, in outcome: MergeOutcome) {
    guard !photos.isEmpty else { return }
    var fates: [RecordKey: PackageAccount.Fate] = [:]
    for entry in outcome.accounts[package].entries {
      fates[RecordKey(table: entry.table, globalID: entry.id)] = entry.fate
    }
    var standing: Set<RecordKey> = []
    for changes in outcome.changes {
      for change in changes.rows where change.after != nil {
        standing.insert(RecordKey(table: changes.table, globalID: change.id))
      }
    }
    let awaited = Set(
      outcome.photos.filter { $0.waiting != nil }.map {
        RecordKey(table: $0.table, globalID: $0.id)
      })
    for photo in photos {
      switch fates[photo] {
      case .same, .duplicate, .alreadyMerged:
        linked += 1
        if !awaited.contains(photo) { duplicate += 1 }
      default:
        if standing.contains(photo) { linked += 1 }
      }
    }
  }
}
