import Console

/// A small program for the tests.
enum SampleProgram {
  static let build = Command(
    "build", summary: "pack a map",
    discussion: ["All or nothing: a build that fails leaves no file behind."],
    arguments: [PositionalArgument("MAP", help: "the web map")],
    options: [
      Option(
        "data", valueName: "DIR", isRequired: true, completion: .folder,
        help: "the folder with the data of every layer and table of the map"),
      Option("area", valueName: "AREA", repeats: true, help: "the area to pack"),
      Option(
        "output", short: "o", valueName: "FILE", completion: .file, help: "the package to write"),
      Option(
        "photos", valueName: "HOW", completion: .choices(["files", "blobs"]),
        help: "files or blobs"),
      Option("force", short: "f", help: "replace the output"),
    ],
    examples: [Example("build map.json --data trees -o crew-07.mmpk", "pack the whole city")])

  static let merge = Command(
    "merge", summary: "merge packages",
    arguments: [
      PositionalArgument("CURRENT", help: "the office's data"),
      PositionalArgument("PACKAGE", repeats: true, help: "what crews brought back"),
    ],
    examples: [Example("merge data.gpkg a.mmpk b.mmpk", "merges two packages")])

  static let demo = Command(
    "demo", summary: "show everything",
    arguments: [PositionalArgument("DIR", isOptional: true, completion: .folder, help: "where")],
    examples: [Example("demo out", "writes into `out`")])

  static let topic = Topic(
    name: "packing", markdown: "# Pack a map\n\nA `build` writes one file.\n")

  static let program = Program(
    name: "fieldpack", summary: "packs web maps for the field", version: "1.2.3",
    releaseDate: "2026-05-01", commands: [build, merge, demo, ShellCompletions.command],
    topics: [topic])
}
