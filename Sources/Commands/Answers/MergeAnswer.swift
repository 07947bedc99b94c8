import Bytes
import Console
import FeatureData
import GeoPackage
import Merging
import OrderedJSON
import Packages
import Records
import SQLiteFile

/// The answer of a merge, for people and programs.
struct MergeAnswer: Sendable {
  let result: MergeJob.Result
  /// The path of the output; null for a dry run, or if all packages were refused.
  let output: String?
  /// The files in the given folders that are not packages.
  var skipped: [Inbox.Skipped] = []

  init(_ result: MergeJob.Result, output: String?) {
    self.result = result
    self.output = output
  }

  /// 3 if all packages were refused, 1 if there are conflicts or issues.
  var exit: ExitCode {
    let report = result.report
    if report.packages.allSatisfy({ $0.outcome == .refused }) { return .inputRefused }
    let isClean =
      report.conflicts.isEmpty && report.issues.isEmpty && result.leftOut.isEmpty
      && result.triggers.isEmpty
      && report.rules.problems.isEmpty && report.rules.values.allSatisfy { $0.refusal == nil }
      && !report.packages.contains { $0.outcome == .refused }
    return isClean ? .done : .somethingToSee
  }

  /// The refused packages.
  var refusals: [Diagnostic] {
    result.report.packages.filter { $0.outcome == .refused }.map { package in
      Diagnostic(
        .error, code: package.refusal?.rawValue ?? "", subject: package.name,
        summary: package.message, fix: package.refusal?.fix)
    }
  }

  /// Members for programs, in a fixed order.
  var json: JSON {
    var document = JSONObject()
    document.append("ok", .bool(exit == .done))
    document.append("exit", .number(Int(exit.rawValue)))
    document.append("output", output.map { .string($0) } ?? .null)
    document.append("inputs", .string(result.inputs))
    document.append(
      "skipped",
      .array(skipped.map { ["path": .string($0.path), "reason": .string($0.reason)] }))
    document.append(
      "leftOut",
      .array(
        result.leftOut.map {
          [
            "kind": .string($0.kind.rawValue), "table": .string($0.table),
            "name": .string($0.name),
          ]
        }))
    document.append(
      "triggers",
      .array(
        result.triggers.map {
          [
            "name": .string($0.name), "table": .string($0.table),
            "event": .string($0.event.rawValue), "rows": .number($0.rows),
          ]
        }))
    for member in result.report.json.object?.members ?? [] {
      document.append(member.key, member.value)
    }
    return .object(document)
  }

  func text(colored: Bool) -> String {
    func heading(_ text: String) -> String { TextStyle.bold.apply(text, if: colored) + "\n" }
    let report = result.report
    var text = ""
    if let output { text += heading(PrintableText.of(output)) }
    for changes in report.changes where !changes.rows.isEmpty {
      text += "  \(PrintableText.of(report.schema.tables[changes.table].title)): "
      text += "\(changes.counts)\n"
    }
    for (relation, pairs) in report.pairs.sorted(by: { $0.key < $1.key }) {
      let count = PairCounts(added: pairs.added.count, removed: pairs.removed.count)
      text += "  \(PrintableText.of(report.schema.pairs[relation].mappingTable)): \(count.text)\n"
    }
    if report.changes.allSatisfy(\.rows.isEmpty), report.pairs.isEmpty {
      text += exit == .inputRefused ? "Nothing was merged\n" : "  no changes\n"
    }
    for package in report.packages.indices where report.packages[package].outcome != .refused {
      text += MergeReceipt(package, in: report).line + "\n"
    }
    text += MergeLines.text(result)
    for trigger in result.triggers {
      text += "TRIGGER \(PrintableText.of(trigger.name)) on \(PrintableText.of(trigger.table)) is "
      text +=
        "kept, but did not run for \(NumberText.plural(trigger.rows, one: "row", many: "rows")) "
      text += "of this merge (\(trigger.event.rawValue.uppercased()))\n"
    }
    for part in result.leftOut {
      text += "LEFT OUT \(part.kind.rawValue) \(PrintableText.of(part.name)) "
      text += "on \(PrintableText.of(part.table))\n"
    }
    return text
  }
}

extension TableChanges {
  /// `2 added, 14 updated, 1 deleted`.
  var counts: String {
    let counts: [(RowChange.Action, String)] = [
      (.insert, "added"), (.update, "updated"), (.delete, "deleted"),
    ]
    return counts.compactMap { action, text in
      let count = rows.count { $0.action == action }
      return count > 0 ? "\(NumberText.grouped(count)) \(text)" : nil
    }.joined(separator: ", ")
  }
}
