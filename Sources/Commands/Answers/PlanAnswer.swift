import Bytes
import Console
import MapModel
import OrderedJSON
import Packages
import Packaging

/// The part of an answer that `check` and `build` share: map, area, scales, layers, findings.
struct PlanAnswer: Sendable {
  let report: BuildReport
  let request: BuildRequest
  let layers: [LayerAccount]

  init(_ report: BuildReport, _ request: BuildRequest) {
    self.report = report
    self.request = request
    layers = LayerAccount.all(of: report)
  }

  /// A line with title, area and scales, then a line for each layer and table.
  func text(colored: Bool) -> String {
    let title = TextStyle.bold.apply(PrintableText.of(report.plan.title), if: colored)
    let area = report.plan.area.map { "area \(PrintableText.of($0.text))" } ?? "everything"
    return "\(title): \(area), \(scaleText)\n" + layers.text(colored: colored)
      + (baseMap?.text ?? "")
  }

  /// Members for programs, in a fixed order.
  func append(to document: inout JSONObject) {
    let plan = report.plan
    document.append(
      "map",
      [
        "title": .string(plan.title), "file": .string(request.map),
        "sha256": .string(plan.mapDigest),
      ])
    document.append("area", plan.area.map { .string($0.text) } ?? .null)
    document.append(
      "scale",
      ["minimum": .number(plan.scale.minimum), "maximum": .number(plan.scale.maximum)])
    document.append("layers", .array(layers.map(\.json)))
    document.append("attachments", .number(report.attachmentCount))
    if let baseMap { document.append("baseMap", baseMap.json) }
    document.append("findings", .array(report.findings.map(\.json)))
  }

  private var baseMap: BaseMapAnswer? {
    report.plan.baseMap.map { BaseMapAnswer($0, parts: report.parts) }
  }

  private var scaleText: String {
    let scale = report.plan.scale
    func text(_ denominator: Double) -> String {
      "1:" + (Int(exactly: denominator).map { NumberText.grouped($0) } ?? "\(denominator)")
    }
    switch (scale.minimum > 0, scale.maximum > 0) {
    case (false, false): return "all scales"
    case (true, false): return "scales from \(text(scale.minimum)) in"
    case (false, true): return "scales out from \(text(scale.maximum))"
    case (true, true): return "scales \(text(scale.minimum)) to \(text(scale.maximum))"
    }
  }
}
