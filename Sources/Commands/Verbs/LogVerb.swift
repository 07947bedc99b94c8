import Bytes
import Console
import FeatureData
import FoundationEssentials
import Merging
import OrderedJSON
import Packaging

/// `fieldpack log`: what was merged into a store, from the account that the store carries.
enum LogVerb {
  static let verb = Verb(
    command: Command(
      "log", summary: "list what was merged into a file, and when",
      discussion: [
        "Every file that `merge` writes keeps account of all merges before it, the newest first: the "
          + "time, who answered for it, what came of it, how many decisions of people went in, and "
          + "each package with its edits. Packages that brought nothing leave no trace. "
          + "`fieldpack undo FILE --merge NUMBER` takes one of them back."
      ],
      arguments: [
        PositionalArgument(
          "FILE", help: "a GeoPackage, package or folder of data that `merge` wrote")
      ],
      options: [],
      examples: [
        Example("log merged.gpkg", "the merges of all Fridays so far"),
        Example("log merged.gpkg --json", "the same for a program"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let isFolder = FileManager.default.fileExists(atPath: "\(path)/\(MergeLedger.fileName)")
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
    guard !merges.isEmpty else { return "\(name): nothing was merged into it\n" }
    var lines = ["\(name): \(NumberText.plural(merges.count, "merge", "merges"))"]
    for (place, merge) in merges.enumerated() {
      lines.append("\(place + 1)  \(heading(merge))")
      for package in merge.packages.sorted(by: { ($0.name, $0.content) < ($1.name, $1.content) }) {
        var line = "     \(PrintableText.of(package.name)): "
        line += NumberText.plural(package.changeCount, "edit", "edits")
        if package.missingPhotos > 0 {
          line += ", \(NumberText.plural(package.missingPhotos, "photo", "photos")) missing"
        }
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `2026-05-01T12:00:00Z by Ada: 2 packages, 11 edits; 1 added, 3 updated, 2 conflicts`.
  private static func heading(_ merge: MergeLedger.Merge) -> String {
    var text = DateText.dateTime(merge.time)
    if let by = merge.by { text += " by \(PrintableText.of(by))" }
    let edits = merge.packages.reduce(0) { $0 + $1.changeCount }
    text += ": \(NumberText.plural(merge.packages.count, "package", "packages"))"
    text += ", \(NumberText.plural(edits, "edit", "edits"))"
    var parts: [String] = []
    if let counts = merge.counts {
      let records = [
        (counts.added, "added"), (counts.updated, "updated"), (counts.deleted, "deleted"),
      ]
      parts = records.filter { $0.0 > 0 }.map { "\(NumberText.grouped($0.0)) \($0.1)" }
      if counts.conflicts > 0 {
        parts.append(NumberText.plural(counts.conflicts, "conflict", "conflicts"))
      }
      if parts.isEmpty { parts = ["nothing changed"] }
    }
    if merge.decisions > 0 {
      parts.append(NumberText.plural(merge.decisions, "decision", "decisions"))
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
            "missingPhotos": .number(package.missingPhotos),
          ]
        }),
    ]
  }
}
