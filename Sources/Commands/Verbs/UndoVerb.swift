import Console
import Merging
import OrderedJSON

/// `fieldpack undo`: takes the last merge back.
enum UndoVerb {
  static let verb = Verb(
    command: Command(
      "undo", summary: "take the last merge back",
      discussion: [
        "Puts a GeoPackage or package that `merge` wrote back to what it was before, byte for "
          + "byte, from the file .undo beside it. Refused when it was changed since."
      ],
      arguments: [
        PositionalArgument("FILE", help: "a GeoPackage or package that `merge` wrote")
      ],
      options: [],
      examples: [Example("undo merged.gpkg", "merged.gpkg is what --into named then")]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    try UndoFile.undo(path)
    if call.terminal.options.json {
      try call.terminal.print(["schema": "fieldpack.undo/1", "ok": true, "output": .string(path)])
    } else {
      try call.terminal.print("\(PrintableText.of(path)): as it was before its last merge")
    }
    return .done
  }
}
