import Bytes
import Console
import Editing
import GeoPackage
import OrderedJSON
import Packages

/// `fieldpack edit`: applies applyEdits JSON to a package.
enum EditVerb {
  static let verb = Verb(
    command: Command(
      "edit", summary: "edit the records of a package, all or nothing",
      discussion: [
        "The edits have the form of a feature service's applyEdits: a list with an element for "
          + "each layer or table, `{\"id\": number or name, \"adds\": [], \"updates\": [], "
          + "\"deletes\": [], \"attachments\": {\"adds\": [], \"updates\": [], \"deletes\": []}}`. "
          + "Features are Esri JSON with a GlobalID or object ID. To relate a record, set its key "
          + "field. An attachment has a `parentGlobalId`, and its content as `data` in base64 or as "
          + "a `file` in the folder of the edits.",
        "Fieldpack refuses what the field app would refuse, with the same codes: empty values "
          + "(11001), ranges (11002), lengths (11003), codes (11007), geometry and types (11000), "
          + "missing required relationships, and fields and layers that are not editable. If it "
          + "refuses one edit, it writes nothing, reports all refusals and ends with exit code 3.",
        "The package keeps its id and its base, like a package that a crew returns. Without "
          + "--output, edit replaces the package. It edits the GeoPackage; a geodatabase in the "
          + "package stays as issued.",
      ],
      arguments: PackageArguments.positional,
      options: [
        Option(
          "edits", valueName: "FILE", isRequired: true, completion: .file,
          help: "the edits, in the form of applyEdits"),
        Option(
          "output", short: "o", valueName: "FILE", completion: .file,
          help: "the edited package to write (default: replace PACKAGE)"),
        Option(
          "user", valueName: "NAME", help: "the name to write into the fields of editor tracking"),
        Option(
          "now", valueName: "TIME",
          help: "the time of the edits (default: SOURCE_DATE_EPOCH or the clock)"),
        Option("force", short: "f", help: "replace the output if it exists"),
      ],
      examples: [
        Example(
          "edit crew-07.mmpk --edits edits.json --user kim -o returned.mmpk",
          "make a package like one that a crew returns"),
        Example(
          "edit crew-07.mmpk --edits edits.json --json",
          "edit the package itself and print a result for each edit"),
      ],
      topics: ["editing"]),
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
      try call.terminal.print(document(outcome, of: package, output: output ?? path, code))
      return code
    }
    guard outcome.isSound else {
      reportRefusals(
        of: outcome, edits: call.arguments.value("edits") ?? "", call.terminal)
      return code
    }
    for part in outcome.account?.leftOut ?? [] {
      call.terminal.report(
        NoticeCode.editLeftOut.diagnostic(
          about: part.table, "the edited package has no \(part.kind.rawValue) \(part.name)"))
    }
    let colored = call.terminal.outputIsColored
    let name = TextStyle.bold.apply(PrintableText.of(output ?? path), if: colored)
    try call.terminal.summarize("\(name): \(counts(outcome))")
    return code
  }

  private static func document(
    _ outcome: PackageEdit.Outcome, of package: OpenPackage, output: String, _ code: ExitCode
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

  /// Reports every refused edit.
  private static func reportRefusals(
    of outcome: PackageEdit.Outcome, edits: String, _ terminal: Terminal
  ) {
    var count = 0
    for layer in outcome.layers {
      let title = layer.title ?? layer.id.string ?? layer.id.int.map { "\($0)" } ?? ""
      for (kind, index, result) in layer.all {
        for error in result.errors {
          count += 1
          terminal.report(
            Diagnostic(
              .error, code: "\(error.code)", subject: "\(title), \(kind)[\(index)]",
              summary: error.message, fix: nil))
        }
      }
    }
    terminal.report(
      Diagnostic(
        .error, code: ErrorCode.editRefused.rawValue, subject: edits,
        summary: NumberText.plural(count, one: "refused edit stops", many: "refused edits stop")
          + " the others; no file was written",
        fix: "Correct the edits above."))
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
