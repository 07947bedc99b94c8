import Bytes
import Console
import Merging
import OrderedJSON
import Packages

/// `fieldpack diff`: shows what a crew changed in a package.
enum DiffVerb {
  static let verb = Verb(
    command: Command(
      "diff", summary: "show what changed in a package since it was issued",
      discussion: [
        "Shows added, updated and deleted records of each layer, table and attachment, field by "
          + "field, compared with the base in the package or with --base. GlobalIDs identify "
          + "records. Fieldpack ignores what apps rewrite without a change of meaning: extents, "
          + "indexes, counts, another encoding of geometry, another form of dates.",
        "An Esri geodatabase that was downloaded as a replica has its own base, alone or in a "
          + "mobile map. If both the GeoPackage and the geodatabases of a package were edited, diff "
          + "shows each and names the files by the store.",
        "--changes writes the changes to a small file, with the new attachments. Merge reads it "
          + "instead of the package, and the result is the same. This way you can compare many "
          + "packages at the same time, even on several machines, and merge them in one run.",
        "Exit code 0: no changes. 1: there are differences. 3: the package is damaged or doesn't "
          + "belong to the base.",
      ],
      arguments: PackageArguments.readable,
      options: [
        Option(
          "base", valueName: "FILE", completion: .file,
          help: "the package, GeoPackage or geodatabase as issued (default: the base in PACKAGE)"),
        KeyArgument.option,
        TimeZoneArgument.option, GridsArgument.option,
        Option(
          "changes", valueName: "FILE", completion: .file,
          help: "also write a change file, which merge reads instead of PACKAGE"),
        Option(
          "geojson", valueName: "FILE", completion: .file,
          help: "also write the changes as GeoJSON, with old and new locations"),
        Option(
          "html", valueName: "DIR", completion: .folder,
          help: "also write a folder with a page of the changes and a map, index.html"),
        Option("force", short: "f", help: "replace the files if they exist"),
      ],
      examples: [
        Example("diff crew-07.mmpk", "show what the crew changed"),
        Example(
          "diff crew-07.gpkg --base issued/crew-07.mmpk",
          "compare a GeoPackage that came back alone"),
        Example("diff replica.geodatabase", "show the edits made in an Esri app"),
        Example(
          "diff crew-07.mmpk --html crew-07", "show the changes as a page, crew-07/index.html"),
        Example(
          "diff crew-07.mmpk --changes crew-07.changes", "write the changes for a later merge"),
        Example(
          "diff crew-07.mmpk --geojson changes.geojson --json", "write for a map and a program"),
      ],
      topics: ["merging"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let named = call.arguments.value("base")
    let (compared, isWhole) = try await ComparedPackage.all(
      at: path, base: named, keys: try KeyArgument.keys(call.arguments.values("key")),
      timeZone: try TimeZoneArgument.zone(call.arguments.value("time-zone")), call.terminal)
    try await writeFiles(compared, call)
    let code: ExitCode =
      isWhole && compared.allSatisfy(\.report.isEmpty) ? .done : .somethingToSee
    guard call.terminal.options.json else {
      for one in compared {
        let text = try one.text(colored: call.terminal.outputIsColored)
        try call.terminal.write(Array(text.utf8))
      }
      return code
    }
    var stream = JSONStream()
    stream.begin(.object)
    let head: JSONObject = [
      "schema": "fieldpack.diff/1", "ok": .bool(code == .done),
      "exit": .number(Int(code.rawValue)), "path": .string(path),
    ]
    for member in head.members { stream.add(member.value, key: member.key) }
    if compared.count > 1 { stream.begin(.array, key: "returns") }
    for one in compared {
      if compared.count > 1 {
        stream.begin(.object)
        stream.add(.string(one.store.rawValue), key: "store")
      }
      try await one.write(to: &stream, base: named) { try call.terminal.write($0) }
      if compared.count > 1 { stream.end() }
    }
    if compared.count > 1 { stream.end() }
    stream.end()
    try call.terminal.write(stream.take())
    return code
  }

  /// Writes the files of --changes, --geojson and --html. If two stores were edited, each has its
  /// own files, named by the store.
  private static func writeFiles(
    _ compared: [ComparedPackage], _ call: Call
  ) async throws {
    let overwrite = call.arguments.flag("force")
    let joint = JointCommit()
    for one in compared {
      let mark = compared.count > 1 ? "-" + one.store.rawValue.lowercased() : ""
      if let output = call.arguments.value("changes") {
        try await one.changeFile.write(
          to: marked(output, with: mark), overwrite: overwrite, with: joint)
      }
      if let output = call.arguments.value("geojson") {
        var file = try AtomicFile(
          replacing: marked(output, with: mark), overwrite: overwrite)
        try one.report.writeGeoJSON { try file.append($0.span) }
        try file.commit(with: joint)
      }
      if let folder = call.arguments.value("html") {
        try one.review.write(to: folder + mark, overwrite: overwrite, with: joint)
      }
    }
    try joint.run()
  }

  /// Returns a path with a mark before its file extension.
  private static func marked(_ path: String, with mark: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path + mark }
    return path[..<dot] + mark + path[dot...]
  }
}
