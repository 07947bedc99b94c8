import Console
import FeatureData
import GeoPackage
import MapModel
import Merging
import OrderedJSON
import Packaging
import Publishing

/// A store of what came back, compared with the data as issued.
struct ComparedPackage: Sendable {
  /// How it is called: by its path, and where two stores were edited, by the store.
  var name: String
  let store: PackageStore
  let package: OpenPackage
  /// The data as issued, and the map that tells of them.
  let base: GeoPackageReader
  let map: StoredMap?
  let report: DiffReport

  private var diff: PackageDiff { report.diff }
  var schema: MergeSchema { report.schema }

  /// Compares what came back under a path: of a GeoPackage and geodatabases side by side those that
  /// were edited, else one.
  ///
  /// - Parameters:
  ///   - named: the path of the data as issued; nil for what the package brings.
  ///   - keys: the fields that tell rows apart in tables without GlobalIDs.
  ///   - timeZone: the crew's clock; nil for the map's.
  /// - Throws: `PackagingError`, ``MergingError``.
  static func all(
    at path: String, base named: String?, keys: [TableKey] = [], timeZone: TimeZoneRules? = nil,
    _ terminal: Terminal
  ) async throws -> [ComparedPackage] {
    let stores = try OpenPackage.returnedStores(at: path)
    var compared: [ComparedPackage] = []
    for store in stores {
      compared.append(
        try await ComparedPackage(store, of: path, base: named, keys, timeZone, terminal))
    }
    guard compared.count > 1 else { return compared }
    let edited = compared.filter { !$0.diff.isEmpty }
    guard edited.count > 1 else { return Array((edited + compared).prefix(1)) }
    return edited.map { one in
      var one = one
      one.name = "\(path) (\(one.store.rawValue))"
      return one
    }
  }

  private init(
    _ store: PackageStore, of path: String, base named: String?, _ keys: [TableKey],
    _ timeZone: TimeZoneRules?, _ terminal: Terminal
  ) async throws {
    name = path
    self.store = store
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    let opened = try await OpenPackage.returned(store, path: path, withBase: named == nil) {
      bar.show($0)
    }
    // Of no store that is damaged a row is believed.
    let found = try await opened.checked(
      progress: { done, total in
        bar.show(JobProgress(phase: "Checking", subject: path, done: done, total: total))
      },
      while: { try await Self.compared(opened, path, with: named, keys, timeZone) })
    (package, base, map, report) = (found.package, found.base, found.map, found.report)
  }

  private typealias Compared = (
    package: OpenPackage, base: GeoPackageReader, map: StoredMap?, report: DiffReport
  )

  private static func compared(
    _ opened: OpenPackage, _ path: String, with named: String?, _ keys: [TableKey],
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
      place: 0)
    try diff.noteHistories(
      of: package, base: base, comparesHistories: named == nil, schema: schema, place: 0)
    return (package, base, map, DiffReport(schema: schema, diff: diff, base: base))
  }

  /// A store without any of the tables would seem not to have been edited.
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

  /// The package and the data as issued, with tables of the same names, and the map that tells of
  /// them.
  private static func issued(
    _ package: OpenPackage, _ named: String?
  ) async throws -> (package: OpenPackage, base: GeoPackageReader, map: StoredMap?) {
    guard let named else {
      guard let base = try package.base() else {
        throw package.form == .geodatabase
          ? MergingError.noHistory(path: package.path) : MergingError.noBase(path: package.path)
      }
      return (package, base, try package.storedMap())
    }
    let base = try await OpenPackage.whole(
      at: named, preferring: package.form == .geodatabase ? .geodatabase : .geoPackage
    ) { _ in }
    let areAlike = (package.form == .geodatabase) == (base.form == .geodatabase)
    if areAlike, let expected = package.packageID, let found = base.packageID,
      expected != found
    {
      throw MergingError.otherPackage(path: named, expected: expected, found: found)
    }
    let map = try package.storedMap()
    if package.form == .geodatabase || base.form == .geodatabase {
      let names = try LayerTables(
        of: package.store, map: map, in: base.store, try base.storedMap(), byNames: true
      ).names
      let map = try base.storedMap() ?? map?.calling(names)
      return (package.calling(names), base.store, map)
    }
    if let map = try base.storedMap() { return (package, base.store, map) }
    // The office may name its tables otherwise than the package that was built of them.
    let names = try LayerTables(of: base.store, map: nil, in: package.store, map).names
    return (package, base.store.calling(names), map)
  }
}

// MARK: What is told

extension ComparedPackage {
  /// Whose clocks dates are shown by.
  private var zone: TimeZoneRules { map?.clock ?? .utc }

  /// What people read on a terminal.
  func text(colored: Bool) throws -> String {
    DiffText(
      path: name, report: report,
      parents: ParentNames(
        schema, changes: report.diff.tables,
        stores: try [package.store, base].map { try StoreRows($0, schema: schema) }),
      colored: colored, timeZone: zone
    ).text
  }

  /// The changes as a page.
  var review: DiffReview {
    DiffReview(report: report, package: package, base: base, map: map, zone: zone)
  }

  /// Writes members of the object that is open.
  ///
  /// - Parameters:
  ///   - named: the path of the data as issued, where it was named.
  ///   - output: gets the bytes as they are ready.
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
