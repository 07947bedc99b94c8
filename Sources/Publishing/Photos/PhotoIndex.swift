import Bytes
import FeatureData
import GeoPackage
import OrderedJSON
import Packaging
import SQLiteFile

/// The photos and files of a layer's records, by the records' GlobalIDs.
struct PhotoIndex: Sendable {
  /// A photo's row and where the site has it.
  struct Photo: Sendable {
    var attachment: GeoPackageAttachment
    /// In the site.
    var path: String
    /// The media table and row, for photos that travel in their rows.
    var table: String
    var rowid: Int64
    /// Whether its content was found.
    var isThere = true
  }

  /// The column of the records' GlobalIDs.
  private let keyColumn: Int?
  private(set) var photos: [Photo] = []
  private var places: [GlobalID: [Int]] = [:]
  private var views: [GlobalID: [JSON]] = [:]

  /// A layer without photos.
  static let none = PhotoIndex()

  private init() { keyColumn = nil }

  /// Reads the rows of a layer's media tables.
  ///
  /// - Parameters:
  ///   - namesParents: whether folders have the records' GlobalIDs, or just numbers.
  ///   - photosStay: whether photos beside the store are named where they are, one folder up.
  init(
    _ layer: SiteLayer, in store: GeoPackageReader, namesParents: Bool, photosStay: Bool = false
  ) throws {
    keyColumn = layer.schema.globalIDColumn.map { layer.schema.firstFieldColumn + $0 }
    let media = try store.relations().filter {
      $0.relationName == "media" && $0.baseTable == layer.store.name
    }
    var names = PhotoNames(prefix: namesParents ? nil : layer.id)
    for relation in media {
      try store.forEachAttachment(in: relation.relatedTable) { rowid, attachment, _ in
        guard let parent = GlobalID(attachment.parentGlobalID) else { return }
        places[parent, default: []].append(photos.count)
        photos.append(
          Photo(
            attachment: attachment,
            path: (photosStay ? attachment.path.map(Self.link) : nil)
              ?? names.path(attachment.name, of: parent),
            table: relation.relatedTable, rowid: rowid))
      }
    }
  }

  /// The address of a file of the package, from a folder in it.
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

  /// Makes the views of the photos that are there.
  mutating func finish(missing: Set<String>) {
    for (index, photo) in photos.enumerated() {
      guard !missing.contains(photo.path) else {
        photos[index].isThere = false
        continue
      }
      guard let parent = GlobalID(photo.attachment.parentGlobalID) else { continue }
      views[parent, default: []].append(photo.view)
    }
  }

  /// The photos and files of a record, but those that are not there.
  func photos(of record: Span<UInt8>, _ layout: inout RecordLayout) -> [Photo] {
    guard let keyColumn, !photos.isEmpty, (try? layout.parse(record)) != nil,
      case .globalID(let id)? = JoinKey(layout.value(keyColumn, in: record), in: record)
    else { return [] }
    return places[id, default: []].map { photos[$0] }.filter(\.isThere)
  }

  /// The photos of a record as its view lists them; nil for none.
  func items(of record: Span<UInt8>, in layer: SiteLayer, _ layout: inout RecordLayout) -> JSON? {
    guard let keyColumn, !views.isEmpty, (try? layout.parse(record)) != nil,
      case .globalID(let id)? = JoinKey(layout.value(keyColumn, in: record), in: record)
    else { return nil }
    return views[id].map { .array($0) }
  }
}

extension PhotoIndex.Photo {
  /// What browsers show in a page.
  private static let shown = ["image/jpeg", "image/png", "image/gif", "image/webp"]

  fileprivate var view: JSON {
    let isImage = Self.shown.contains(attachment.contentType)
    return [
      "name": .string(attachment.name), "src": .string(path), "isImage": .bool(isImage),
      "size": .string(NumberText.bytes(attachment.size)), "type": .string(attachment.contentType),
    ]
  }
}

/// The paths of photos in a site: `photos/GLOBALID/NAME`, of lower-case ASCII.
private struct PhotoNames {
  /// What numbered folders begin with; nil for folders named by GlobalIDs.
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

/// How many of something, as "3 inspections".
enum CountText {
  static func text(_ count: Int, _ title: String) -> String {
    let words = title.lowercased()
    // English alone loses its s, and not every s is one of many.
    let isPlural =
      words.hasSuffix("s") && !words.hasSuffix("ss")
      && !words.hasSuffix("ies")
    return "\(count) " + (count == 1 && isPlural ? String(words.dropLast()) : words)
  }
}
