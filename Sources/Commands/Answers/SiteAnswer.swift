import Bytes
import Console
import OrderedJSON
import Packages
import Publishing
import Tiles

/// The answer of `site`: the files, what it could not show, the published fields, the page to open.
struct SiteAnswer: Sendable {
  let report: SiteReport
  let request: SiteRequest

  func report(on terminal: Terminal) throws(BytesError) {
    guard !terminal.options.json else { return try terminal.print(document) }
    for finding in report.findings { terminal.report(finding.shortDiagnostic(map: request.output)) }
    let name = TextStyle.bold.apply(
      PrintableText.of(request.output), if: terminal.outputIsColored)
    try terminal.summarize("\(name): \(size)")
    for layer in report.layers {
      var line = "  \(PrintableText.of(layer.title)): "
      line += NumberText.plural(layer.records, one: "record", many: "records")
      if layer.attachments > 0 {
        line += ", " + NumberText.plural(layer.attachments, one: "attachment", many: "attachments")
      }
      try terminal.summarize(line)
    }
    if let kept { try terminal.summarize("  \(kept)") }
    if let baseMap { try terminal.summarize("  Base map: \(baseMap)") }
    if request.isPublic {
      try terminal.summarize("Published fields:")
      for layer in report.published {
        try terminal.summarize(
          "  \(PrintableText.of(layer.layer)): "
            + (layer.fields.isEmpty
              ? "none" : layer.fields.map { PrintableText.of($0) }.joined(separator: ", ")))
      }
    }
    try terminal.summarize("Open \(PrintableText.of(request.output))/index.html in a browser.")
  }

  /// The levels and number of tiles; nil without a base map.
  private var baseMap: String? {
    let levels = report.baseMap.map(\.level)
    guard let coarsest = levels.min(), let finest = levels.max() else { return nil }
    let count = report.baseMap.reduce(0) { $0 + $1.count }
    return (coarsest == finest ? "level \(finest)" : "levels \(coarsest) to \(finest)") + ", "
      + NumberText.plural(count, one: "tile", many: "tiles")
  }

  /// How much of an earlier site was kept; nil if nothing was.
  private var kept: String? {
    guard report.keptShards > 0 else { return nil }
    let all = NumberText.plural(
      report.shards, one: "file of records is", many: "files of records are")
    return "\(NumberText.grouped(report.keptShards)) of \(all) as before"
  }

  private var size: String {
    let all =
      NumberText.plural(report.fileCount, one: "file", many: "files") + ", "
      + NumberText.bytes(report.byteCount)
    guard report.written < report.fileCount || report.removed > 0 else { return all }
    return all + "; \(NumberText.grouped(report.written)) written"
      + (report.removed > 0 ? ", \(NumberText.grouped(report.removed)) removed" : "")
  }

  private var document: JSON {
    [
      "schema": "fieldpack.site/1", "ok": true, "output": .string(request.output),
      "index": .string(request.output + "/index.html"), "files": .number(report.fileCount),
      "size": .number(report.byteCount), "written": .number(report.written),
      "removed": .number(report.removed), "recordFiles": .number(report.shards),
      "recordFilesKept": .number(report.keptShards),
      "layers": .array(
        report.layers.map { layer in
          [
            "id": .string(layer.id), "title": .string(layer.title),
            "records": .number(layer.records), "photos": .number(layer.attachments),
          ]
        }),
      "fields": .array(
        report.published.map { layer in
          [
            "layer": .string(layer.layer), "fields": .array(layer.fields.map { .string($0) }),
          ]
        }),
      "baseMap": .array(
        report.baseMap.map { level in
          [
            "level": .number(level.level), "tiles": .number(level.count),
            "bytes": .number(level.bytes),
          ]
        }),
      "findings": .array(report.findings.map(\.json)),
    ]
  }
}
