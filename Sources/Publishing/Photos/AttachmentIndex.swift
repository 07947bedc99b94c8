import Bytes
import FeatureData
import GeoPackage
import OrderedJSON
import Packages
import Records

/// The attachments of a layer's records, by the records' GlobalIDs.
struct AttachmentIndex: Sendable {
  /// An attachment's row and its file in the site.
  struct Item: Sendable {
    var attachment: GeoPackageAttachment
    /// The path in the site, or in the package, one folder up. Empty for a file in the package that
    /// nothing may link to, because a browser could run it.
    var path: String
    /// Whether the file isn't copied into the site.
    var staysInPackage = false
    /// The attachment table and row, for content stored in the row.
    var table: String
    var rowid: Int64
    /// Whether the content was found.
    var isFound = true
  }

  /// The column of the records' GlobalIDs.
  private let keyColumn: Int?
  private(set) var items: [Item] = []
  private var indexesByParent: [GlobalID: [Int]] = [:]
  private var views: [GlobalID: [JSON]] = [:]

  /// A layer without attachments.
  static let none = AttachmentIndex()

  private init() { keyColumn = nil }

  /// Reads the rows of a layer's attachment tables.
  ///
  /// - Parameters:
  ///   - namesParents: Whether folders are named by the records' GlobalIDs or just numbered.
  ///   - keepsInPackage: Whether the site links to files in the package, one folder up.
  init(
    _ layer: SiteLayer, in store: GeoPackageReader, namesParents: Bool,
    keepsInPackage: Bool = false
  ) throws {
    keyColumn = layer.schema.globalIDColumn.map { layer.schema.firstFieldColumn + $0 }
    let media = try store.relations().filter {
      $0.relationName == "media" && $0.baseTable == layer.store.name
    }
    var names = AttachmentNames(prefix: namesParents ? nil : layer.photoPrefix)
    for relation in media {
      try store.forEachAttachment(in: relation.relatedTable) { rowid, attachment, _ in
        guard let parent = GlobalID(attachment.parentGlobalID) else { return }
        indexesByParent[parent, default: []].append(items.count)
        var item = Item(
          attachment: attachment, path: "", table: relation.relatedTable, rowid: rowid)
        if keepsInPackage, let path = attachment.path {
          item.staysInPackage = true
          item.path = PublishedEnding.keptEnding(of: path) == nil ? "" : Self.link(path)
        } else {
          item.path = names.path(attachment, of: parent)
        }
        items.append(item)
      }
    }
  }

  /// Returns the address of a file in the package, from a folder in it.
  private static func link(_ path: String) -> String {
    var link = [UInt8](literal: "../")
    let digits = [UInt8](literal: "0123456789ABCDEF")
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || "-._~/".utf8.contains(byte)
      if isPlain {
        link.append(byte)
      } else {
        link += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: link, as: UTF8.self)
  }

  /// Leaves out the attachments of all other records.
  mutating func keep(ofRecords ids: Set<GlobalID>) {
    let kept = items.filter { GlobalID($0.attachment.parentGlobalID).map(ids.contains) ?? false }
    guard kept.count < items.count else { return }
    items = kept
    indexesByParent = [:]
    for (index, item) in items.enumerated() {
      guard let parent = GlobalID(item.attachment.parentGlobalID) else { continue }
      indexesByParent[parent, default: []].append(index)
    }
  }

  /// Makes the views of the attachments that were found.
  ///
  /// - Parameter moved: the paths where files were written, if they are different ones.
  mutating func finish(missing: Set<String>, moved: [String: String]) {
    for index in items.indices {
      guard !missing.contains(items[index].path) else {
        items[index].isFound = false
        continue
      }
      if let path = moved[items[index].path] { items[index].path = path }
      let item = items[index]
      guard let parent = GlobalID(item.attachment.parentGlobalID) else { continue }
      views[parent, default: []].append(item.view)
    }
  }

  /// Returns the attachments of a record that were found.
  func items(of record: Span<UInt8>, _ layout: inout RecordLayout) -> [Item] {
    guard let keyColumn, !items.isEmpty, (try? layout.parse(record)) != nil,
      case .globalID(let id)? = JoinKey(layout.value(keyColumn, in: record), in: record)
    else { return [] }
    return indexesByParent[id, default: []].map { items[$0] }.filter(\.isFound)
  }

  /// Returns the attachments of a record as its view lists them; nil if there are none.
  func views(of record: Span<UInt8>, _ layout: inout RecordLayout) -> JSON? {
    guard let keyColumn, !views.isEmpty, (try? layout.parse(record)) != nil,
      case .globalID(let id)? = JoinKey(layout.value(keyColumn, in: record), in: record)
    else { return nil }
    return views[id].map { .array($0) }
  }
}

extension AttachmentIndex.Item {
  fileprivate var view: JSON {
    let isImage =
      !path.isEmpty && PublishedEnding.isPicture(attachment.contentType, path: path)
    return [
      "name": .string(attachment.name), "src": .string(path), "isImage": .bool(isImage),
      "size": .string(NumberText.bytes(attachment.size)), "type": .string(attachment.contentType),
    ]
  }
}

/// The paths of attachments in a site: `photos/GLOBALID/NAME`, in lower-case ASCII.
private struct AttachmentNames {
  /// The prefix of numbered folders; nil if folders are named by GlobalIDs.
  let prefix: String?
  private var names: [GlobalID: SiteNames] = [:]
  private var numbers: [GlobalID: Int] = [:]

  init(prefix: String?) { self.prefix = prefix }

  private mutating func folder(of parent: GlobalID) -> String {
    guard let prefix else { return parent.text.lowercased().filter { $0 != "{" && $0 != "}" } }
    let number = numbers[parent] ?? numbers.count + 1
    numbers[parent] = number
    return "\(prefix)-\(number)"
  }

  mutating func path(_ attachment: GeoPackageAttachment, of parent: GlobalID) -> String {
    let folder = folder(of: parent)
    let name = attachment.name
    let kept = PublishedEnding.keptEnding(of: name)
    // "notes.html" becomes "notes-html.txt".
    let stem = kept.map { String(decoding: name.utf8.dropLast($0.utf8.count + 1), as: UTF8.self) }
    let file = names[parent, default: SiteNames()].make(stem ?? name, fallback: "photo")
    let ending = PublishedEnding.of(name: name, type: attachment.contentType)
    return "photos/\(folder)/\(file).\(ending)"
  }
}
