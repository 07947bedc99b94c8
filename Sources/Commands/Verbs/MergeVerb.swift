import Bytes
import Console
import Merging
import OrderedJSON
import Packaging

/// `fieldpack merge`: brings what crews did into the office's data.
enum MergeVerb {
  static let verb = Verb(
    command: Command(
      "merge", summary: "bring what crews did into the office's data",
      discussion: [
        "Compares each package with the data it was built from, field by field, and brings what "
          + "was added, changed and deleted into the current data: records, related records and "
          + "photos, by GlobalID. Where the office, or two crews, left different values, the last "
          + "package given wins, and the conflict is recorded with all values.",
        "Nothing is written to the inputs. The output is a new GeoPackage with an account of what "
          + "was merged: a package that comes back again adds only what is new. "
          + "`fieldpack undo` takes the merge back.",
        "Where --into is a package, FILE.mmpk is that package with the merged data, to be issued to "
          + "crews again: under a new id, with the data as they are now for its base, its photos and "
          + "pages with them.",
        "Where --into is a folder of GeoJSON and CSV files, FOLDER/ is a new folder of the same files "
          + "with the merged rows, and of its other files as they are. It has no undo: the folder "
          + "that it was made of is untouched.",
        "Then the rules of the map are applied, which fill in what crews left empty in new records "
          + "and keep records in step with the newest related one; each value they set is listed.",
        "A package may be an Esri geodatabase that was downloaded as a replica, alone or in its mobile "
          + "map: it keeps what was downloaded beside the edits. Where a package brings both its "
          + "GeoPackage and its geodatabases edited, they are two returns, the GeoPackage first.",
        "A folder that holds several packages is taken package by package, in the order of their "
          + "names; what is none is passed over and named.",
        "A package that is damaged, or of another map, is refused by name and the others are "
          + "merged. Exit code 1 when there are conflicts, issues or refused packages.",
      ],
      arguments: [
        PositionalArgument(
          "PACKAGE", repeats: true,
          help: "packages that came back, in any form, or a folder of them; the last one given wins"
        )
      ],
      options: options,
      examples: [
        Example(
          "merge --into trees.gpkg crew-07.mmpk crew-08.mmpk -o merged.gpkg --review review",
          "two crews, and a folder with the reports"),
        Example(
          "merge --into trees.gpkg returned/ -o merged.gpkg",
          "every package in a folder, by name"),
        Example(
          "merge --into issued.mmpk crew-*.mmpk -o next.mmpk",
          "the package of next week"),
        Example(
          "merge --into trees.gpkg crew-*.mmpk --dry-run --review review",
          "what would come of it; nothing but the reports is written"),
        Example(
          "merge --into trees.gpkg crew-*.mmpk --dry-run --changes friday.sql",
          "the changes alone, to make with: sqlite3 -bail trees.gpkg < friday.sql"),
        Example(
          "merge --into trees.gpkg edited.gpkg --base issued.gpkg --map map.json -o merged.gpkg",
          "a GeoPackage that Fieldpack never built"),
        Example(
          "merge --into trees.gpkg 7.gpkg 8.gpkg --base 7.gpkg=north.gpkg --base 8.gpkg=south.gpkg "
            + "-o merged.gpkg",
          "two GeoPackages that were issued with different data"),
        Example(
          "merge --into trees.gpkg replica.geodatabase -o merged.gpkg",
          "what was edited in an Esri app"),
      ]),
    run: run)

  private static let options = [
    Option(
      "into", valueName: "CURRENT", isRequired: true, completion: .file,
      help:
        "the office's data as it is now: a GeoPackage, a package, a geodatabase, or with --map a "
        + "folder of data"),
    Option(
      "output", short: "o", valueName: "FILE", completion: .file,
      help:
        "the GeoPackage to write, FILE.gpkg; where --into is a package also FILE.mmpk, or FILE.zip for "
        + "QField, to issue anew; where it is a folder of GeoJSON and CSV also FOLDER/"),
    Option(
      "changes", valueName: "FILE", completion: .file,
      help:
        "the changes alone, FILE.sql: statements that make them in the office's GeoPackage in place"
    ),
    Option("dry-run", help: "write the reports alone"),
    Option(
      "review", valueName: "DIR", completion: .folder,
      help: "a folder to make: the page index.html to look at and decide, report.json, "
        + "edits.json for a feature service, receipts.txt"),
    Option(
      "decisions", valueName: "FILE", completion: .file,
      help: "choices that were saved from the review page of the same inputs"),
    Option(
      "base", valueName: "[NAME=]FILE", repeats: true, completion: .file,
      help: "the data as issued, for packages that bring no base; with the file name of a package "
        + "in front, for that package alone"),
    KeyArgument.option,
    TimeZoneArgument.option,
    PreferArgument.option,
    Option(
      "map", valueName: "MAP", completion: .file,
      help: "the web map that tells fields, relationships and which table is which layer's, where "
        + "the data does not"),
    Option(
      "rules", valueName: "FILE", completion: .file,
      help: "a bindings.json with the rules to apply (default: those the data's map brings); with "
        + "--map it also binds tables to layers"),
    Option(
      "allow-deletes", valueName: "PACKAGE:TABLE", repeats: true,
      help:
        "take a package in which more than \(MergeRequest.largestShareOfDeletes) % of a table's "
        + "records are gone; PACKAGE alone allows it for all its tables, and * for any package"),
    Option(
      "by", valueName: "NAME", help: "who answers for the merge: noted in it, see `fieldpack log`"),
    Option(
      "now", valueName: "TIME",
      help: "the time of the merge (default: SOURCE_DATE_EPOCH or the clock)"),
    Option("force", short: "f", help: "replace the output and the review if they are there"),
  ]

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    var request = try request(call)
    let bases = call.arguments.values("base").map { BaseArgument($0) }
    let skipped = try openInboxes(&request, bases)
    request.bases = try BaseArgument.bases(bases, of: request.packages)
    for entry in skipped {
      call.terminal.tell(
        Diagnostic(
          .note, code: "INBOX_SKIPPED", subject: entry.path, summary: entry.reason, fix: nil))
    }
    let result = try await merge(request, call.terminal)
    if let path = result.unusedBase {
      call.terminal.tell(
        Diagnostic(
          .note, code: "BASE_UNUSED", subject: path,
          summary: "every package brings its own base, so this file was not used",
          fix: "To compare a package with it all the same, name the package: --base NAME=FILE."))
    }
    if let folder = call.arguments.value("review") {
      try MergeReview(result).write(to: folder, overwrite: call.arguments.flag("force"))
    }
    var answer = MergeAnswer(result, output: result.isWritten ? request.output : nil)
    answer.skipped = skipped
    if call.terminal.options.json {
      try call.terminal.print(answer.json)
    } else {
      for diagnostic in answer.refusals { call.terminal.tell(diagnostic) }
      try call.terminal.write(Array(answer.text(colored: call.terminal.outputIsColored).utf8))
    }
    return answer.exit
  }

  /// Puts the packages of folders that hold several in place of these.
  ///
  /// - Returns: what is no package in them.
  private static func openInboxes(
    _ request: inout MergeRequest, _ bases: [BaseArgument]
  ) throws -> [Inbox.Skipped] {
    var known = [(path: request.current, reason: "It is the data that is merged into.")]
    for base in bases.map(\.path) { known.append((base, "It is the data as it was issued.")) }
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
        path: request.packages.joined(separator: ", "), expected: "packages that came back")
    }
    request.packages = packages
    return skipped
  }

  /// `PACKAGE:TABLE`, `PACKAGE` or `*:TABLE`; a path may hold a colon itself.
  private static func allowedDeletes(_ value: String) -> MergeRequest.AllowedDeletes {
    func package(_ name: Substring) -> String? { name == "*" ? nil : String(name) }
    guard let colon = value.lastIndex(of: ":"), !value[colon...].contains("/") else {
      return MergeRequest.AllowedDeletes(package: package(value[...]))
    }
    let table = value[value.index(after: colon)...]
    return MergeRequest.AllowedDeletes(
      package: package(value[..<colon]), table: table.isEmpty ? nil : String(table))
  }

  /// Merges without an answer, for other verbs.
  static func merge(_ request: MergeRequest, _ terminal: Terminal) async throws -> MergeJob.Result {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try await MergeJob(request) { bar.show($0) }.run()
  }

  private static func request(_ call: Call) throws -> MergeRequest {
    let arguments = call.arguments
    var request = MergeRequest(
      current: arguments.value("into") ?? "", packages: arguments.positionals,
      now: try call.surroundings.now(option: arguments.value("now")))
    request.map = arguments.value("map")
    request.rules = arguments.value("rules")
    request.decisions = try arguments.value("decisions").map { try DecisionFile(path: $0) }
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
          "a file that ends in .gpkg; in .mmpk or .zip where --into is a package, in / where it is a folder; "
          + "unless --dry-run is given")
    }
    request.output = output
    request.pages = PackageReview.maker(output: output, now: request.now)
    return request
  }
}
