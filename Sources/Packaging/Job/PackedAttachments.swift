import Bytes
import FeatureData
import GeoPackage
import Packages

/// An attachment with its row in the store.
struct PackedAttachment: Sendable {
  let row: GeoPackageAttachment
  let content: AttachmentContent
  let isInRow: Bool

  /// The bytes for the row; empty if the content is stored as a file.
  func rowContent() throws -> [UInt8] { isInRow ? try content.read() : [] }
}

extension [PackedAttachments] {
  /// The bytes of attachments that are stored as files, by path.
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
  /// The same rows without their content.
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

  /// Takes the attachments of packed records, and reports the others.
  ///
  /// - Parameter names: The names of all files so far. Records of two layers may have the same
  ///   GlobalID.
  init(
    _ planned: PlannedAttachments, plan: PackagePlan, packedIDs: Set<GlobalID>,
    storage: AttachmentStorage, names: inout SafeNames, findings: inout [Finding]
  ) throws {
    table = planned.table
    let parent = plan.tables[planned.table]
    storeTable = .attachments(of: parent.name, name: planned.storeName(plan))
    var orphans = 0
    var samples: [String] = []
    var ids: Set<GlobalID> = []
    var seen: Set<[String]> = []
    for item in planned.items {
      guard packedIDs.contains(item.parent) else {
        orphans += 1
        if samples.count < RowNotices.sampleLimit {
          samples.append("\(item.parent.text)/\(item.name)")
        }
        continue
      }
      do {
        let account = try item.content.account()
        // The same attachment from two sources is packed once.
        guard seen.insert([item.parent.text, item.name, account.sha256]).inserted else { continue }
        items.append(
          Self.pack(
            item, account: account, storage: storage, names: &names, ids: &ids, findings: &findings)
        )
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        findings.append(
          Finding(
            .attachmentNotReadable, subject: "\(item.parent.text)/\(item.name)",
            "The attachment can't be read.", samples: ["\(error)"]))
      }
    }
    if orphans > 0 {
      findings.append(
        Finding(
          .attachmentOrphan, plan.selects ? .information : .warning, subject: parent.title,
          plan.selects
            ? NumberText.plural(
              orphans, one: "attachment is left out: its record is",
              many: "attachments are left out: their records are") + " outside the area."
            : NumberText.plural(
              orphans, one: "attachment belongs", many: "attachments belong")
              + " to no record of the table.",
          count: orphans, samples: samples,
          fix: plan.selects ? "To pack them, choose a larger area." : nil))
    }
  }

  private static func pack(
    _ item: PlannedAttachment, account: (size: Int, sha256: String, head: [UInt8]),
    storage: AttachmentStorage, names: inout SafeNames, ids: inout Set<GlobalID>,
    findings: inout [Finding]
  ) -> PackedAttachment {
    let type = ContentType(fileName: item.name)
    if !type.allows(head: account.head) {
      findings.append(
        Finding(
          .attachmentCorrupt, subject: "\(item.parent.text)/\(item.name)",
          "The content of the file is not of the type \(type.name), as its name suggests."))
    }
    let folder = item.parent.text.lowercased().filter { $0 != "{" && $0 != "}" }
    let row = GeoPackageAttachment(
      parentGlobalID: item.parent.text, globalID: identity(of: item, among: &ids).text,
      name: item.name, contentType: item.contentType ?? type.name, size: account.size,
      sha256: account.sha256,
      path: storage == .files ? "attachments/\(folder)/" + names.make(item.name, in: folder) : nil,
      keywords: item.keywords)
    return PackedAttachment(row: row, content: item.content, isInRow: storage == .blobs)
  }

  /// Its own GlobalID, or one derived from the parent's and the name. A number makes it unique,
  /// because a parent may have two folders with different spellings of its GlobalID, or several
  /// records may share a photo.
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

extension MobileMapPackage {
  /// Adds the attachments that are stored as files.
  mutating func append(_ attachments: [PackedAttachments]) throws {
    for group in attachments {
      for item in group.items {
        guard let path = item.row.path else { continue }
        if let file = item.content.path {
          let region = FileRegion(try InputFile(path: file))
          try append(file: region, named: path, sha256: item.row.sha256)
        } else {
          try append(try item.content.read(), named: path, sha256: item.row.sha256)
        }
      }
    }
  }
}
