import Bytes
import Console
import FeatureData
import Geometry
import OrderedJSON
import Packages
import Packaging
import Publishing

/// The catalogue of the packages of a plan: a page for people, JSON and CSV for programs.
struct Catalogue {
  let plan: AreaPlan
  let collection: AreaCollection
  /// The address of the folder of packages on the web; nil if it has none.
  let link: String?

  /// The names of the files, in the folder of the packages.
  static let names = ["catalogue.html", "catalogue.json", "catalogue.csv"]

  /// Writes the three files into the folder of the packages, and adds them to a commit.
  func write(into folder: String, with joint: JointCommit) throws {
    let contents = [try page(), json(), csv()]
    for (name, content) in zip(Self.names, contents) {
      var file = try AtomicFile(replacing: "\(folder)/\(name)", overwrite: true)
      try file.append(content)
      try file.commit(with: joint)
    }
  }

  private func page() throws -> [UInt8] {
    let packages = try plan.entries.indices.map { try package($0) }
    return try CataloguePage(
      CatalogueContent(
        title: plan.title, date: String(ManifestFormat.time(plan.request.now).prefix(10)),
        packages: packages)
    ).bytes()
  }

  private func package(_ index: Int) throws -> CatalogueContent.Package {
    let entry = plan.entries[index]
    let state = collection.states[index]
    var package = CatalogueContent.Package(
      name: entry.area.name, file: entry.file, state: state.rawValue,
      isComplete: state == .complete)
    let result = collection.results[index]
    package.id = result?.packageID ?? ""
    package.size = result?.size ?? 0
    package.layers =
      (state == .complete ? result?.layers : nil ?? entry.estimate.layers).map {
        layers in layers.map { ($0.title, $0.rows, $0.attachments) }
      } ?? []
    package.findings = (result?.findings ?? []).filter { $0.severity != .information }.map {
      ($0.severity.rawValue, "\($0.subject.isEmpty ? "" : "\($0.subject): ")\($0.message)")
    }
    package.shape = try entry.area.area.map { area in
      var shape = area.shape
      try CoordinateTransform(from: area.spatialReference, to: .wgs84).apply(to: &shape)
      return shape
    }
    package.link = address(entry)
    return package
  }

  private func address(_ entry: AreaPlan.Entry) -> String? {
    link.map { base in
      base + (base.hasSuffix("/") ? "" : "/") + CataloguePage.percentEncoded(entry.file)
    }
  }

  private func json() -> [UInt8] {
    var root = JSONObject()
    root.append("format", "fieldpack.catalogue/1")
    root.append("planId", .string(plan.id))
    root.append("title", .string(plan.title))
    root.append("created", .string(ManifestFormat.time(plan.request.now)))
    root.append(
      "packages",
      .array(
        plan.entries.map { entry in
          let result = collection.results[entry.index]
          var members = JSONObject()
          members.append("index", .number(entry.index))
          members.append("name", .string(entry.area.name))
          members.append("file", .string(entry.file))
          members.append("state", .string(collection.states[entry.index].rawValue))
          members.append("packageId", .string(result?.packageID ?? ""))
          members.append("size", .number(result?.size ?? 0))
          members.append("estimate", .number(entry.estimate.bytes))
          members.append("sha256", .string(result?.sha256 ?? ""))
          members.append("rows", .number(result?.rows ?? 0))
          members.append("attachments", .number(result?.attachments ?? 0))
          members.append("parts", result?.parts.json ?? .null)
          if let address = address(entry) { members.append("link", .string(address)) }
          members.append("findings", .array((result?.findings ?? []).map(\.json)))
          return .object(members)
        }))
    return JSONWriter.write(.object(root), style: .pretty)
  }

  private func csv() -> [UInt8] {
    var text = Array("index,name,file,state,size,estimate,rows,attachments,sha256\r\n".utf8)
    for entry in plan.entries {
      let result = collection.results[entry.index]
      let cells = [
        String(entry.index), entry.area.name, entry.file,
        collection.states[entry.index].rawValue, String(result?.size ?? 0),
        String(entry.estimate.bytes), String(result?.rows ?? 0),
        String(result?.attachments ?? 0), result?.sha256 ?? "",
      ]
      for (index, cell) in cells.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        CSVText.append(Array(cell.utf8).span, delimiter: UInt8(ascii: ","), to: &text)
      }
      text += [0x0D, 0x0A]
    }
    return text
  }
}
