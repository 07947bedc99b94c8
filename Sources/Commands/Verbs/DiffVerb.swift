import Bytes
import Console
import FeatureData
import GeoPackage
import MapModel
import Merging
import OrderedJSON
import Packaging
import Publishing

/// `fieldpack diff`: what a crew changed in a package.
enum DiffVerb {
  static let verb = Verb(
    command: Command(
      "diff", summary: "show what was changed in a package since it was issued",
      discussion: [
        "Added, updated and deleted rows of every layer, table and attachment, field by field, "
          + "against the data that travels in the package, or against --base. Rows are known by "
          + "their GlobalID. What apps rewrite without changing it is no difference: extents, "
          + "indexes, counts, geometry in another encoding, dates in another form.",
        "Exit code 0: nothing was edited; 1: there are differences; 3: the package is damaged or "
          + "not of this base.",
      ],
      arguments: PackageArguments.positional,
      options: [
        Option(
          "base", valueName: "FILE", completion: .file,
          help: "the package, or GeoPackage, as it was issued (default: what PACKAGE brings)"),
        Option(
          "geojson", valueName: "FILE", completion: .file,
          help: "also write the changes as GeoJSON, where they were made and from where"),
        Option(
          "html", valueName: "DIR", completion: .folder,
          help: "also make a folder with the changes as a page: index.html, with a map"),
        Option("force", short: "f", help: "replace the files if they are there"),
      ],
      examples: [
        Example("diff crew-07.mmpk", "what the crew did"),
        Example("diff crew-07.gpkg --base issued/crew-07.mmpk", "a store that came back alone"),
        Example("diff crew-07.mmpk --html crew-07", "the same to look at, crew-07/index.html"),
        Example("diff crew-07.mmpk --geojson changes.geojson --json", "for a map and a program"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let package = try OpenPackage(path: path)
    let named = call.arguments.value("base")
    let (base, schema, diff) = try await checked(package, path, call.terminal) {
      try await compared(package, path, with: named)
    }
    let report = DiffReport(schema: schema, diff: diff, base: base.store)
    if let output = call.arguments.value("geojson") {
      var file = try AtomicFile(replacing: output, overwrite: call.arguments.flag("force"))
      try report.writeGeoJSON { try file.append($0.span) }
      try file.commit()
    }
    let zone = TimeZoneRules(map: base.map?.map.timeZone) ?? .utc
    if let folder = call.arguments.value("html") {
      try DiffReview(report: report, package: package, base: base.store, map: base.map, zone: zone)
        .write(to: folder, overwrite: call.arguments.flag("force"))
    }
    let code: ExitCode = report.isEmpty ? .done : .somethingToSee
    guard call.terminal.options.json else {
      let text = DiffText(
        path: path, report: report,
        parents: ParentNames(
          schema, changes: diff.tables,
          stores: try [package.store, base.store].map { try StoreRows($0, schema: schema) }),
        colored: call.terminal.outputIsColored, timeZone: zone)
      try call.terminal.write(Array(text.text.utf8))
      return code
    }
    let head: JSONObject = [
      "schema": "fieldpack.diff/1", "ok": .bool(code == .done),
      "exit": .number(Int(code.rawValue)), "path": .string(path),
      "packageId": package.packageID.map { .string($0) } ?? .null,
      "base": named.map { .string($0) } ?? .null, "edited": .bool(!diff.isEmpty),
    ]
    var stream = JSONStream()
    stream.begin(.object)
    for member in head.members { stream.add(member.value, key: member.key) }
    try await report.writeTables(to: &stream) { try call.terminal.write($0) }
    stream.add(report.pairs, key: "pairs")
    stream.add(report.issues, key: "issues")
    stream.end()
    try call.terminal.write(stream.take())
    return code
  }

  /// The data as issued, and what was changed since.
  private static func compared(
    _ package: OpenPackage, _ path: String, with named: String?
  ) async throws -> (base: Issued, schema: MergeSchema, diff: PackageDiff) {
    let issued = try base(of: package, named)
    var schema = try MergeSchema(reading: issued.store, map: issued.map)
    try schema.addAttachments(of: package.store, to: issued.store)
    let diff = try await PackageDiff(
      base: issued.store, returned: package.store, schema: schema,
      packageID: package.packageID ?? path, place: 0)
    return (issued, schema, diff)
  }

  /// No row of a damaged store is believed.
  private static func checked<Result: Sendable>(
    _ package: OpenPackage, _ path: String, _ terminal: Terminal,
    while work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try await package.checked(
      progress: { done, total in
        bar.show(JobProgress(phase: "Checking", subject: path, done: done, total: total))
      }, while: work)
  }

  private typealias Issued = (store: GeoPackageReader, map: StoredMap?)

  /// The data as issued, and the map that tells of it.
  private static func base(
    of package: OpenPackage, _ named: String?
  ) throws -> Issued {
    guard let named else {
      guard let base = try package.base() else { throw MergingError.noBase(path: package.path) }
      return (base, try package.storedMap())
    }
    let base = try OpenPackage(path: named)
    if let expected = package.packageID, let found = base.packageID, expected != found {
      throw MergingError.otherPackage(path: named, expected: expected, found: found)
    }
    if let map = try base.storedMap() { return (base.store, map) }
    // The office may name its tables otherwise than the package that was built of them.
    let map = try package.storedMap()
    let names = try LayerTables(of: base.store, map: nil, in: package.store, map).names
    return (base.store.calling(names), map)
  }
}
