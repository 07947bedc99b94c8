import Bytes
import Console
import Merging
import OrderedJSON
import Packaging

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
        "An Esri geodatabase that was downloaded as a replica keeps what was downloaded beside the "
          + "edits, alone or in a mobile map. Where a package brings both its GeoPackage and its "
          + "geodatabases edited, each is shown, and files are named by the store.",
        "Exit code 0: nothing was edited; 1: there are differences; 3: the package is damaged or "
          + "not of this base.",
      ],
      arguments: PackageArguments.readable,
      options: [
        Option(
          "base", valueName: "FILE", completion: .file,
          help: "the package, GeoPackage or geodatabase as it was issued (default: what PACKAGE "
            + "brings)"),
        KeyArgument.option,
        TimeZoneArgument.option,
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
        Example("diff replica.geodatabase", "what was edited in an Esri app"),
        Example("diff crew-07.mmpk --html crew-07", "the same to look at, crew-07/index.html"),
        Example("diff crew-07.mmpk --geojson changes.geojson --json", "for a map and a program"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let named = call.arguments.value("base")
    let compared = try await ComparedPackage.all(
      at: path, base: named, keys: try KeyArgument.keys(call.arguments.values("key")),
      timeZone: try TimeZoneArgument.zone(call.arguments.value("time-zone")), call.terminal)
    try await writeFiles(compared, path, call)
    let code: ExitCode = compared.allSatisfy(\.report.isEmpty) ? .done : .somethingToSee
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

  /// Writes the files that were asked for: of two stores each its own, named by the store.
  private static func writeFiles(
    _ compared: [ComparedPackage], _ path: String, _ call: Call
  ) async throws {
    let overwrite = call.arguments.flag("force")
    for one in compared {
      let mark = compared.count > 1 ? "-" + one.store.rawValue.lowercased() : ""
      if let output = call.arguments.value("geojson") {
        var file = try AtomicFile(
          replacing: marked(output, with: mark), overwrite: overwrite)
        try one.report.writeGeoJSON { try file.append($0.span) }
        try file.commit()
      }
      if let folder = call.arguments.value("html") {
        try one.review.write(to: folder + mark, overwrite: overwrite)
      }
    }
  }

  /// The name of a file with a mark before its ending.
  private static func marked(_ path: String, with mark: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path + mark }
    return path[..<dot] + mark + path[dot...]
  }
}
