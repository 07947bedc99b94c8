import Bytes
import Geometry
import OrderedJSON
package import Packages

/// The plan of many packages: a header, and one entry for each area.
///
/// ```
/// {"format":"fieldpack.plan/1","planId":…,"inputs":[…],"options":{…},"count":20,…}
/// {"index":0,"name":"ARBOR LODGE","file":"ARBOR LODGE.mmpk","area":{…},"key":…,"bytes":…}
/// {"index":1,…}
/// ```
///
/// A machine that has the plan and the inputs can build any of the packages alone.
package struct AreaPlan: Sendable {
  /// The name of the format.
  package static let format = "fieldpack.plan/1"

  /// A file that the packages are made from.
  package struct Input: Sendable, Equatable {
    /// The name of the file, without its folder.
    package var name: String
    package var size: Int
    package var sha256: String
  }

  /// One package.
  package struct Entry: Sendable {
    package var index: Int
    package var area: NamedArea
    /// The name of the package's file.
    package var file: String
    /// Equal as long as the package is up to date.
    package var key: String
    package var estimate: PackageEstimate
  }

  /// The title of the map.
  package var title: String
  /// What all packages have in common.
  package var request: BuildRequest
  /// Where the areas come from.
  package var areas: AreasOptions
  /// When packages have pages, as `--review` says it; nil for the default.
  package var pages: String?
  /// The number of workers that the packages are spread over; nil if each package is one task.
  package var shards: Int?
  /// The indexes of the packages to build; nil for all. What is missing of a plan is this plan with
  /// a list, so that everything else stays the same.
  package var only: [Int]?
  /// The files that the packages are made from, the map first.
  package var inputs: [Input]
  package var entries: [Entry]
  /// What is odd about the areas.
  package var findings: [Finding]

  /// A digest of everything else.
  package var id: String {
    var digest = SHA256()
    digest.update(JSONWriter.write(.object(header(id: "")), style: .compact).span)
    for entry in entries { digest.update(Self.line(entry).span) }
    return String(SHA256.hex(digest.finish()).prefix(32))
  }

  package var rows: Int { entries.reduce(0) { $0 + $1.estimate.rows } }
  package var attachments: Int { entries.reduce(0) { $0 + $1.estimate.attachments } }
  package var bytes: Int { entries.reduce(0) { $0 + $1.estimate.bytes } }
  package var seconds: Double { entries.reduce(0) { $0 + $1.estimate.seconds } }

  /// The key of a package: its content, its pages, and the version that writes it.
  static func key(ofContent digest: String, pages: String?) -> String {
    let text = [digest, pages ?? "", ToolVersion.text].joined(separator: "\u{0}")
    return SHA256.hex(SHA256.of(Array(text.utf8).span))
  }

  /// The map and the files of the data, each once, sorted by name.
  static func inputs(
    _ groups: [AreaGroup], mapDigest: String, _ request: BuildRequest
  ) throws -> [Input] {
    var inputs: [Input] = []
    for source in groups.flatMap(\.map.sources) {
      let input = Input(name: source.name, size: source.size, sha256: source.sha256)
      if !inputs.contains(input) { inputs.append(input) }
    }
    for layer in groups.first?.map.plan.baseMap?.layers ?? [] {
      inputs.append(
        Input(
          name: layer.fileNames, size: layer.byteCount,
          sha256: SHA256.hex(try layer.digest())))
    }
    inputs.sort { ($0.name, $0.sha256) < ($1.name, $1.sha256) }
    return [Input(name: LocalPath.lastPart(request.map), size: 0, sha256: mapDigest)] + inputs
  }

  /// The indexes of the packages to build.
  package var wanted: [Int] { only ?? Array(entries.indices) }

  /// The plan as JSON lines.
  package func encoded() -> [UInt8] {
    var bytes = JSONWriter.write(.object(header(id: id)), style: .compact)
    bytes.append(UInt8(ascii: "\n"))
    for entry in entries { bytes += Self.line(entry) }
    return bytes
  }

  private func header(id: String) -> JSONObject {
    var members = JSONObject()
    members.append("format", .string(Self.format))
    members.append("planId", .string(id))
    members.append("tool", ["name": "fieldpack", "version": .string(ToolVersion.text)])
    members.append("created", .string(ManifestFormat.time(request.now)))
    members.append("title", .string(title))
    members.append("options", optionsJSON)
    members.append(
      "inputs",
      .array(
        inputs.map {
          ["name": .string($0.name), "size": .number($0.size), "sha256": .string($0.sha256)]
        }))
    members.append("count", .number(entries.count))
    if let shards { members.append("shards", .number(shards)) }
    if let only { members.append("only", .array(only.map { .number($0) })) }
    members.append("rows", .number(rows))
    members.append("attachments", .number(attachments))
    members.append("bytes", .number(bytes))
    members.append("findings", .array(findings.map(\.json)))
    return members
  }

  private static func line(_ entry: Entry) -> [UInt8] {
    var bytes = JSONWriter.write(entry.json, style: .compact)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
