import Bytes
import Console
import Packages
import Records
import SQLiteFile

/// The text of `inspect`.
struct SummaryText: Sendable {
  let summary: PackageSummary
  let colored: Bool

  var text: String {
    var lines = [head]
    let facts = [
      summary.packageID.map { "id \($0)" }, summary.created.map { "built \($0)" },
      summary.area.map { "area \(PrintableText.of($0))" },
    ].compactMap(\.self)
    if !facts.isEmpty { lines.append(facts.joined(separator: ", ")) }
    lines += stores
    lines += archives
    lines += summary.baseMaps.map { path, size in
      "\(path) has the base map, \(NumberText.bytes(size))"
    }
    lines += sidecar
    lines += layers
    for layer in summary.leftOut {
      lines.append(
        "  left out: \(PrintableText.of(layer.title)): \(PrintableText.of(layer.reason))")
    }
    lines.append(
      NumberText.plural(summary.attachmentCount, one: "attachment", many: "attachments") + ", "
        + NumberText.plural(summary.relationshipCount, one: "relationship", many: "relationships"))
    let found = summary.findingCounts.filter { $0.count > 0 }.map { severity, count in
      severity == "information"
        ? NumberText.plural(count, one: "note", many: "notes")
        : NumberText.plural(count, one: severity, many: severity + "s")
    }
    if !found.isEmpty { lines.append("findings of the build: " + found.joined(separator: ", ")) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A line for each file of a store: which programs open it, and its size.
  private var stores: [String] {
    summary.stores.map { store in
      "\(PrintableText.of(store.path)) for \(store.kind.programs), \(NumberText.bytes(store.size))"
    }
  }

  /// A line for each archive in the package: its purpose and size.
  private var archives: [String] {
    summary.archives.map { archive, size in
      let purpose =
        switch archive {
        case .base: "has the records as issued, for merging"
        case .review: "has web pages of the package; unpack it to open them"
        }
      return "\(archive.path) \(purpose), \(NumberText.bytes(size))"
    }
  }

  /// Whether edits were read from a file beside the store.
  private var sidecar: [String] {
    switch summary.sidecar {
    case .none: []
    case .wal(0, _): ["the -wal file beside the store has no complete change"]
    case .wal(let frames, _):
      [
        "the newest edits were read from the -wal file beside the store, \(NumberText.plural(frames, one: "page", many: "pages"))"
      ]
    case .journal: ["an unfinished change was undone with the -journal file beside the store"]
    }
  }

  private var head: String {
    let form =
      switch summary.form {
      case .store, .copy: summary.kind.title
      case .folder: "unpacked package"
      case .archive: "package"
      }
    let name = TextStyle.bold.apply(PrintableText.of(summary.path), if: colored)
    return "\(name): \(form)" + (summary.title.map { ", \(PrintableText.of($0))" } ?? "")
  }

  /// A line for each layer: status, title, records, geometry, fields.
  private var layers: [String] {
    let names = summary.layers.map { PrintableText.of($0.title) }
    let width = names.map(\.count).max() ?? 0
    let statusWidth = summary.layers.compactMap { $0.status?.count }.max() ?? 0
    return zip(summary.layers, names).map { layer, name in
      let status = statusWidth == 0 ? "" : Self.padded(layer.status ?? "", statusWidth) + "  "
      var facts = [NumberText.plural(layer.rowCount, one: "record", many: "records")]
      if let type = layer.geometryType {
        facts.append(type.lowercased() + (layer.srsID.map { " in EPSG \($0)" } ?? ""))
      }
      facts.append(NumberText.plural(layer.fieldCount, one: "field", many: "fields"))
      return "  \(status)\(Self.padded(name, width))  \(facts.joined(separator: ", "))"
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
