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
          + "time, and each package with its edits. Packages that brought nothing leave no trace."
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
        "merges": .array(merges.map(json)),
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
    for merge in merges {
      let edits = merge.packages.reduce(0) { $0 + $1.changeCount }
      lines.append(
        "\(time(merge)): \(NumberText.plural(merge.packages.count, "package", "packages")), "
          + NumberText.plural(edits, "edit", "edits"))
      for package in merge.packages.sorted(by: { ($0.name, $0.content) < ($1.name, $1.content) }) {
        var line = "  \(PrintableText.of(package.name)): "
        line += NumberText.plural(package.changeCount, "edit", "edits")
        if package.missingPhotos > 0 {
          line += ", \(NumberText.plural(package.missingPhotos, "photo", "photos")) missing"
        }
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func json(_ merge: MergeLedger.Merge) -> JSON {
    [
      "time": .string(time(merge)),
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

  private static func time(_ merge: MergeLedger.Merge) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(merge.time, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
