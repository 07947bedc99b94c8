import Bytes
import FeatureData
import GeoPackage

/// An attachment with what the store says of it.
struct PackedAttachment: Sendable {
  let row: GeoPackageAttachment
  let content: AttachmentContent
  let isInRow: Bool

  /// The bytes for the row: none when the content travels as a file.
  func rowContent() throws -> [UInt8] { isInRow ? try content.read() : [] }
}

extension [PackedAttachments] {
  /// The bytes of those that travel as files, by their paths.
  var files: MobileMapParts.Files {
    var contents: [String: AttachmentContent] = [:]
    for group in self {
      for item in group.items {
        if let path = item.row.path { contents[path] = item.content }
      }
    }
    return { [contents] path in try contents[path]?.read() }
  }
}

extension PackedAttachments {
  /// The same rows, with the content left out.
  var withoutContent: PackedAttachments {
    var bare = self
    bare.items = items.map { PackedAttachment(row: $0.row, content: $0.content, isInRow: false) }
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
    var seen: Set<[String]> = []
    for item in planned.items {
      guard packedIDs.contains(item.parent) else {
        orphans.append("\(item.parent.text)/\(item.name)")
        continue
      }
      do {
        let account = try item.content.account()
        // The same photo from two sources is one.
        guard seen.insert([item.parent.text, item.name, account.sha256]).inserted else { continue }
        items.append(Self.pack(item, account, photos, &names, &ids, &findings))
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
    _ item: PlannedAttachment, _ account: (size: Int, sha256: String, head: [UInt8]),
    _ photos: PhotoStorage, _ names: inout SafeNames, _ ids: inout Set<GlobalID>,
    _ findings: inout [Finding]
  ) -> PackedAttachment {
    let type = ContentType(fileName: item.name)
    if !type.allows(head: account.head) {
      findings.append(
        Finding(
          .attachmentCorrupt, subject: "\(item.parent.text)/\(item.name)",
          "The file does not begin as a file of type \(type.name) does."))
    }
    let folder = item.parent.text.lowercased().filter { $0 != "{" && $0 != "}" }
    let row = GeoPackageAttachment(
      parentGlobalID: item.parent.text, globalID: identity(of: item, among: &ids).text,
      name: item.name, contentType: item.contentType ?? type.name, size: account.size,
      sha256: account.sha256,
      path: photos == .files ? "attachments/\(folder)/" + names.make(item.name, in: folder) : nil,
      keywords: item.keywords)
    return PackedAttachment(row: row, content: item.content, isInRow: photos == .blobs)
  }

  /// Its own identity, or one made of the parent's and the name; numbered where it is taken: a
  /// parent's files come from two folders, its GlobalID being spelled in two ways, or several
  /// records share a photo.
  private static func identity(
    of item: PlannedAttachment, among ids: inout Set<GlobalID>
  ) -> GlobalID {
    var id = item.globalID ?? GlobalID(namespace: item.parent, name: item.name)
    var number = 2
    while !ids.insert(id).inserted {
      id = GlobalID(namespace: item.parent, name: "\(item.name)/\(number)")
      number += 1
    }
    return id
  }
}
