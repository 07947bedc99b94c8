import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Packages

/// Writes what was fetched as the folder that `build` reads. Files that were received get second
/// names in it, so nothing is copied.
///
/// ```text
/// map.json                          the map, in its item
/// bindings.json                     which folder belongs to which layer
/// Trees.layer.json                  the definitions of a service's layers
/// Trees_0/0001.json                 pages of rows
/// attachments/Trees/GLOBALID/NAME   photos and other files
/// .fetch.jsonl                      the journal, for the next run
/// ```
struct FetchedFolder {
  let catalogue: Catalogue
  let tables: [FetchedTable]
  let part: FetchPart

  static let map = "map.json"

  /// Writes all files.
  ///
  /// - Throws: `ServicesError.attachmentsUnusable`, and errors of writing.
  func write(to folder: borrowing AtomicFolder) throws {
    var names = SafeNames()
    let folders = tables.map { table in
      let address = table.layer.address
      return names.make("\(address.serviceName)_\(address.layerID ?? 0)", in: "")
    }
    var journal = FetchJournal.heading(part.json)
    for (table, name) in zip(tables, folders) {
      for (index, page) in table.pages.enumerated() {
        let number = String(index + 1)
        let zeros = String(repeating: "0", count: max(0, 4 - number.utf8.count))
        try link(page.file, as: "\(name)/\(zeros)\(number).json", in: folder, &journal)
      }
      try writeAttachments(of: table, to: folder, &journal)
    }
    try write(document(of: catalogue.map), as: Self.map, to: folder)
    try write(bindings(folders), as: "bindings.json", to: folder)
    for service in catalogue.services {
      let name = names.make("\(service.address.serviceName).layer.json", in: "")
      try write(definitions(of: service), as: name, to: folder)
    }
    try write(journal, as: FetchJournal.name, to: folder)
  }

  private func link(
    _ file: ReceivedFile, as name: String, in folder: borrowing AtomicFolder,
    _ journal: inout [UInt8]
  ) throws {
    try WorkFolder.link(file.path, to: folder.path(for: name))
    journal += FetchJournal.line(file.entry.renamed(name)).dropFirst()
  }

  private func write(
    _ json: JSON, as name: String, to folder: borrowing AtomicFolder
  ) throws {
    try write(JSONWriter.write(json, style: .pretty), as: name, to: folder)
  }

  private func write(
    _ bytes: [UInt8], as name: String, to folder: borrowing AtomicFolder
  ) throws {
    var file = try OutputFile(path: folder.path(for: name))
    try file.append(bytes.span)
    try file.close()
  }

  /// The map in its item, as portals describe it, because the item has the title.
  private func document(of map: FetchedMap) -> JSON {
    var members: JSONObject = ["title": .string(map.title), "type": "Web Map"]
    if catalogue.item["type"]?.string == "Web Map", let id = catalogue.item["id"] {
      members.append("id", id)
    }
    members.append("data", map.document)
    return .object(members)
  }

  private func bindings(_ folders: [String]) -> JSON {
    var layers = JSONObject()
    for shown in catalogue.map.shown {
      guard let index = tables.firstIndex(where: { $0.layer.address == shown.address }) else {
        continue
      }
      layers.append(shown.id, ["source": .string(folders[index])])
    }
    return ["layers": .object(layers)]
  }

  /// The service's own resource with the whole definitions of its layers, and what items say about
  /// them.
  private func definitions(of service: Catalogue.Service) -> JSON {
    var root: JSONObject = ["url": .string(service.address.root)]
    for key in ["serviceItemId", "capabilities", "syncEnabled", "spatialReference"] {
      if let value = service.json[key] { root.append(key, value) }
    }
    let own = tables.map(\.layer).filter { $0.address.isSameService(as: service.address) }
    let (tables, layers) = (
      own.filter { $0.definition.kind == .table }, own.filter { $0.definition.kind != .table }
    )
    return [
      "service": .object(root),
      "layers": .array(layers.map { .object($0.definition.source) } + itemParts(of: own)),
      "tables": .array(tables.map { .object($0.definition.source) }),
    ]
  }

  /// What the items of a service's layers say, such as their pop-ups.
  private func itemParts(of layers: [ServedLayer]) -> [JSON] {
    layers.flatMap { layer in
      let items = catalogue.map.shown.filter { $0.address == layer.address }.compactMap(\.itemID)
      return catalogue.itemData.filter { items.contains($0.id) }.flatMap { _, data in
        ["layers", "tables"].flatMap { data[$0]?.array ?? [] }
          .filter { $0["id"]?.int == layer.address.layerID && $0["fields"] == nil }
      }
    }
  }

  private func writeAttachments(
    of table: FetchedTable, to folder: borrowing AtomicFolder, _ journal: inout [UInt8]
  ) throws {
    guard !table.attachments.isEmpty else { return }
    let title = try attachmentFolder(of: table)
    let globalIDs = table.pages.reduce(into: [:]) { all, page in
      all.merge(page.globalIDs) { first, _ in first }
    }
    var names = SafeNames()
    for attachment in table.attachments {
      let row = attachment.listed.row
      guard let globalID = globalIDs[row] else {
        throw ServicesError.attachmentsUnusable(
          layer: table.layer.name, reason: "row \(row) has attachments, but no GlobalID")
      }
      let record = globalID.text.filter { $0 != "{" && $0 != "}" }
      let name = names.make(attachment.listed.name, in: record)
      try link(
        attachment.file, as: "attachments/\(title)/\(record)/\(name)", in: folder, &journal)
    }
  }

  /// A name that `build` finds only this table by.
  private func attachmentFolder(of table: FetchedTable) throws(ServicesError) -> String {
    func names(_ table: FetchedTable) -> [String] {
      catalogue.titles(of: table.layer) + [table.layer.definition.name]
    }
    for name in names(table) {
      let folded = LayerNames.folded(name)
      let isShared = tables.contains { other in
        other.layer.address != table.layer.address
          && names(other).contains { LayerNames.folded($0) == folded }
      }
      let folder = SafeNames.cleaned(name)
      if !isShared, !folded.isEmpty, LayerNames.folded(folder) == folded { return folder }
    }
    throw .attachmentsUnusable(
      layer: table.layer.name, reason: "another layer of the map has the same name")
  }
}
