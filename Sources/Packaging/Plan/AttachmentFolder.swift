import FeatureData
import MapModel
import Packages

/// Finds attachments in the data folder: `attachments/<layer or table>/<GlobalID>/<file>`.
enum AttachmentFolder {
  /// - Parameter claimed: the files that records of a source name as their attachments.
  static func scan(
    _ path: String?, tables: [PlannedTable], claimed: Set<String>, findings: inout [Finding]
  ) throws -> [Int: [PlannedAttachment]] {
    guard let path else { return [:] }
    var items: [Int: [PlannedAttachment]] = [:]
    for folder in try LocalPath.names(in: path) where !folder.hasPrefix(".") {
      let table = tables.firstIndex {
        ([$0.title, $0.layer.definition.name] + $0.layers.map(\.layer.title)).contains {
          LayerNames.folded($0) == LayerNames.folded(folder)
        }
      }
      if table == nil, try isClaimed(path + "/" + folder, claimed) { continue }
      guard let table, tables[table].schema?.globalIDColumn != nil,
        try LocalPath.isFolder(path + "/" + folder)
      else {
        findings.append(
          Finding(
            .attachmentOrphan, subject: DataFolder.attachmentsName + "/" + folder,
            "The map has no table with GlobalIDs that has the name of this attachment folder."))
        continue
      }
      items[table, default: []] += try scanTable(path + "/" + folder, &findings)
    }
    return items
  }

  /// Whether records of a source name every file of a folder, as in a package.
  private static func isClaimed(
    _ path: String, _ claimed: Set<String>
  ) throws -> Bool {
    guard !claimed.isEmpty, try LocalPath.isFolder(path) else { return false }
    return try LocalPath.names(in: path).allSatisfy { claimed.contains(path + "/" + $0) }
  }

  private static func scanTable(
    _ path: String, _ findings: inout [Finding]
  ) throws -> [PlannedAttachment] {
    var items: [PlannedAttachment] = []
    for name in try LocalPath.names(in: path) where !name.hasPrefix(".") {
      guard let parent = GlobalID(name), try LocalPath.isFolder(path + "/" + name) else {
        findings.append(
          Finding(
            .attachmentOrphan,
            subject: DataFolder.attachmentsName + "/" + LocalPath.lastPart(path) + "/" + name,
            "The name of this folder is not a GlobalID."))
        continue
      }
      for file in try LocalPath.names(in: path + "/" + name) where !file.hasPrefix(".") {
        items.append(
          PlannedAttachment(
            content: .file(path: path + "/" + name + "/" + file), name: file, parent: parent))
      }
    }
    return items
  }
}
