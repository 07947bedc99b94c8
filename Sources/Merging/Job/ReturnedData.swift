import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import MapModel
import OrderedJSON
import Packages
import Records
import SQLiteFile
import ZIPArchive

/// A returned package that passed all checks, with the data as issued.
struct ReturnedData: Sendable {
  let package: OpenPackage
  let base: GeoPackageReader
  /// Whether the base comes from the package itself.
  let hasOwnBase: Bool
  /// Identifies its crew; see ``CrewIdentities``.
  var identity: String
  /// The time zone of its times without a zone; nil if unknown.
  let clock: TimeZoneRules?
  var diff: PackageDiff
  var report: ReturnedPackageReport
  /// The tables with changed rows that cannot be matched with the office data, with the reason.
  var refusedTables: [Int: String] = [:]
  /// The attachments with bytes in the package, and the paths of those that are files.
  var receivedAttachments: [RecordKey] = []
  var attachmentPaths: [RecordKey: String] = [:]
  /// The rows with a new complete picture, and those with a new truncated picture.
  var intactAttachments: Set<RecordKey> = []
  var truncatedAttachments: Set<RecordKey> = []
}

/// Why a package is refused.
struct RefusedPackage: Error {
  var refusal: ReturnedPackageReport.Refusal
  var message: String
}

/// Opens and checks returned packages for a merge. Refuses a package that fails a check.
struct ReturnedPackageOpening: Sendable {
  let schema: MergeSchema
  let current: CurrentData
  let bases: OpenBases
  let ledger: MergeLedger
  let allowedDeletes: [MergeRequest.AllowedDeletes]
  let opener: PackageOpener

  /// Opens a package and compares it with its base.
  ///
  /// - Parameter packageIndex: the index of the package in the call.
  /// - Returns: the package, or only its report if it is refused or was merged before.
  /// - Throws: faults of the machine, which say nothing about the package.
  func open(
    _ source: ReturnedStore, packageIndex: Int, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> OpenedStore {
    var about = ReturnedPackageReport(name: source.fileName)
    do {
      let data = try await open(
        source, packageIndex: packageIndex, about: &about, report: report)
      return OpenedStore(source: source, data: data, report: about)
    } catch {
      return OpenedStore(
        source: source, data: nil, report: try about.refused(for: error, in: source.path))
    }
  }

  private func open(
    _ source: ReturnedStore, packageIndex: Int, about: inout ReturnedPackageReport,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> ReturnedData? {
    let opened = try await opened(source, report)
    if let changes = opened.changes { about.name = changes.name }
    let name = about.name
    let map = try opened.storedMap()
    let package = try opened.renamingTables(tables(of: opened.store, map, like: opened).names)
    about.packageID = package.packageID
    let (content, read) = try await package.checked(
      progress: { done, total in
        report(JobProgress(phase: "Checking", subject: name, done: done, total: total))
      },
      while: { () async throws -> (String, Read?) in
        let content = try package.contentDigest()
        if ledger.holds(content: content) { return (content, nil) }
        return (
          content,
          try await self.read(
            package, map, from: source, content: content, packageIndex: packageIndex)
        )
      })
    about.content = content
    guard let read else {
      about.outcome = .alreadyMerged
      return nil
    }
    try checkDeletes(of: read.diff, source, name)
    return ReturnedData(
      package: package, base: read.base.store, hasOwnBase: read.base.isOwn,
      identity: about.packageID ?? content, clock: read.clock, diff: read.diff, report: about,
      refusedTables: try RowMatching(
        schema: schema, base: read.base.store, current: current.store
      ).refusals(of: read.diff))
  }

  /// The names of the tables in the office data. Geodatabases are also matched by table names.
  private func tables(
    of store: GeoPackageReader, _ map: StoredMap?, like package: OpenPackage
  ) throws -> LayerTables {
    try LayerTables(
      of: store, map: map, in: current.store, currentMap: current.map,
      byNames: package.isCopied || current.package.isCopied)
  }

  /// Opens a store with its own base, unless a base is named for it. If the history of a
  /// geodatabase cannot be read and a base is named for all packages, it is opened without its
  /// history.
  private func opened(
    _ source: ReturnedStore, _ report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> OpenPackage {
    if let problem = source.problem { throw problem }
    let isNamed = bases.specific(to: source) != nil
    do {
      return try await opener.open(
        source.store, of: source.path, withBase: !isNamed, report: report)
    } catch GeodatabaseError.generation where bases.common(for: source) != nil {
      return try await opener.open(
        source.store, of: source.path, withBase: false, report: report)
    }
  }

  /// The data as issued, and the changes since.
  private struct Read: Sendable {
    let base: Base
    let clock: TimeZoneRules?
    let diff: PackageDiff
  }

  /// The data as issued.
  private struct Base: Sendable {
    let store: GeoPackageReader
    /// Whether it comes from the package itself.
    let isOwn: Bool
  }

  /// - Parameter map: the package's map, which is read once because it may be large.
  private func read(
    _ package: OpenPackage, _ map: StoredMap?, from source: ReturnedStore, content: String,
    packageIndex: Int
  ) async throws -> Read {
    try checkMap(map, of: package)
    try checkLinks(of: package)
    guard let base = try base(of: package, map, source) else {
      throw RefusedPackage(
        refusal: .noBase,
        message: package.isCopied
          ? "it is a plain geodatabase and does not contain the data as issued; name that with "
            + "--base"
          : "it does not contain the data as issued; name that with --base")
    }
    if package.isCopied { try checkRows(of: base.store, package.changes) }
    var schema = schema
    schema.useGrids(of: package)
    schema.isOfflineCopy = package.isOfflineCopy
    if schema.clock == nil {
      schema.clock = map?.clock
    }
    if let named = bases.specific(to: source) ?? bases.common(for: source), !base.isOwn {
      schema.useGrids(of: named)
    }
    var diff = try await PackageDiff(
      base: base.store, returned: package.store, schema: schema,
      packageID: package.packageID ?? content, packageIndex: packageIndex)
    diff.useCounts(of: package.changes, in: schema)
    try diff.reportHistoryGaps(
      of: package, base: base.store, comparesHistories: base.isOwn, schema: schema,
      packageIndex: packageIndex)
    return Read(base: base, clock: schema.clock, diff: diff)
  }

  /// The data as issued: named for this package, else the package's own, else named for all. Its
  /// tables may have the names of the package or of the office data.
  private func base(
    of package: OpenPackage, _ map: StoredMap?, _ source: ReturnedStore
  ) throws -> Base? {
    if bases.specific(to: source) == nil, let own = try package.base() {
      return Base(store: try renamingTables(own, of: package, map), isOwn: true)
    }
    guard let named = bases.specific(to: source) ?? bases.common(for: source) else { return nil }
    try checkPackage(of: named, is: package)
    return Base(
      store: try renamingTables(named.store, of: named, try named.storedMap()), isOwn: false)
  }

  private func renamingTables(
    _ base: GeoPackageReader, of package: OpenPackage, _ map: StoredMap?
  ) throws -> GeoPackageReader {
    base.renamingTables(try tables(of: base, map, like: package).names)
  }

  /// Refuses the base of another package. It may cover another area, so its extra records would
  /// seem deleted and its missing records added.
  private func checkPackage(of base: OpenPackage, is package: OpenPackage) throws {
    guard package.kind == base.kind,
      let expected = package.packageID, let found = base.packageID,
      !expected.utf8.elementsEqual(found.utf8)
    else { return }
    throw RefusedPackage(
      refusal: .otherBase,
      message: "its base \(base.path) is of package \(found), but this is package \(expected)")
  }

  /// Refuses a change file that lacks the related records of a link. It follows the links of its own
  /// package, and the office data may have others.
  private func checkLinks(of package: OpenPackage) throws {
    guard let changes = package.changes else { return }
    for link in ChangeFile.Link.all(of: schema)
    where changes.table(named: link.origin) != nil && changes.table(named: link.destination) != nil
      && !changes.links.contains(where: link.isSame)
    {
      throw RefusedPackage(
        refusal: .changesIncomplete,
        message:
          "\(link.destination) refers to \(link.origin) by \(link.field) in the office data, "
          + "but not in the change file; merge the package itself")
    }
  }

  /// Refuses a geodatabase without any row of the office data. Geodatabases of other data may have
  /// the same table names.
  private func checkRows(of base: GeoPackageReader, _ changes: ChangeFile?) throws {
    let theirs = try StoreRows(base, schema: schema)
    let ours = try StoreRows(current.store, schema: schema)
    var count = 0
    for table in schema.tables.indices where !schema.tables[table].isAttachments {
      let listed = changes?.table(named: schema.tables[table].name)?.identities
      for id in try listed ?? Array(theirs.identitiesByRowID(table).values) {
        if try ours.rowid(table, of: id) != nil { return }
        count += 1
      }
    }
    guard count > 0 else { return }
    throw RefusedPackage(
      refusal: .otherMap,
      message: count == 1
        ? "the office data has no record with the GlobalID of its 1 record as issued"
        : "the office data has no record with a GlobalID of its \(count) records as issued")
  }

  /// Refuses a package of another map: it has none of the tables, or its map has another title and
  /// other layers.
  private func checkMap(_ map: StoredMap?, of package: OpenPackage) throws {
    let names = package.store.userTables.map(\.tableName)
    guard schema.tables.contains(where: { table in names.contains(where: table.name.isSameName) })
    else {
      let ours = schema.tables.filter { !$0.isAttachments }.map(\.name)
      throw RefusedPackage(
        refusal: .otherMap,
        message: "it has none of the tables of the office data: it has "
          + "\(MergingError.list(names)), expected \(MergingError.list(ours))"
          + (current.map == nil ? "; name the map with --map to match tables by layer" : ""))
    }
    // The map of a geodatabase may be derived from its tables.
    guard !package.isCopied, !current.package.isCopied,
      let theirs = map, let ours = current.map,
      !theirs.title.isSameName(as: ours.title),
      !theirs.tables.contains(where: { one in
        ours.tables.contains { $0.layer.id.isSameName(as: one.layer.id) }
      })
    else { return }
    throw RefusedPackage(
      refusal: .otherMap, message: "its map is \(theirs.title), expected \(ours.title)")
  }

  /// Refuses a package with too many deletions. An app that lost rows looks like a crew that
  /// deleted them.
  ///
  /// - Parameter name: the name of the package that a change file was made from.
  private func checkDeletes(
    of diff: PackageDiff, _ source: ReturnedStore, _ name: String
  ) throws {
    for (changes, counts) in zip(diff.tables, diff.rowCounts)
    where !allowsDeletes(of: schema.tables[changes.table], source, name) {
      let deleted = changes.rows.count { $0.action == .delete }
      guard deleted >= MergeRequest.fewestSuspectDeletes,
        deleted * 100 > counts.base * MergeRequest.largestShareOfDeletes
      else { continue }
      throw RefusedPackage(
        refusal: .deleteBurst,
        message: "\(deleted) of \(counts.base) records of \(schema.tables[changes.table].title) "
          + "are missing; if the crew deleted them, allow it with --allow-deletes "
          + "\(name):\(schema.tables[changes.table].name)")
    }
  }

  private func allowsDeletes(
    of table: MergeTable, _ source: ReturnedStore, _ issuedName: String
  ) -> Bool {
    allowedDeletes.contains { allowed in
      let isPackage =
        allowed.package.map { name in
          [source.path, source.fileName, issuedName].contains { $0.utf8.elementsEqual(name.utf8) }
        } ?? true
      let isTable =
        allowed.table.map { table.name.isSameName(as: $0) || table.title.isSameName(as: $0) }
        ?? true
      return isPackage && isTable
    }
  }
}

extension ReturnedPackageReport {
  /// The report of a package that is refused because of an error.
  ///
  /// - Throws: the error itself if the machine is at fault.
  func refused(for error: any Error, in path: String) throws -> ReturnedPackageReport {
    guard !error.isFaultOfTheMachine else { throw error }
    var refused = self
    refused.outcome = .refused
    if let error = error as? RefusedPackage {
      (refused.refusal, refused.message) = (error.refusal, error.message)
    } else {
      refused.refusal = Self.refusal(for: error)
      refused.message = Self.message(of: error, in: path)
    }
    return refused
  }

  /// The error's text without the package's path, which is printed anyway.
  private static func message(of error: any Error, in path: String) -> String {
    var text = Substring("\(error)")
    let heads = [path + ": ", "./" + path + ": "]
    while let head = heads.first(where: text.hasPrefix) { text = text.dropFirst(head.count) }
    return String(text)
  }

  private static func refusal(for error: any Error) -> Refusal {
    switch error {
    case let error as LocatedError: refusal(for: error.reason)
    case MergingError.spatialReferenceChanged: .spatialReference
    case PackagingError.copiesUnclear: .copiesUnclear
    case GeoPackageError.viewNotTable: .viewForTable
    case PackagingError.notAPackage, is JSONError, is MapModelError, ZIPArchiveError.notAnArchive,
      GeoPackageError.notAGeoPackage, SQLiteFileError.notADatabase:
      .notAPackage
    case SQLiteFileError.fileTooShort, BytesError.truncated, BytesError.fileTruncated: .truncated
    case GeodatabaseError.generation: .noBase
    case GeodatabaseError.delta: .delta
    case is MergingError, is ZIPArchiveError, is GeoPackageError, is SQLiteFileError,
      GeodatabaseError.noTime, GeodatabaseError.objectIDTwice, PackagingError.damaged:
      .corrupt
    default: .unreadable
    }
  }
}

extension ReturnedData {
  /// What the checks read of it.
  var checked: CheckedReturn {
    CheckedReturn(name: report.name, package: package, base: base, diff: diff)
  }

  /// The changes, given the name of a crew.
  func diff(as name: String, _ schema: MergeSchema, packageIndex: Int) async throws -> PackageDiff {
    guard !name.utf8.elementsEqual(identity.utf8) else { return diff }
    var schema = schema
    schema.clock = clock
    schema.isOfflineCopy = package.isOfflineCopy
    var diff = try await PackageDiff(
      base: base, returned: package.store, schema: schema, packageID: name,
      packageIndex: packageIndex)
    try diff.reportHistoryGaps(
      of: package, base: base, comparesHistories: hasOwnBase, schema: schema,
      packageIndex: packageIndex)
    return diff
  }

  /// The report with the number of changes.
  var counted: ReturnedPackageReport {
    var counted = report
    for table in diff.tables {
      counted.added += table.rows.count { $0.action == .insert }
      counted.updated += table.rows.count { $0.action == .update }
      counted.deleted += table.rows.count { $0.action == .delete }
    }
    counted.addedPairs = diff.pairs.reduce(0) { $0 + $1.added.count }
    counted.removedPairs = diff.pairs.reduce(0) { $0 + $1.removed.count }
    return counted
  }
}
