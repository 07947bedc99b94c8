import Bytes
import Console
import FeatureData
import GeoPackage
import MapModel
import Merging
import OrderedJSON
import Packages
import Packaging
import Publishing

/// A returned store, compared with its base.
struct ComparedPackage: Sendable {
  /// The path, followed by the store if two stores were edited.
  var name: String
  let store: PackageStore
  let package: OpenPackage
  /// The base, and its map.
  let base: GeoPackageReader
  let map: StoredMap?
  let report: DiffReport

  private var diff: PackageDiff { report.diff }
  var schema: MergeSchema { report.schema }

  /// Compares the returned stores at a path. Of a GeoPackage and geodatabases side by side, returns
  /// the edited ones, or one if none was edited. If one of them can't be read, reports why, and
  /// returns the other one.
  ///
  /// - Parameters:
  ///   - named: the path of the data as issued; null for the base in the package.
  ///   - keys: the key fields of tables without GlobalIDs.
  ///   - timeZone: the crew's time zone; null for the map's.
  /// - Returns: the stores, and whether all of them could be read.
  /// - Throws: `PackagingError`, ``MergingError``.
  static func all(
    at path: String, base named: String?, keys: [TableKey] = [], timeZone: TimeZoneRules? = nil,
    _ terminal: Terminal
  ) async throws -> (compared: [ComparedPackage], isWhole: Bool) {
    let stores = try PackageStore.returned(at: path)
    var compared: [ComparedPackage] = []
    var failures: [any Error] = []
    for store in stores {
      do {
        compared.append(
          try await ComparedPackage(store, of: path, base: named, keys, timeZone, terminal))
      } catch {
        guard stores.count > 1, !error.isFaultOfTheMachine else { throw error }
        failures.append(error)
      }
    }
    guard !compared.isEmpty || failures.isEmpty else { throw failures[0] }
    for failure in failures {
      terminal.report(
        Explanation(of: failure, ErrorContext(output: nil, subject: path)).diagnostic)
    }
    let isWhole = failures.isEmpty
    let edited = compared.filter { !$0.diff.isEmpty }
    guard edited.count > 1 else { return (Array((edited + compared).prefix(1)), isWhole) }
    let marked = edited.map { one in
      var one = one
      one.name = "\(path) (\(one.store.rawValue))"
      return one
    }
    return (marked, isWhole)
  }

  private init(
    _ store: PackageStore, of path: String, base named: String?, _ keys: [TableKey],
    _ timeZone: TimeZoneRules?, _ terminal: Terminal
  ) async throws {
    name = path
    self.store = store
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    let opened = try await PackageOpener.building.open(store, of: path, withBase: named == nil) {
      bar.show($0)
    }
    // No row of a damaged store is used.
    let found = try await opened.checked(
      progress: { done, total in
        bar.show(JobProgress(phase: "Checking", subject: path, done: done, total: total))
      },
      while: {
        try await Self.compared(
          opened, path: path, base: named, keys: keys, timeZone)
      })
    (package, base, map, report) = (found.package, found.base, found.map, found.report)
  }

  private typealias Compared = (
    package: OpenPackage, base: GeoPackageReader, map: StoredMap?, report: DiffReport
  )

  private static func compared(
    _ opened: OpenPackage, path: String, base named: String?, keys: [TableKey],
    _ timeZone: TimeZoneRules?
  ) async throws -> Compared {
    let (package, base, map) = try await issued(opened, named)
    var schema = try MergeSchema(reading: base, map: map)
    try checkTables(of: package, path, schema)
    try schema.use(keys)
    schema.useGrids(of: package)
    schema.clock = timeZone ?? map?.clock
    schema.isOfflineCopy = package.isOfflineCopy
    try schema.addAttachments(of: package.store, to: base)
    var diff = try await PackageDiff(
      base: base, returned: package.store, schema: schema, packageID: package.packageID ?? path,
      packageIndex: 0)
    diff.useCounts(of: package.changes, in: schema)
    try diff.reportHistoryGaps(
      of: package, base: base, comparesHistories: named == nil, schema: schema, packageIndex: 0)
    return (package, base, map, DiffReport(schema: schema, diff: diff, base: base))
  }

  /// Refuses a store without any of the issued tables, which would look unedited.
  private static func checkTables(
    of package: OpenPackage, _ path: String, _ schema: MergeSchema
  ) throws {
    let names = package.store.userTables.map(\.tableName)
    let issued = schema.tables.filter { !$0.isAttachments }.map(\.name)
    guard !issued.isEmpty,
      !issued.contains(where: { one in names.contains { $0.isSameName(as: one) } })
    else { return }
    throw MergingError.noCommonTable(path: path, tables: names, expected: issued)
  }

  /// The package and its base, with the same table names, and the map.
  private static func issued(
    _ package: OpenPackage, _ named: String?
  ) async throws -> (package: OpenPackage, base: GeoPackageReader, map: StoredMap?) {
    guard let named else {
      guard let base = try package.base() else {
        throw package.isCopied
          ? MergingError.noHistory(path: package.path) : MergingError.noBase(path: package.path)
      }
      return (package, base, try package.storedMap())
    }
    let base = try await PackageOpener.building.open(
      named, preferring: package.kind
    ) { _ in }
    let areAlike = package.kind == base.kind
    if areAlike, let expected = package.packageID, let found = base.packageID,
      expected != found
    {
      throw MergingError.otherPackage(path: named, expected: expected, found: found)
    }
    let map = try package.storedMap()
    if package.isCopied || base.isCopied {
      let names = try LayerTables(
        of: package.store, map: map, in: base.store, currentMap: try base.storedMap(), byNames: true
      ).names
      let map = try base.storedMap() ?? map?.renamingTables(names)
      return (package.renamingTables(names), base.store, map)
    }
    if let map = try base.storedMap() { return (package, base.store, map) }
    // The office may have other table names than the package.
    let names = try LayerTables(of: base.store, map: nil, in: package.store, currentMap: map).names
    return (package, base.store.renamingTables(names), map)
  }
}

// MARK: Output

extension ComparedPackage {
  /// The time zone for dates.
  private var zone: TimeZoneRules { map?.clock ?? .utc }

  /// The text for people.
  func text(colored: Bool) throws -> String {
    DiffText(
      path: name, report: report,
      parents: ParentNames(
        schema, changes: report.diff.tables,
        stores: try [package.store, base].map { try StoreRows($0, schema: schema) }),
      colored: colored, timeZone: zone
    ).text
  }

  /// The changes as a file that merge reads.
  var changeFile: ChangeFileJob {
    ChangeFileJob(
      of: package, base: base, schema: schema,
      name: name.split(separator: "/").last.map(String.init) ?? name)
  }

  /// The changes as a page.
  var review: DiffReview {
    DiffReview(report: report, package: package, base: base, map: map, zone: zone)
  }

  /// Writes the members of the current JSON object.
  ///
  /// - Parameters:
  ///   - named: the path of the data as issued, if the call names it.
  ///   - output: receives the bytes as soon as they are ready.
  func write(
    to stream: inout JSONStream, base named: String?, output: ([UInt8]) throws -> Void
  ) async throws {
    let head: JSONObject = [
      "packageId": package.packageID.map { .string($0) } ?? .null,
      "base": named.map { .string($0) } ?? .null, "edited": .bool(!report.diff.isEmpty),
    ]
    for member in head.members { stream.add(member.value, key: member.key) }
    try await report.writeTables(to: &stream, output: output)
    stream.add(report.pairs, key: "pairs")
    stream.add(report.issues, key: "issues")
  }
}
