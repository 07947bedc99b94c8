import Bytes
import Console
import FeatureData
import Merging
import OrderedJSON

/// `fieldpack undo`: takes a merge back.
enum UndoVerb {
  static let verb = Verb(
    command: Command(
      "undo", summary: "take a merge back",
      discussion: [
        "Puts a GeoPackage or package that `merge` wrote back to what it was before its last merge, "
          + "byte for byte, from the file .undo beside it.",
        "Where a GeoPackage was changed since, or --merge names an older merge, the records that "
          + "the merge added, changed and deleted are taken back one by one, and all else stays: the "
          + "file knows its last ten merges. Refused with each record named where something later "
          + "touched the same fields.",
        "The packages of a merge that was taken back can be merged again.",
      ],
      arguments: [
        PositionalArgument("FILE", help: "a GeoPackage or package that `merge` wrote")
      ],
      options: [
        Option(
          "merge", valueName: "NUMBER",
          help: "which merge, as `fieldpack log` numbers them (default: 1, the last)"),
        Option(
          "now", valueName: "TIME",
          help: "the time that changed tables are marked with (default: SOURCE_DATE_EPOCH or the "
            + "clock)"),
      ],
      examples: [
        Example("undo merged.gpkg", "merged.gpkg is what --into named then"),
        Example("undo trees.gpkg --merge 3", "the third last merge, and no other"),
      ]),
    run: run)

  /// Records that are named at most where a merge cannot be taken back.
  private static let mostNamed = 20

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let given = call.arguments.value("merge")
    guard let number = given.map({ Int($0) }) ?? 1, number > 0 else {
      throw ConsoleError.badValue(
        option: "--merge", value: given ?? "", expected: "a number that `fieldpack log` lists")
    }
    let outcome = try await MergeUndo(path: path).run(
      number: number, now: try call.surroundings.now(option: call.arguments.value("now")))
    if call.terminal.options.json {
      try call.terminal.print(json(outcome, path))
    } else {
      try call.terminal.write(Array(text(outcome, PrintableText.of(path)).utf8))
    }
    if case .refused = outcome { return .inputRefused }
    return .done
  }

  private static func text(_ outcome: MergeUndo.Outcome, _ path: String) -> String {
    switch outcome {
    case .restored: return "\(path): as it was before its last merge\n"
    case .takenBack(let changes):
      var text = "\(path): without the merge of \(DateText.dateTime(changes.merge.time))\n"
      for (title, changes) in changes.tables {
        text += "  \(PrintableText.of(title)): \(changes.counts)\n"
      }
      return text
    case .refused(let merge, let obstacles):
      let count = NumberText.plural(obstacles.count, "reason", "reasons")
      var text = "\(path): the merge of \(DateText.dateTime(merge.time)) is not taken back, for "
      text += "\(count); nothing was written\n"
      for obstacle in obstacles.prefix(mostNamed) {
        let place = [obstacle.table, obstacle.record, obstacle.field ?? ""].filter { !$0.isEmpty }
        text += "  \(PrintableText.of(place.joined(separator: " "))): "
        text += "\(PrintableText.of(obstacle.reason))\n"
      }
      if obstacles.count > mostNamed {
        text += "  and \(NumberText.grouped(obstacles.count - mostNamed)) more, see --json\n"
      }
      return text
    }
  }

  private static func json(_ outcome: MergeUndo.Outcome, _ path: String) -> JSON {
    var members: JSONObject = ["schema": "fieldpack.undo/1", "ok": true, "output": .string(path)]
    switch outcome {
    case .restored: members.append("undone", "bytes")
    case .takenBack(let changes):
      members.append("undone", "records")
      members.append("time", .string(DateText.dateTime(changes.merge.time)))
      members.append(
        "tables",
        .array(
          changes.tables.map { title, changes in
            func count(_ action: RowChange.Action) -> JSON {
              .number(changes.rows.count { $0.action == action })
            }
            return [
              "table": .string(title), "added": count(.insert), "updated": count(.update),
              "deleted": count(.delete),
            ]
          }))
    case .refused(let merge, let obstacles):
      members = ["schema": "fieldpack.undo/1", "ok": false, "output": .string(path)]
      members.append("time", .string(DateText.dateTime(merge.time)))
      members.append(
        "obstacles",
        .array(
          obstacles.map { obstacle in
            [
              "table": .string(obstacle.table), "record": .string(obstacle.record),
              "field": obstacle.field.map { .string($0) } ?? .null,
              "reason": .string(obstacle.reason),
            ]
          }))
    }
    return .object(members)
  }
}
