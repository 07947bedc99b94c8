import Bytes
import Console
import OrderedJSON
import Packages
import Packaging

/// The answer of `build --plan`: what was built, what was up to date, and what failed.
struct PlannedBuildAnswer {
  let plan: AreaPlan
  let results: [AreaResult]
  let folder: String

  func report(on terminal: Terminal, exit: ExitCode) throws {
    if terminal.options.json {
      try terminal.print(.object(document(exit)))
      return
    }
    for result in results where result.outcome == .failed {
      for finding in result.findings where finding.severity != .information {
        terminal.report(finding.diagnostic(map: "\(plan.request.map), area \(result.name)"))
      }
      terminal.report(
        Diagnostic(
          .error, code: ErrorCode.packageNotBuilt.rawValue, subject: result.name,
          summary: "findings stop the build of this package",
          fix: "Correct the findings above, and build the plan again."))
    }
    let name = TextStyle.bold.apply(PrintableText.of(folder), if: terminal.outputIsColored)
    try terminal.summarize("\(name): \(summary)")
  }

  private var summary: String {
    let built = results.filter { $0.outcome == .built }
    let kept = results.count { $0.outcome == .kept }
    let failed = results.count { $0.outcome == .failed }
    var parts = [
      NumberText.plural(built.count, one: "package", many: "packages") + " built ("
        + NumberText.bytes(built.reduce(0) { $0 + $1.size }) + ")"
    ]
    if kept > 0 { parts.append("\(NumberText.grouped(kept)) up to date") }
    if failed > 0 { parts.append("\(NumberText.grouped(failed)) failed") }
    return parts.joined(separator: ", ")
  }

  private func document(_ exit: ExitCode) -> JSONObject {
    var document = JSONObject()
    document.append("schema", "fieldpack.build-plan/1")
    document.append("ok", .bool(exit == .done))
    document.append("exit", .number(Int(exit.rawValue)))
    document.append("output", .string(folder))
    document.append("planId", .string(plan.id))
    document.append(
      "packages",
      .array(
        results.map { result in
          [
            "index": .number(result.index), "name": .string(result.name),
            "file": .string(result.file), "outcome": .string(result.outcome.rawValue),
            "packageId": .string(result.packageID), "size": .number(result.size),
            "sha256": .string(result.sha256), "rows": .number(result.rows),
            "attachments": .number(result.attachments),
          ]
        }))
    return document
  }
}
