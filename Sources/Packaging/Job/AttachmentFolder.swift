import FeatureData
import MapModel

/// Finds photos and files: `attachments/<layer or table>/<GlobalID>/<file>`.
enum AttachmentFolder {
  /// - Parameter claimed: the files that rows of a source name as theirs.
  static func scan(
    _ path: String?, _ tables: [PlannedTable], claimed: Set<String>, _ findings: inout [Finding]
  ) throws(PackagingError) -> [Int: [PlannedAttachment]] {
    guard let path else { return [:] }
    var items: [Int: [PlannedAttachment]] = [:]
    for folder in try DataFolder.names(in: path) where !folder.hasPrefix(".") {
      let place = tables.firstIndex {
        LayerNames.folded($0.title) == LayerNames.folded(folder)
          || LayerNames.folded($0.layer.definition.name) == LayerNames.folded(folder)
      }
      if place == nil, try isClaimed(path + "/" + folder, claimed) { continue }
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
    return items
  }

  /// Whether a source's rows name every file of a folder, as those of a package do.
  private static func isClaimed(
    _ path: String, _ claimed: Set<String>
  ) throws(PackagingError) -> Bool {
    guard !claimed.isEmpty, DataFolder.isFolder(path) else { return false }
    return try DataFolder.names(in: path).allSatisfy { claimed.contains(path + "/" + $0) }
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
          PlannedAttachment(
            content: .file(path: path + "/" + name + "/" + file), name: file, parent: parent))
      }
    }
    return items
  }
}
