import Packages

/// The files of a package that no row names. They are reported, because their rows may be lost.
struct StrayFiles {
  let schema: MergeSchema
  /// The changes of the package.
  let changes: [TableChanges]

  /// Reports the files, except those of attachments that the crew deleted.
  func report(from package: OpenPackage, _ intake: inout AttachmentIntake) throws {
    let deleted = deletedAttachments()
    for file in try package.looseFilesWithoutRow() {
      // Some apps delete a row but leave its file.
      if let digest = deleted[Array(file.path.utf8)], try file.digest().sha256 == digest {
        continue
      }
      // Without a manifest, only the folder distinguishes attachments from images of a project.
      guard package.manifest != nil || MediaPath.isInFolder(file.path) else { continue }
      intake.counts.taken += 1
      intake.counts.arrived += file.size > 0 ? 1 : 0
      intake.counts.missing += file.size > 0 ? 0 : 1
      intake.report(
        .photoWithoutRow, value: FieldValue(text: file.path),
        message: "No record refers to the file \(file.path). Ask the crew for the whole folder, "
          + "including the files next to the store.")
    }
  }

  /// Returns the digests of the attachments that the crew deleted, by the bytes of their paths.
  private func deletedAttachments() -> [[UInt8]: String] {
    var deleted: [[UInt8]: String] = [:]
    for table in schema.tables.indices where schema.tables[table].isAttachments {
      guard let columns = AttachmentColumns(schema.tables[table]), let digest = columns.digest,
        let path = columns.path
      else { continue }
      for change in changes[table].rows where change.after == nil {
        guard let before = change.before, let text = before[path].text,
          let hash = before[digest].text
        else { continue }
        deleted[Array((MediaPath.named(by: text) ?? text).utf8)] = hash.lowercased()
      }
    }
    return deleted
  }
}
