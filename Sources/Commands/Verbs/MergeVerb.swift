import Bytes
import Console
import Merging
import OrderedJSON
import Packages
import Packaging

/// `fieldpack merge`: merges returned packages into the office data.
enum MergeVerb {
  static let verb = Verb(
    command: Command(
      "merge", summary: "merge returned packages into the office data",
      discussion: [
        "Compares each package with its base, field by field, and applies its changes to the "
          + "office data: records, related records and attachments, identified by GlobalID. If the "
          + "office and a crew, or two crews, left different values, the last package wins, and "
          + "Fieldpack records the conflict with all values.",
        "merge never changes its inputs. The output is a new GeoPackage with a ledger of all "
          + "merges, so merging a package again adds only what is new. `fieldpack undo` undoes a "
          + "merge.",
        "If --into is a package, the output can be FILE.mmpk: the package with the merged data, "
          + "ready to issue again. It has a new id, the merged data as its base, and its "
          + "attachments and pages.",
        "If --into is a folder of GeoJSON and CSV files, the output can be FOLDER/: a new folder "
          + "with the merged records in the same files, and the other files unchanged. It has no "
          + "undo, because the old folder still exists.",
        "After the merge, Fieldpack applies the rules of the map. They fill in what crews left "
          + "empty in new records, and copy fields from the newest related record. Each value they "
          + "set is listed.",
        "A package can also be an Esri geodatabase that was downloaded as a replica, alone or in "
          + "its mobile map, since a replica has its own base. If both the GeoPackage and the "
          + "geodatabases of a package were edited, merge takes the GeoPackage first, then the "
          + "geodatabases.",
        "PACKAGE can also be a change file from `diff --changes`. The result is the same.",
        "If PACKAGE is a folder of packages, merge takes them in the order of their names and "
          + "reports the files that it skips.",
        "merge refuses a package that is damaged or from another map, and merges the others. The "
          + "exit code is 1 if there are conflicts, issues or refused packages.",
      ],
      arguments: [
        PositionalArgument(
          "PACKAGE", repeats: true,
          help: "returned packages or change files in any form, or a folder of them; the last one "
            + "wins conflicts")
      ],
      options: options,
      examples: [
        Example(
          "merge --into trees.gpkg crew-07.mmpk crew-08.mmpk -o merged.gpkg --review review",
          "merge two crews, and write a folder with the reports"),
        Example(
          "merge --into trees.gpkg returned/ -o merged.gpkg",
          "merge each package in a folder, by name"),
        Example(
          "merge --into issued.mmpk crew-*.mmpk -o next.mmpk",
          "write the package to issue next week"),
        Example(
          "merge --into trees.gpkg crew-*.mmpk --dry-run --review review",
          "show what the merge would do, and write only the reports"),
        Example(
          "merge --into trees.gpkg crew-*.mmpk --dry-run --changes friday.sql",
          "write the changes alone; apply them with: sqlite3 -bail trees.gpkg < friday.sql"),
        Example(
          "merge --into trees.gpkg edited.gpkg --base issued.gpkg --map map.json -o merged.gpkg",
          "merge a GeoPackage that Fieldpack did not build"),
        Example(
          "merge --into trees.gpkg 7.gpkg 8.gpkg --base 7.gpkg=north.gpkg --base 8.gpkg=south.gpkg "
            + "-o merged.gpkg",
          "merge two GeoPackages that were issued with different data"),
        Example(
          "merge --into trees.gpkg replica.geodatabase -o merged.gpkg",
          "merge the edits made in an Esri app"),
      ],
      topics: ["merging", "map-rules"]),
    run: run)

  private static let options = [
    Option(
      "into", valueName: "OFFICE", isRequired: true, completion: .file,
      help:
        "the office data: a GeoPackage, a package, a geodatabase, or with --map a folder of data"),
    Option(
      "output", short: "o", valueName: "FILE", completion: .file,
      help:
        "the GeoPackage to write, FILE.gpkg; if --into is a package also FILE.mmpk, or FILE.zip for "
        + "QField; if --into is a folder of GeoJSON and CSV also FOLDER/"),
    Option(
      "changes", valueName: "FILE", completion: .file,
      help: "write the changes as SQL for the office's GeoPackage, FILE.sql"),
    Option("dry-run", help: "write only the reports"),
    Option(
      "review", valueName: "DIR", completion: .folder,
      help: "write a folder with the review page index.html, report.json, edits.json for a feature "
        + "service, and receipts.txt"),
    Option(
      "decisions", valueName: "FILE", repeats: true, completion: .file,
      help: "decisions saved from the review page of the same inputs; with several files, the "
        + "last one wins, and merge reports where they disagree"),
    Option(
      "base", valueName: "[NAME=]FILE", repeats: true, completion: .file,
      help: "the data as issued, for packages without a base; with the file name of a package "
        + "before it, for that package alone"),
    KeyArgument.option,
    TimeZoneArgument.option, GridsArgument.option,
    PreferArgument.option,
    Option(
      "map", valueName: "MAP", completion: .file,
      help: "the web map, if the office data lacks it: it defines fields, relationships and which "
        + "table belongs to which layer"),
    Option(
      "rules", valueName: "FILE", completion: .file,
      help: "a bindings.json with the rules to apply (default: the rules in the office data); with "
        + "--map it also binds tables to layers"),
    Option(
      "allow-deletes", valueName: "PACKAGE:TABLE", repeats: true,
      help:
        "merge a package that deletes more than \(MergeRequest.largestShareOfDeletes)% of a "
        + "table's records; PACKAGE allows it for all its tables, and * for any package"),
    Option(
      "by", valueName: "NAME",
      help: "who is responsible for the merge, to show in `fieldpack log`"),
    Option(
      "now", valueName: "TIME",
      help: "the time of the merge (default: SOURCE_DATE_EPOCH or the clock)"),
    Option("force", short: "f", help: "replace the output and the review if they exist"),
  ]

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    var request = try request(call)
    let bases = try call.arguments.values("base").map { try BaseArgument($0) }
    let skipped = try openInboxes(&request, bases)
    request.bases = try BaseArgument.bases(bases, of: request.packages)
    for entry in skipped {
      call.terminal.report(
        NoticeCode.mergeFileSkipped.diagnostic(about: entry.path, entry.reason))
    }
    let joint = JointCommit()
    let result = try await merge(request, with: joint, call.terminal)
    if let path = result.unusedBase {
      call.terminal.report(
        NoticeCode.mergeBaseUnused.diagnostic(
          about: path, "was not used, because every package has its own base",
          fix: "To use it for a package, name the package: --base NAME=FILE."))
    }
    if let folder = call.arguments.value("review") {
      try MergeReview(result).write(
        to: folder, overwrite: call.arguments.flag("force"), with: joint)
    }
    try joint.run()
    var answer = MergeAnswer(result, output: result.isWritten ? request.output : nil)
    answer.skipped = skipped
    if call.terminal.options.json {
      try call.terminal.print(answer.json)
    } else {
      for diagnostic in answer.refusals { call.terminal.report(diagnostic) }
      let text = Array(answer.text(colored: call.terminal.outputIsColored).utf8)
      try result.isWritten ? call.terminal.summarize(text) : call.terminal.write(text)
    }
    return answer.exit
  }

  /// Replaces each folder of packages in the request by its packages.
  ///
  /// - Returns: the files in these folders that are not packages.
  private static func openInboxes(
    _ request: inout MergeRequest, _ bases: [BaseArgument]
  ) throws -> [Inbox.Skipped] {
    var known = [(path: request.current, reason: "It is the office data.")]
    for base in bases.map(\.path) { known.append((base, "It is the data as issued.")) }
    if let output = request.output { known.append((output, "It is the output.")) }
    var skipped: [Inbox.Skipped] = []
    var packages: [String] = []
    for path in request.packages {
      guard let inbox = try Inbox(path: path, known: known) else {
        packages.append(path)
        continue
      }
      packages += inbox.packages
      skipped += inbox.skipped
    }
    guard !packages.isEmpty else {
      throw PackagingError.notAPackage(
        path: request.packages.joined(separator: ", "), expected: "returned packages")
    }
    request.packages = packages
    return skipped
  }

  /// Parses `PACKAGE:TABLE`, `PACKAGE` or `*:TABLE`. A path may have a colon too.
  private static func allowedDeletes(_ value: String) -> MergeRequest.AllowedDeletes {
    func package(_ name: Substring) -> String? { name == "*" ? nil : String(name) }
    guard let colon = value.lastIndex(of: ":"), !value[colon...].contains("/") else {
      return MergeRequest.AllowedDeletes(package: package(value[...]))
    }
    let table = value[value.index(after: colon)...]
    return MergeRequest.AllowedDeletes(
      package: package(value[..<colon]), table: table.isEmpty ? nil : String(table))
  }

  /// Merges without an answer, for other commands. The outputs are added to a commit.
  static func merge(
    _ request: MergeRequest, with joint: JointCommit, _ terminal: Terminal
  ) async throws -> MergeJob.Result {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try await MergeJob(request) { bar.show($0) }.run(with: joint)
  }

  private static func request(_ call: Call) throws -> MergeRequest {
    let arguments = call.arguments
    var request = MergeRequest(
      current: arguments.value("into") ?? "", packages: arguments.positionals, opener: .building,
      now: try call.surroundings.now(option: arguments.value("now")))
    request.map = arguments.value("map")
    request.rules = arguments.value("rules")
    request.decisions = UnitedDecisions(
      try arguments.values("decisions").map { try DecisionFile(path: $0) })
    request.clock = try call.surroundings.givenTime(option: arguments.value("now"))
    request.timeZone = try TimeZoneArgument.zone(arguments.value("time-zone"))
    request.keys = try KeyArgument.keys(arguments.values("key"))
    request.preferences = try PreferArgument.preferences(arguments.values("prefer"))
    request.allowedDeletes = arguments.values("allow-deletes").map(allowedDeletes)
    request.by = arguments.value("by")
    request.overwrite = arguments.flag("force")
    if let changes = arguments.value("changes") {
      guard changes.hasSuffix(".sql") else {
        throw ConsoleError.badValue(
          option: "--changes", value: changes, expected: "a file that ends in .sql")
      }
      request.changes = changes
    }
    guard !arguments.flag("dry-run") else { return request }
    guard let output = arguments.value("output"),
      [".gpkg", ".mmpk", ".zip", "/"].contains(where: output.hasSuffix)
    else {
      throw ConsoleError.badValue(
        option: "--output", value: arguments.value("output") ?? "",
        expected:
          "a file that ends in .gpkg, or in .mmpk or .zip if --into is a package, or in / if --into "
          + "is a folder, unless --dry-run is given")
    }
    request.output = output
    request.pages = PackageReview.maker(output: output, now: request.now)
    return request
  }
}
