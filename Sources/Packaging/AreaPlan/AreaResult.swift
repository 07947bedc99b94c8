import Bytes
import OrderedJSON
package import Packages

/// What became of one area of a plan: the record beside its package, which says what the package is.
package struct AreaResult: Sendable {
  /// The name of the format.
  static let format = "fieldpack.result/1"
  /// The folder of the records, in the folder of the packages.
  package static let folder = "results"

  package enum Outcome: String, Sendable {
    /// Built now.
    case built
    /// Up to date from an earlier run.
    case kept
    /// Findings stopped the build. There is no package.
    case failed
  }

  package var index: Int
  package var name: String
  /// The name of the package's file.
  package var file: String
  package var outcome: Outcome
  package var key: String
  package var packageID: String
  package var size: Int
  package var sha256: String
  package var layers: [PackageEstimate.Layer]
  package var parts: PackageParts
  package var findings: [Finding]

  package var rows: Int { layers.reduce(0) { $0 + $1.rows } }
  package var attachments: Int { layers.reduce(0) { $0 + $1.attachments } }

  /// The path of the record of a package.
  static func path(ofFile file: String, in folder: String) -> String {
    "\(folder)/\(Self.folder)/\(file).json"
  }

  /// The record's bytes. Whether it was built or kept is not part of it.
  func encoded() -> [UInt8] {
    var members = JSONObject()
    members.append("format", .string(Self.format))
    members.append("ok", .bool(outcome != .failed))
    members.append("index", .number(index))
    members.append("name", .string(name))
    members.append("file", .string(file))
    members.append("key", .string(key))
    members.append("packageId", .string(packageID))
    members.append("size", .number(size))
    members.append("sha256", .string(sha256))
    members.append("layers", .array(layers.map(\.json)))
    members.append("parts", parts.json)
    members.append("findings", .array(findings.map(\.json)))
    return JSONWriter.write(.object(members), style: .pretty)
  }

  /// Reads the record of a package; nil if there is none, or none that can be used.
  ///
  /// - Throws: errors of reading the record.
  init?(ofFile file: String, in folder: String) throws {
    guard let record = try InputFile.ifThere(Self.path(ofFile: file, in: folder)) else {
      return nil
    }
    let bytes = try unlessUnreadable { try JSONDocument.readBytes(FileRegion(record)) }
    guard let bytes,
      let json = try? JSONParser.parse(bytes), json["format"]?.string == Self.format,
      json["file"]?.string == file, let index = json["index"]?.int,
      let name = json["name"]?.string, let key = json["key"]?.string,
      let size = json["size"]?.int, let sha256 = json["sha256"]?.string
    else { return nil }
    self.index = index
    self.name = name
    self.file = file
    outcome = json["ok"]?.bool == true ? .kept : .failed
    self.key = key
    packageID = json["packageId"]?.string ?? ""
    self.size = size
    self.sha256 = sha256
    layers = (json["layers"]?.array ?? []).map(PackageEstimate.Layer.init(json:))
    parts = PackageParts(json: json["parts"])
    findings = (json["findings"]?.array ?? []).compactMap(Finding.init(json:))
  }

  init(_ entry: AreaPlan.Entry, outcome: Outcome, findings: [Finding]) {
    index = entry.index
    name = entry.area.name
    file = entry.file
    self.outcome = outcome
    key = entry.key
    packageID = ""
    size = 0
    sha256 = ""
    layers = []
    parts = PackageParts()
    self.findings = findings
  }
}
