import Bytes
package import FeatureData
import FoundationEssentials
import GeoPackage
import MapModel

/// A photo or file that waits to be packed.
package struct PlannedAttachment: Sendable, Equatable {
  /// Where it is on disk.
  package var path: String
  /// Its own name.
  package var name: String
  package var parent: GlobalID
}

/// The attachments of one table.
package struct PlannedAttachments: Sendable, Equatable {
  /// Index of the table.
  package var table: Int
  package var items: [PlannedAttachment]

  /// The name of the media table in the store.
  func storeName(_ plan: PackagePlan) -> String { plan.tables[table].name + "_attachments" }
}

/// Finds photos and files: `attachments/<layer or table>/<GlobalID>/<file>`.
enum AttachmentFolder {
  static func scan(
    _ path: String?, _ tables: [PlannedTable], _ findings: inout [Finding]
  ) throws(PackagingError) -> [PlannedAttachments] {
    guard let path else { return [] }
    var items: [Int: [PlannedAttachment]] = [:]
    for folder in try DataFolder.names(in: path) where !folder.hasPrefix(".") {
      let place = tables.firstIndex {
        LayerNames.folded($0.title) == LayerNames.folded(folder)
          || LayerNames.folded($0.layer.definition.name) == LayerNames.folded(folder)
      }
      guard let place, tables[place].schema?.globalIDColumn != nil,
        DataFolder.isFolder(path + "/" + folder)
      else {
        findings.append(
          Finding(
            .attachmentOrphan, subject: DataFolder.attachmentsName + "/" + folder,
            "No table of the map with GlobalIDs has the name of this attachment folder."))
        continue
      }
      items[place, default: []] += try scanTable(path + "/" + folder, &findings)
    }
    return items.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { PlannedAttachments(table: $0.key, items: $0.value) }
  }

  private static func scanTable(
    _ path: String, _ findings: inout [Finding]
  ) throws(PackagingError) -> [PlannedAttachment] {
    var items: [PlannedAttachment] = []
    for name in try DataFolder.names(in: path) where !name.hasPrefix(".") {
      guard let parent = GlobalID(name), DataFolder.isFolder(path + "/" + name) else {
        findings.append(
          Finding(
            .attachmentOrphan,
            subject: DataFolder.attachmentsName + "/" + DataFolder.lastPart(path) + "/" + name,
            "This is not a folder named by a GlobalID."))
        continue
      }
      for file in try DataFolder.names(in: path + "/" + name) where !file.hasPrefix(".") {
        items.append(
          PlannedAttachment(path: path + "/" + name + "/" + file, name: file, parent: parent))
      }
    }
    return items
  }
}

/// An attachment with what the store says of it.
struct PackedAttachment: Sendable {
  let row: GeoPackageAttachment
  let source: String
  let isInRow: Bool

  /// The bytes for the row: none when the content travels as a file.
  func rowContent() throws(BytesError) -> [UInt8] {
    isInRow ? try FileRegion(InputFile(path: source)).readAll(limit: Self.sizeLimit) : []
  }

  /// The largest attachment, in bytes.
  static let sizeLimit = 1 << 30
}

extension PackedAttachments {
  /// The same rows, with the content left out.
  var withoutContent: PackedAttachments {
    var bare = self
    bare.items = items.map { PackedAttachment(row: $0.row, source: $0.source, isInRow: false) }
    return bare
  }
}

/// The attachments of one table that go into the package.
struct PackedAttachments: Sendable {
  let table: Int
  let storeTable: GeoPackageTable
  private(set) var items: [PackedAttachment] = []

  /// Takes the attachments whose records are packed; the others belong to no packed record.
  init(
    _ planned: PlannedAttachments, plan: PackagePlan, packedIDs: Set<GlobalID>,
    photos: PhotoStorage, findings: inout [Finding]
  ) throws(PackagingError) {
    table = planned.table
    let parent = plan.tables[planned.table]
    storeTable = .attachments(of: parent.name, name: planned.storeName(plan))
    var orphans: [String] = []
    var names = SafeNames()
    var ids: Set<GlobalID> = []
    for item in planned.items {
      guard packedIDs.contains(item.parent) else {
        orphans.append("\(item.parent.text)/\(item.name)")
        continue
      }
      do throws(BytesError) {
        items.append(try Self.pack(item, photos, &names, &ids, &findings))
      } catch {
        findings.append(
          Finding(
            .attachmentUnreadable, subject: "\(item.parent.text)/\(item.name)",
            "The attachment cannot be read.", samples: ["\(error)"]))
      }
    }
    if !orphans.isEmpty {
      findings.append(
        Finding(
          .attachmentOrphan, plan.area == nil ? .warning : .information, subject: parent.title,
          plan.area == nil
            ? "Attachments belong to no record of the table."
            : "Attachments of records outside the area stay out.",
          count: orphans.count, samples: orphans))
    }
  }

  private static func pack(
    _ item: PlannedAttachment, _ photos: PhotoStorage, _ names: inout SafeNames,
    _ ids: inout Set<GlobalID>, _ findings: inout [Finding]
  ) throws(BytesError) -> PackedAttachment {
    let type = ContentType(fileName: item.name)
    let region = FileRegion(try InputFile(path: item.path))
    let sha256 = SHA256.hex(try SHA256.of(region))
    if !type.allows(head: try region.read(at: 0, count: min(16, region.count))) {
      findings.append(
        Finding(
          .attachmentCorrupt, subject: "\(item.parent.text)/\(item.name)",
          "The file does not begin as a file of type \(type.name) does."))
    }
    let folder = item.parent.text.lowercased().filter { $0 != "{" && $0 != "}" }
    let row = GeoPackageAttachment(
      parentGlobalID: item.parent.text, globalID: identity(of: item, among: &ids).text,
      name: item.name, contentType: type.name, size: region.count, sha256: sha256,
      path: photos == .files ? "attachments/\(folder)/" + names.make(item.name, in: folder) : nil)
    return PackedAttachment(row: row, source: item.path, isInRow: photos == .blobs)
  }

  /// An identity made of the parent's and the name; numbered where a parent's files come from two
  /// folders, its GlobalID being spelled in two ways.
  private static func identity(
    of item: PlannedAttachment, among ids: inout Set<GlobalID>
  ) -> GlobalID {
    var id = GlobalID(namespace: item.parent, name: item.name)
    var number = 2
    while !ids.insert(id).inserted {
      id = GlobalID(namespace: item.parent, name: "\(item.name)/\(number)")
      number += 1
    }
    return id
  }

}
