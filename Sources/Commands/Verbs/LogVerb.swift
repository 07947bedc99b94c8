import Bytes
import Console
import FeatureData
import Merging
import OrderedJSON
import Packages

/// `fieldpack log`: lists the merges of a store, from the ledger in it.
enum LogVerb {
  static let verb = Verb(
    command: Command(
      "log", summary: "list the merges of a file",
      discussion: [
        "Each file that `merge` writes has a ledger of all merges before it. log lists them, the "
          + "newest first: the time, who is responsible, the changes, the number of decisions, and "
          + "each package with its edits. Packages without changes are not in the ledger. "
          + "`fieldpack undo FILE --merge NUMBER` undoes a merge of the list."
      ],
      arguments: [
        PositionalArgument(
          "FILE", help: "a GeoPackage, package or folder of data that `merge` wrote")
      ],
      options: [],
      examples: [
        Example("log merged.gpkg", "list all merges so far"),
        Example("log merged.gpkg --json", "print the same for a program"),
      ],
      topics: ["merging"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let isFolder = try PathKind(of: "\(path)/\(MergeLedger.fileName)") != nil
    let ledger =
      isFolder
      ? try MergeLedger(ofFolder: path)
      : try MergeLedger(of: try await PackageArguments.open(path, call).store)
    let merges = Array(ledger.merges.reversed())
    if call.terminal.options.json {
      try call.terminal.print([
        "schema": "fieldpack.log/1", "ok": true, "file": .string(path),
        "merges": .array(merges.enumerated().map { json($1, number: $0 + 1) }),
      ])
    } else {
      try call.terminal.write(Array(text(merges, of: path).utf8))
    }
    return .done
  }

  private static func text(_ merges: [MergeLedger.Merge], of path: String) -> String {
    let name = PrintableText.of(path)
    guard !merges.isEmpty else { return "\(name): no merges\n" }
    var lines = ["\(name): \(NumberText.plural(merges.count, one: "merge", many: "merges"))"]
    for (index, merge) in merges.enumerated() {
      lines.append("\(index + 1)  \(heading(merge))")
      for package in merge.packages.sorted(by: { ($0.name, $0.content) < ($1.name, $1.content) }) {
        var line = "     \(PrintableText.of(package.name)): "
        line += NumberText.plural(package.changeCount, one: "change", many: "changes")
        if package.missingAttachments > 0 {
          line +=
            ", \(NumberText.plural(package.missingAttachments, one: "attachment", many: "attachments")) missing"
        }
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `2026-05-01T12:00:00Z by Ada: 2 packages, 11 changes; 1 added, 3 updated, 2 conflicts`.
  private static func heading(_ merge: MergeLedger.Merge) -> String {
    var text = DateText.dateTime(merge.time)
    if let by = merge.by { text += " by \(PrintableText.of(by))" }
    let edits = merge.packages.reduce(0) { $0 + $1.changeCount }
    text += ": \(NumberText.plural(merge.packages.count, one: "package", many: "packages"))"
    text += ", \(NumberText.plural(edits, one: "change", many: "changes"))"
    var parts: [String] = []
    if let counts = merge.counts {
      let records = [
        (counts.added, "added"), (counts.updated, "updated"), (counts.deleted, "deleted"),
      ]
      parts = records.filter { $0.0 > 0 }.map { "\(NumberText.grouped($0.0)) \($0.1)" }
      if counts.conflicts > 0 {
        parts.append(NumberText.plural(counts.conflicts, one: "conflict", many: "conflicts"))
      }
      if parts.isEmpty { parts = ["no changes"] }
    }
    if merge.decisions > 0 {
      parts.append(NumberText.plural(merge.decisions, one: "decision", many: "decisions"))
    }
    return parts.isEmpty ? text : text + "; " + parts.joined(separator: ", ")
  }

  private static func json(_ merge: MergeLedger.Merge, number: Int) -> JSON {
    let counts = merge.counts
    return [
      "number": .number(number), "time": .string(DateText.dateTime(merge.time)),
      "by": merge.by.map { .string($0) } ?? .null, "decisions": .number(merge.decisions),
      "added": counts.map { .number($0.added) } ?? .null,
      "updated": counts.map { .number($0.updated) } ?? .null,
      "deleted": counts.map { .number($0.deleted) } ?? .null,
      "conflicts": counts.map { .number($0.conflicts) } ?? .null,
      "packages": .array(
        merge.packages.map { package in
          [
            "name": .string(package.name),
            "packageId": package.packageID.map { .string($0) } ?? .null,
            "content": .string(package.content), "edits": .number(package.changeCount),
            "missingPhotos": .number(package.missingAttachments),
          ]
        }),
    ]
  }
}
