import Bytes
import FeatureData
import Packages

extension DataFolderForm {
  /// The form that a build found.
  ///
  /// - Throws: `BytesError` if the folder can't be listed.
  init(_ plan: PackagePlan) throws {
    var folders: [String: String] = [:]
    for table in plan.tables { folders[table.name] = SafeNames.cleaned(table.title) }
    let folder = plan.folder
    var attachments: Set<String> = []
    for group in plan.attachments {
      for case let file? in group.items.map(\.content.path)
      where file.hasPrefix(folder.path + "/") {
        let relative = folder.name(of: file)
        attachments.insert(relative)
        let parts = relative.split(separator: "/")
        if parts.count == 4, plan.tables.indices.contains(group.table) {
          folders[plan.tables[group.table].name] = String(parts[1])
        }
      }
    }
    var sources: [Source] = []
    var obstacle: String?
    for table in plan.tables {
      let files = table.source.files.map(\.path)
      let known = folder.files.first { $0.pages == files }
      guard let file = files.first, let format = known.flatMap(folder.writableFormat) else {
        let name = known.map { folder.name(of: $0.path) } ?? "the map or a file elsewhere"
        obstacle = obstacle ?? "\(table.title) comes from \(name)"
        continue
      }
      sources.append(
        Source(
          table: table.name, file: folder.name(of: file), format: format,
          attachments: DataFolder.attachmentsName + "/" + (folders[table.name] ?? table.name)))
    }
    if obstacle == nil, let link = try folder.linkToFolder() {
      obstacle = "\(link) is a link to a folder"
    }
    self.init(
      path: folder.path, rowFiles: plan.tables.flatMap(\.source.files), sources: sources,
      attachments: attachments, obstacle: obstacle)
  }
}

extension DataFolder {
  /// The path of a link to another folder, whose files would be missing in a copy of this one.
  fileprivate func linkToFolder() throws -> String? {
    guard try LocalPath.isFolder(path) else { return nil }
    return try FolderFiles(path).allPaths().first { try LocalPath.isFolder("\(path)/\($0)") }
  }

  /// The format in which a file of the folder can be written again. Nil for a file elsewhere, and
  /// for a format that Fieldpack only reads.
  fileprivate func writableFormat(_ file: DataFile) -> ExportFormat? {
    guard file.pages.count == 1, file.path.hasPrefix(path + "/"), !file.path.hasSuffix(".gz")
    else { return nil }
    switch file.kind {
    case .geoJSON: return .geoJSON
    case .geoJSONLines: return .geoJSONLines
    case .csv: return file.path.lowercased().hasSuffix(".csv") ? .csv : nil
    case .esriJSON, .store, .definitions, .contingentValues, .foreign, .other: return nil
    }
  }
}
