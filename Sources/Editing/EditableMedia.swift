import Bytes
import FeatureData
import GeoPackage
import Packages
import Records

/// The attachments of a table's records, while they are edited.
struct EditableMedia {
  let table: GeoPackageTable
  /// Whether the store lacks the attachment table.
  let isNew: Bool
  /// Whether the content is stored in the rows.
  private let isInRows: Bool
  private var stored: [Int64: GeoPackageAttachment] = [:]
  private var rowids: [GlobalID: Int64] = [:]
  private var replaced: [Int64: [UInt8]] = [:]
  private var deleted: Set<Int64> = []
  private var added: [(id: GlobalID, parent: GlobalID, record: [UInt8], path: String?)] = []
  private var names = SafeNames()
  /// Files to write, by path.
  private(set) var files: [String: PackageRewriting.FileContent] = [:]
  /// Paths of files to remove.
  private(set) var removed: Set<String> = []

  /// An attachment of an edit.
  struct Item {
    var parent: GlobalID
    var id: GlobalID
    var name: String
    var contentType: String
    var keywords: String?
    var content: PackageRewriting.FileContent
  }

  init(
    of parent: String, in reader: GeoPackageReader, isInRows: Bool
  ) throws {
    self.isInRows = isInRows
    guard let relation = try reader.mediaRelations(of: parent).first else {
      table = .attachments(of: parent, name: parent + "_attachments")
      isNew = true
      return
    }
    table = try reader.table(named: relation.relatedTable)
    isNew = false
    var stored: [Int64: GeoPackageAttachment] = [:]
    try reader.forEachAttachment(in: relation.relatedTable) { rowid, attachment, _ in
      stored[rowid] = attachment
    }
    self.stored = stored
    for (rowid, attachment) in stored.sorted(by: { $0.key < $1.key }) {
      if let id = GlobalID(attachment.globalID) { rowids[id] = rowids[id] ?? rowid }
      guard let path = attachment.path, let name = path.split(separator: "/").last else { continue }
      _ = names.make(String(name), in: String(path.dropLast(name.count + 1)))
    }
  }

  /// Whether rows can be written: the table has exactly the columns that Fieldpack writes.
  var isWritable: Bool {
    table.columns.map(\.name) == GeoPackageTable.attachments(of: "", name: "").columns.map(\.name)
  }

  func isTaken(_ id: GlobalID) -> Bool {
    rowids[id] != nil || added.contains { $0.id == id }
  }

  /// The attachment with a GlobalID.
  func attachment(_ id: GlobalID) -> GeoPackageAttachment? {
    rowids[id].flatMap { deleted.contains($0) ? nil : stored[$0] }
  }

  mutating func add(_ item: Item) throws {
    let (record, path) = try encode(item)
    added.append((item.id, item.parent, record, path))
  }

  mutating func replace(_ item: Item) throws {
    guard let rowid = rowids[item.id] else { return }
    if let old = stored[rowid]?.path { removed.insert(old) }
    let (record, path) = try encode(item)
    replaced[rowid] = record
    stored[rowid]?.path = path
  }

  mutating func remove(_ id: GlobalID) {
    guard let rowid = rowids[id] else { return }
    remove(rowid: rowid)
  }

  /// Removes the attachments of records.
  mutating func remove(parents: Set<GlobalID>) {
    for (rowid, attachment) in stored {
      if let parent = GlobalID(attachment.parentGlobalID), parents.contains(parent) {
        remove(rowid: rowid)
      }
    }
    for item in added where parents.contains(item.parent) {
      if let path = item.path { files[path] = nil }
    }
    added.removeAll { parents.contains($0.parent) }
  }

  private mutating func remove(rowid: Int64) {
    deleted.insert(rowid)
    replaced[rowid] = nil
    guard let path = stored[rowid]?.path else { return }
    files[path] = nil
    removed.insert(path)
  }

  private mutating func encode(_ item: Item) throws -> (record: [UInt8], path: String?) {
    let bytes = try item.content.read()
    var path: String?
    if !isInRows {
      let folder =
        "attachments/" + item.parent.text.lowercased().filter { $0 != "{" && $0 != "}" }
      let file = folder + "/" + names.make(item.name, in: folder)
      files[file] = item.content
      removed.remove(file)
      path = file
    }
    let row = GeoPackageAttachment(
      parentGlobalID: item.parent.text, globalID: item.id.text, name: item.name,
      contentType: item.contentType, size: bytes.count,
      sha256: SHA256.hex(SHA256.of(bytes.span)), path: path, keywords: item.keywords)
    var encoder = RecordEncoder()
    let content = isInRows ? bytes : []
    row.encode(content: content.span, into: &encoder)
    var record: [UInt8] = []
    encoder.write(to: &record)
    return (record, path)
  }

  var edits: TableEdits {
    TableEdits(
      replaced: replaced.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      deleted: deleted.sorted(), added: added.map { (nil, $0.record) })
  }
}
