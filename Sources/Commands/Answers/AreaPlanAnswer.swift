import Bytes
import Console
import OrderedJSON
import Packages
import Packaging

/// The answer of `plan`: a line for each area, and what is odd.
struct AreaPlanAnswer {
  let plan: AreaPlan
  /// Packages that would be too large; empty if the plan was written.
  let overBudget: [Finding]
  let output: String

  /// The most areas that are listed one by one.
  private static let mostLines = 60

  func report(on terminal: Terminal, exit: ExitCode) throws {
    if terminal.options.json {
      try terminal.print(.object(document(exit)))
      return
    }
    for finding in plan.findings + overBudget where finding.severity != .information {
      terminal.report(finding.diagnostic(map: plan.request.map))
    }
    try terminal.summarize(Array(text(colored: terminal.outputIsColored).utf8))
  }

  private func document(_ exit: ExitCode) -> JSONObject {
    var document = JSONObject()
    document.append("schema", "fieldpack.plan/1")
    document.append("ok", .bool(exit == .done))
    document.append("exit", .number(Int(exit.rawValue)))
    document.append("output", overBudget.isEmpty ? .string(output) : .null)
    document.append("planId", .string(plan.id))
    document.append("count", .number(plan.entries.count))
    document.append("rows", .number(plan.rows))
    document.append("attachments", .number(plan.attachments))
    document.append("bytes", .number(plan.bytes))
    document.append("seconds", .number(plan.seconds))
    document.append(
      "areas",
      .array(
        plan.entries.map { entry in
          [
            "index": .number(entry.index), "name": .string(entry.area.name),
            "file": .string(entry.file), "rows": .number(entry.estimate.rows),
            "attachments": .number(entry.estimate.attachments),
            "bytes": .number(entry.estimate.bytes),
            "seconds": .number(entry.estimate.seconds), "parts": entry.estimate.parts.json,
          ]
        }))
    document.append("findings", .array((plan.findings + overBudget).map(\.json)))
    return document
  }

  private func text(colored: Bool) -> String {
    let name = TextStyle.bold.apply(PrintableText.of(output), if: colored)
    let title = overBudget.isEmpty ? name : "No plan was written"
    var text =
      "\(title): " + NumberText.plural(plan.entries.count, one: "package", many: "packages")
      + ", \(NumberText.bytes(plan.bytes)), "
      + NumberText.plural(plan.rows, one: "record", many: "records")
    if plan.attachments > 0 {
      text += ", " + NumberText.plural(plan.attachments, one: "attachment", many: "attachments")
    }
    text += "\n"
    let isShort = plan.entries.count <= Self.mostLines
    let listed =
      isShort
      ? plan.entries
      : Array(plan.entries.sorted { $0.estimate.bytes > $1.estimate.bytes }.prefix(20))
    let width = listed.map { PrintableText.of($0.area.name).count }.max() ?? 0
    for entry in listed {
      let name = PrintableText.of(entry.area.name)
      text += "  \(name)\(Self.blanks(width - name.count))"
      text += Self.right(NumberText.bytes(entry.estimate.bytes), 12)
      text += Self.right(
        NumberText.plural(entry.estimate.rows, one: "record", many: "records"), 18)
      if entry.estimate.attachments > 0 {
        text += Self.right(
          NumberText.plural(entry.estimate.attachments, one: "attachment", many: "attachments"), 16)
      }
      text += "\n"
    }
    if !isShort {
      text += "  These are the 20 largest. \(PrintableText.of(output)) has all.\n"
    }
    return text
  }

  private static func right(_ text: String, _ width: Int) -> String {
    blanks(max(2, width - text.count)) + text
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
