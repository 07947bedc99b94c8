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
    /// The path in the site.
    var path: String
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
        items.append(
          Item(
            attachment: attachment,
            path: (keepsInPackage ? attachment.path.map(Self.link) : nil)
              ?? names.path(attachment.name, of: parent),
            table: relation.relatedTable, rowid: rowid))
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
  mutating func finish(missing: Set<String>) {
    for (index, item) in items.enumerated() {
      guard !missing.contains(item.path) else {
        items[index].isFound = false
        continue
      }
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
  /// The types of images that browsers can show.
  private static let shown = ["image/jpeg", "image/png", "image/gif", "image/webp"]

  fileprivate var view: JSON {
    let isImage = Self.shown.contains(attachment.contentType)
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

  mutating func path(_ name: String, of parent: GlobalID) -> String {
    let folder = folder(of: parent)
    let parts = name.split(separator: ".", omittingEmptySubsequences: true)
    let suffix = parts.count > 1 ? Self.letters(parts[parts.count - 1]) : ""
    let stem = suffix.isEmpty ? name : String(name.dropLast(parts[parts.count - 1].count + 1))
    let file = names[parent, default: SiteNames()].make(stem, fallback: "photo")
    return "photos/\(folder)/\(file)" + (suffix.isEmpty ? "" : ".\(suffix)")
  }

  private static func letters(_ text: Substring) -> String {
    String(
      decoding: text.lowercased().utf8.filter {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
      }.prefix(8), as: UTF8.self)
  }
}

/// A number of records, such as "3 inspections".
enum CountText {
  static func text(_ count: Int, _ title: String) -> String {
    let words = title.lowercased()
    // "s" is removed for one record. Words in -ss or -ies are left unchanged.
    let isPlural =
      words.hasSuffix("s") && !words.hasSuffix("ss")
      && !words.hasSuffix("ies")
    return "\(count) " + (count == 1 && isPlural ? String(words.dropLast()) : words)
  }
}
