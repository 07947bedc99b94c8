import Bytes
import Console
import FeatureData
import Merging
import OrderedJSON

/// `fieldpack undo`: undoes a merge.
enum UndoVerb {
  static let verb = Verb(
    command: Command(
      "undo", summary: "undo the last merge, or an earlier one",
      discussion: [
        "Restores a GeoPackage or package that `merge` wrote to its state before the last merge, "
          + "byte for byte, from the file .undo beside it.",
        "If a GeoPackage changed since then, or --merge names an earlier merge, Fieldpack reverses "
          + "the added, changed and deleted records of that merge one by one, and keeps everything "
          + "else. A file keeps the changes of its last ten merges. If something later changed the "
          + "same fields, undo changes nothing and lists those records.",
        "You can merge the packages of an undone merge again.",
      ],
      arguments: [
        PositionalArgument("FILE", help: "a GeoPackage or package that `merge` wrote")
      ],
      options: [
        Option(
          "merge", valueName: "NUMBER",
          help: "the merge to undo, by its number in `fieldpack log` (default: 1, the last)"),
        Option(
          "now", valueName: "TIME",
          help: "the time to write into changed tables (default: SOURCE_DATE_EPOCH or the clock)"),
      ],
      examples: [
        Example("undo merged.gpkg", "restore what --into named in the last merge"),
        Example("undo trees.gpkg --merge 3", "undo the third last merge, and no other"),
      ],
      topics: ["merging"]),
    run: run)

  /// The largest number of records to list if a merge can't be undone.
  private static let largestList = 20

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let given = call.arguments.value("merge")
    guard let number = given.map({ Int($0) }) ?? 1, number > 0 else {
      throw ConsoleError.badValue(
        option: "--merge", value: given ?? "", expected: "a number that `fieldpack log` lists")
    }
    let outcome = try await MergeUndo(path: path).run(
      number: number, now: try call.surroundings.now(option: call.arguments.value("now")))
    let isRefused = if case .refused = outcome { true } else { false }
    if call.terminal.options.json {
      try call.terminal.print(json(outcome, path))
    } else {
      let text = Array(text(outcome, PrintableText.of(path)).utf8)
      try isRefused ? call.terminal.write(text) : call.terminal.summarize(text)
    }
    return isRefused ? .inputRefused : .done
  }

  private static func text(_ outcome: MergeUndo.Outcome, _ path: String) -> String {
    switch outcome {
    case .restored: return "\(path): restored to its state before the last merge\n"
    case .reversed(let changes):
      var text = "\(path): undid the merge of \(DateText.dateTime(changes.merge.time))\n"
      for (title, changes) in changes.tables {
        text += "  \(PrintableText.of(title)): \(changes.counts)\n"
      }
      return text
    case .refused(let merge, let obstacles):
      let count = NumberText.plural(obstacles.count, one: "reason", many: "reasons")
      var text = "\(path): can't undo the merge of \(DateText.dateTime(merge.time)), for "
      text += "\(count); no file was written\n"
      for obstacle in obstacles.prefix(largestList) {
        let location = [obstacle.table, obstacle.record, obstacle.field ?? ""].filter {
          !$0.isEmpty
        }
        text += "  \(PrintableText.of(location.joined(separator: " "))): "
        text += "\(PrintableText.of(obstacle.reason))\n"
      }
      if obstacles.count > largestList {
        text += "  and \(NumberText.grouped(obstacles.count - largestList)) more, see --json\n"
      }
      return text
    }
  }

  private static func json(_ outcome: MergeUndo.Outcome, _ path: String) -> JSON {
    var members: JSONObject = ["schema": "fieldpack.undo/1", "ok": true, "output": .string(path)]
    switch outcome {
    case .restored: members.append("undone", "bytes")
    case .reversed(let changes):
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
