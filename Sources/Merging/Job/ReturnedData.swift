import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import MapModel
import Packaging
import SQLiteFile
import ZIPArchive

/// A returned package that can be believed, with the data as it was issued.
struct ReturnedData: Sendable {
  let package: OpenPackage
  let base: GeoPackageReader
  /// Whether the base is what it brought itself.
  let hasOwnBase: Bool
  /// Tells its crew from others; see ``CrewIdentities``.
  var identity: String
  /// The clocks by which its times without a zone are read; nil where nobody tells.
  let clock: TimeZoneRules?
  var diff: PackageDiff
  var report: ReturnedPackageReport
  /// The tables whose changed rows cannot be found in the current data, each with the reason.
  var refusedTables: [Int: String] = [:]
  /// The rows of its photos whose bytes came, and the paths of those that are files.
  var receivedAttachments: [RecordKey] = []
  var attachmentPaths: [RecordKey: String] = [:]
  /// The rows whose new photo is a whole picture, and those whose new photo is cut short.
  var completePhotos: Set<RecordKey> = []
  var truncatedPhotos: Set<RecordKey> = []
}

/// Why a package is not merged.
struct RefusedPackage: Error {
  var refusal: ReturnedPackageReport.Refusal
  var message: String
}

/// Opens returned packages for a merge, and refuses those that cannot be believed.
struct ReturnedPackageOpening: Sendable {
  let schema: MergeSchema
  let current: CurrentData
  let bases: OpenBases
  let ledger: MergeLedger
  let allowedDeletes: [MergeRequest.AllowedDeletes]

  /// Opens a package and compares it with its base.
  ///
  /// - Parameter place: in the call.
  /// - Returns: the data; without them, the report of a package that is refused or was merged
  ///   before.
  func open(
    _ source: ReturnedStore, place: Int, report: @escaping @Sendable (JobProgress) -> Void
  ) async -> OpenedStore {
    var about = ReturnedPackageReport(name: source.fileName)
    do {
      let data = try await open(source, place, &about, report)
      return OpenedStore(source: source, data: data, report: about)
    } catch {
      return OpenedStore(
        source: source, data: nil, report: about.refused(for: error, in: source.path))
    }
  }

  private func open(
    _ source: ReturnedStore, _ place: Int, _ about: inout ReturnedPackageReport,
    _ report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> ReturnedData? {
    let name = about.name
    let opened = try await opened(source, report)
    let map = try opened.storedMap()
    let package = try opened.calling(tables(of: opened.store, map, like: opened).names)
    about.packageID = package.packageID
    let (content, read) = try await package.checked(
      progress: { done, total in
        report(JobProgress(phase: "Checking", subject: name, done: done, total: total))
      },
      while: { () async throws -> (String, Read?) in
        let content = try package.contentDigest()
        if ledger.holds(content: content) { return (content, nil) }
        return (content, try await self.read(package, source, content, place))
      })
    about.content = content
    guard let read else {
      about.outcome = .alreadyMerged
      return nil
    }
    try checkDeletes(of: read.diff, source)
    return ReturnedData(
      package: package, base: read.base.store, hasOwnBase: read.base.isOwn,
      identity: about.packageID ?? content, clock: read.clock, diff: read.diff, report: about,
      refusedTables: try RowMatching(
        schema: schema, base: read.base.store, current: current.store
      ).refusals(of: read.diff))
  }

  /// What tables are called in the current data: of what was never ours also by their names.
  private func tables(
    of store: GeoPackageReader, _ map: StoredMap?, like package: OpenPackage
  ) throws -> LayerTables {
    try LayerTables(
      of: store, map: map, in: current.store, current.map,
      byNames: package.form == .geodatabase || current.package.form == .geodatabase)
  }

  /// Opens a store with the base it brings, unless a base is named for it alone. A geodatabase
  /// whose history cannot be read is opened without, where a base is named for all.
  private func opened(
    _ source: ReturnedStore, _ report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> OpenPackage {
    let isNamed = bases.own(of: source) != nil
    do {
      return try await OpenPackage.returned(
        source.store, path: source.path, withBase: !isNamed, report: report)
    } catch PackagingError.geodatabase(.generation) where bases.common(for: source) != nil {
      return try await OpenPackage.returned(
        source.store, path: source.path, withBase: false, report: report)
    }
  }

  /// The data as issued, and what was changed since.
  private struct Read: Sendable {
    let base: Base
    let clock: TimeZoneRules?
    let diff: PackageDiff
  }

  /// The data as issued.
  private struct Base: Sendable {
    let store: GeoPackageReader
    /// Whether the package brought it.
    let isOwn: Bool
  }

  private func read(
    _ package: OpenPackage, _ source: ReturnedStore, _ content: String, _ place: Int
  ) async throws -> Read {
    try checkMap(of: package)
    guard let base = try base(of: package, source) else {
      throw RefusedPackage(
        refusal: .noBase,
        message: package.form == .geodatabase
          ? "it is no replica, which would keep its data as issued; name them with --base"
          : "it does not bring its data as issued; name it with --base")
    }
    if package.form == .geodatabase { try checkRows(of: base.store) }
    var schema = schema
    schema.useGrids(of: package)
    schema.isOfflineCopy = package.isOfflineCopy
    if schema.clock == nil {
      schema.clock = try package.storedMap()?.clock
    }
    if let named = bases.own(of: source) ?? bases.common(for: source), !base.isOwn {
      schema.useGrids(of: named)
    }
    var diff = try await PackageDiff(
      base: base.store, returned: package.store, schema: schema,
      packageID: package.packageID ?? content, packageIndex: place)
    try diff.noteHistories(
      of: package, base: base.store, comparesHistories: base.isOwn, schema: schema,
      packageIndex: place)
    return Read(base: base, clock: schema.clock, diff: diff)
  }

  /// The data as issued: what is named for this package, else what it brings, else what is named
  /// for all. Its tables may go by the names of the package or by those of the current data.
  private func base(
    of package: OpenPackage, _ source: ReturnedStore
  ) throws -> Base? {
    if bases.own(of: source) == nil, let own = try package.base() {
      return Base(store: try calling(own, of: package), isOwn: true)
    }
    guard let named = bases.own(of: source) ?? bases.common(for: source) else { return nil }
    try checkPackage(of: named, is: package)
    return Base(store: try calling(named.store, of: named), isOwn: false)
  }

  private func calling(
    _ base: GeoPackageReader, of package: OpenPackage
  ) throws -> GeoPackageReader {
    base.calling(try tables(of: base, try package.storedMap(), like: package).names)
  }

  /// The base of another package may cover another area: what it has more would seem deleted, and
  /// what it lacks would seem added.
  private func checkPackage(of base: OpenPackage, is package: OpenPackage) throws {
    guard (package.form == .geodatabase) == (base.form == .geodatabase),
      let expected = package.packageID, let found = base.packageID,
      !expected.utf8.elementsEqual(found.utf8)
    else { return }
    throw RefusedPackage(
      refusal: .otherBase,
      message: "\(base.path) is package \(found), and this is package \(expected)")
  }

  /// A geodatabase of other data may have tables and layers of the same names, and none of the rows.
  private func checkRows(of base: GeoPackageReader) throws {
    let theirs = try StoreRows(base, schema: schema)
    let ours = try StoreRows(current.store, schema: schema)
    var count = 0
    for table in schema.tables.indices where !schema.tables[table].isAttachments {
      for id in try theirs.identitiesByRowID(table).values {
        if try ours.rowid(table, of: id) != nil { return }
        count += 1
      }
    }
    guard count > 0 else { return }
    throw RefusedPackage(
      refusal: .otherMap,
      message: "none of its \(count) rows as issued is in the current data, by their GlobalIDs")
  }

  /// A package of another map has none of the tables, or says so.
  private func checkMap(of package: OpenPackage) throws {
    let names = package.store.userTables.map(\.tableName)
    guard schema.tables.contains(where: { table in names.contains(where: table.name.isSameName) })
    else {
      let ours = schema.tables.filter { !$0.isAttachments }.map(\.name)
      throw RefusedPackage(
        refusal: .otherMap,
        message: "it has none of the tables of the current data: its are "
          + "\(MergingError.list(names)), those of the data \(MergingError.list(ours))"
          + (current.map == nil ? "; --map MAP tells which tables are of one layer" : ""))
    }
    // The map of a geodatabase may be made up.
    guard package.form != .geodatabase, current.package.form != .geodatabase,
      let theirs = try package.storedMap(), let ours = current.map,
      !theirs.title.isSameName(as: ours.title),
      !theirs.tables.contains(where: { one in
        ours.tables.contains { $0.layer.id.isSameName(as: one.layer.id) }
      })
    else { return }
    throw RefusedPackage(
      refusal: .otherMap, message: "it is of the map \(theirs.title), not \(ours.title)")
  }

  /// An app that lost rows looks like a crew that deleted them.
  private func checkDeletes(of diff: PackageDiff, _ source: ReturnedStore) throws {
    for (changes, counts) in zip(diff.tables, diff.rowCounts)
    where !allowsDeletes(of: schema.tables[changes.table], source) {
      let deleted = changes.rows.count { $0.action == .delete }
      guard deleted >= MergeRequest.fewestSuspectDeletes,
        deleted * 100 > counts.base * MergeRequest.largestShareOfDeletes
      else { continue }
      throw RefusedPackage(
        refusal: .deleteBurst,
        message: "\(deleted) of \(counts.base) rows of \(schema.tables[changes.table].title) are "
          + "gone; if the crew deleted them, allow it with --allow-deletes "
          + "\(source.fileName):\(schema.tables[changes.table].name)")
    }
  }

  private func allowsDeletes(of table: MergeTable, _ source: ReturnedStore) -> Bool {
    allowedDeletes.contains { allowed in
      let isPackage =
        allowed.package.map { name in
          [source.path, source.fileName].contains { $0.utf8.elementsEqual(name.utf8) }
        } ?? true
      let isTable =
        allowed.table.map { table.name.isSameName(as: $0) || table.title.isSameName(as: $0) }
        ?? true
      return isPackage && isTable
    }
  }
}

extension ReturnedPackageReport {
  /// The report of a package that is not merged, because of an error.
  func refused(for error: any Error, in path: String) -> ReturnedPackageReport {
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

  /// What is wrong, without the package's own path in front: that is told anyway.
  private static func message(of error: any Error, in path: String) -> String {
    var text = Substring("\(error)")
    let heads = [path + ": ", "./" + path + ": "]
    while let head = heads.first(where: text.hasPrefix) { text = text.dropFirst(head.count) }
    return String(text)
  }

  private static func refusal(for error: any Error) -> Refusal {
    switch error {
    case MergingError.spatialReferenceChanged: .spatialReference
    case MergingError.store(_, .viewNotTable(_)): .viewForTable
    case is MergingError: .corrupt
    case let error as PackagingError: refusal(for: error)
    default: .unreadable
    }
  }

  private static func refusal(for error: PackagingError) -> Refusal {
    switch error {
    case .reading(_, let inner): refusal(for: inner)
    case .geodatabase(.database(let inner)): refusal(for: .geoPackage(.database(inner)))
    case .notAPackage, .mapUnreadable, .notAWebMap, .archive(.notAnArchive(_)),
      .geoPackage(.notAGeoPackage(_, _)),
      .geoPackage(.database(.notADatabase(_))):
      .notAPackage
    case .geoPackage(.database(.fileTooShort(_, _))), .file(.truncated(_, _, _)),
      .file(.fileTruncated(_, _, _, _)):
      .truncated
    case .archive, .damaged, .geoPackage, .geodatabase(.noTime), .geodatabase(.objectIDTwice):
      .corrupt
    case .geodatabase(.generation): .noBase
    case .geodatabase(.delta): .delta
    default: .unreadable
    }
  }
}

extension ReturnedData {
  /// The changes as they read under the name of a crew.
  func diff(as name: String, _ schema: MergeSchema, place: Int) async throws -> PackageDiff {
    guard !name.utf8.elementsEqual(identity.utf8) else { return diff }
    var schema = schema
    schema.clock = clock
    schema.isOfflineCopy = package.isOfflineCopy
    var diff = try await PackageDiff(
      base: base, returned: package.store, schema: schema, packageID: name, packageIndex: place)
    try diff.noteHistories(
      of: package, base: base, comparesHistories: hasOwnBase, schema: schema, packageIndex: place)
    return diff
  }

  /// The report, with its changes counted.
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
