import Bytes
import Console
import GeoPackage
import OrderedJSON
import Packaging

/// `fieldpack edit`: applyEdits on a package.
enum EditVerb {
  static let verb = Verb(
    command: Command(
      "edit", summary: "edit the records of a package, all or nothing",
      discussion: [
        "Takes edits in the form of a feature service's applyEdits: a list with an element for "
          + "each layer or table, `{\"id\": number or name, \"adds\": [], \"updates\": [], "
          + "\"deletes\": [], \"attachments\": {\"adds\": [], \"updates\": [], \"deletes\": []}}`. "
          + "Features are Esri JSON, found by GlobalID or object id; a record is related by "
          + "setting its key; an attachment names its `parentGlobalId` and has `data` in base64 "
          + "or a `file` below the folder of the edits.",
        "What the field app would refuse is refused with the same code: empty values (11001), "
          + "ranges (11002), lengths (11003), codes (11007), shapes and types (11000), missing "
          + "required relationships, fields and layers that are not editable. When one edit is "
          + "refused, nothing is written and every refusal is told; exit code 3.",
        "The package keeps its id and its copy of the rows as packed, as if it came back from a "
          + "crew. Without an output it is replaced. Edited is its GeoPackage; a geodatabase in it "
          + "stays as it was issued.",
      ],
      arguments: PackageArguments.positional,
      options: [
        Option(
          "edits", valueName: "FILE", isRequired: true, completion: .file,
          help: "the edits, as applyEdits takes them"),
        Option(
          "output", short: "o", valueName: "FILE", completion: .file,
          help: "write the edited package here (default: in its own place)"),
        Option(
          "user", valueName: "NAME", help: "who edits, for the fields of editor tracking"),
        Option(
          "now", valueName: "TIME",
          help: "the time of the edits (default: SOURCE_DATE_EPOCH, else the clock)"),
        Option("force", short: "f", help: "replace the output if it is there"),
      ],
      examples: [
        Example(
          "edit crew-07.mmpk --edits edits.json --user kim -o returned.mmpk",
          "what a crew would bring back"),
        Example("edit crew-07.mmpk --edits edits.json --json", "in place, answered as applyEdits"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let output = call.arguments.value("output")
    let package = try OpenPackage(path: path)
    var edit = try PackageEdit(
      package, edits: call.arguments.value("edits") ?? "",
      now: try call.surroundings.now(option: call.arguments.value("now")))
    edit.user = call.arguments.value("user")
    let outcome = try await edit.write(
      to: output ?? path, overwrite: output == nil || call.arguments.flag("force"))
    let code = outcome.isSound ? ExitCode.done : .inputRefused
    if call.terminal.options.json {
      try call.terminal.print(document(outcome, package, output ?? path, code))
      return code
    }
    guard outcome.isSound else {
      tell(outcome, call.arguments.value("edits") ?? "", call.terminal)
      return code
    }
    for part in outcome.account?.leftOut ?? [] {
      call.terminal.tell(
        Diagnostic(
          .warning, code: "EDIT_LEFT_OUT", subject: part.table,
          summary: "the new store has no \(part.kind.rawValue) \(part.name)", fix: nil))
    }
    let colored = call.terminal.outputIsColored
    let name = TextStyle.bold.apply(PrintableText.of(output ?? path), if: colored)
    try call.terminal.print("\(name): \(counts(outcome))")
    return code
  }

  private static func document(
    _ outcome: PackageEdit.Outcome, _ package: OpenPackage, _ output: String, _ code: ExitCode
  ) -> JSON {
    [
      "schema": "fieldpack.edit/1", "ok": .bool(outcome.isSound),
      "exit": .number(Int(code.rawValue)), "path": .string(package.path),
      "output": outcome.isSound ? .string(output) : .null,
      "packageId": package.packageID.map { .string($0) } ?? .null,
      "results": outcome.json,
      "leftOut": .array(
        (outcome.account?.leftOut ?? []).map {
          ["kind": .string($0.kind.rawValue), "table": .string($0.table), "name": .string($0.name)]
        }),
    ]
  }

  /// Tells every refusal.
  private static func tell(
    _ outcome: PackageEdit.Outcome, _ edits: String, _ terminal: Terminal
  ) {
    var count = 0
    for layer in outcome.layers {
      let title = layer.title ?? layer.id.string ?? layer.id.int.map { "\($0)" } ?? ""
      for (kind, index, result) in layer.all {
        for error in result.errors {
          count += 1
          terminal.tell(
            Diagnostic(
              .error, code: "\(error.code)", subject: "\(title), \(kind)[\(index)]",
              summary: error.message, fix: nil))
        }
      }
    }
    terminal.tell(
      Diagnostic(
        .error, code: "EDIT_REFUSED", subject: edits,
        summary: NumberText.plural(count, "refusal stops", "refusals stop")
          + " the edits; nothing was written",
        fix: "Correct the edits named above."))
  }

  private static func counts(_ outcome: PackageEdit.Outcome) -> String {
    func count(_ list: (LayerEditResult) -> [EditResult]) -> Int {
      outcome.layers.reduce(0) { $0 + list($1).count }
    }
    let parts = [
      (count(\.adds), "added"), (count(\.updates), "updated"), (count(\.deletes), "deleted"),
      (count(\.attachmentAdds), "attached"), (count(\.attachmentUpdates), "attachments replaced"),
      (count(\.attachmentDeletes), "attachments deleted"),
    ].filter { $0.0 > 0 }
    return parts.isEmpty
      ? "no edits" : parts.map { "\(NumberText.grouped($0)) \($1)" }.joined(separator: ", ")
  }
}
