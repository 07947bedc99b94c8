import Bytes
import FeatureData
import GeoPackage
package import Packages

/// The form of a packed data folder: which table came from which file. A merge writes merged
/// records into the same files.
package struct DataFolderForm: Sendable {
  private struct Source {
    var table: String
    /// The path relative to the folder.
    var file: String
    var format: ExportFormat
  }

  private let path: String
  /// All files with records, inside the folder or not.
  private let rowFiles: [FileRegion]
  private var sources: [Source] = []
  /// The attachment folder of each table.
  private var attachmentFolders: [String: String] = [:]
  /// Paths in the folder of attachments that belong to records.
  private var attachments: Set<String> = []
  /// Why the folder can't be written again, in one line; nil if it can.
  package private(set) var obstacle: String?

  /// The form that a build found.
  package init(_ plan: PackagePlan) {
    path = plan.folder.path
    rowFiles = plan.tables.flatMap(\.source.files)
    for table in plan.tables {
      attachmentFolders[table.name] = SafeNames.cleaned(table.title)
      guard let format = format(of: table, plan.folder) else { continue }
      let file = plan.folder.name(of: table.source.files.first?.path ?? "")
      sources.append(Source(table: table.name, file: file, format: format))
    }
    for group in plan.attachments {
      for case let file? in group.items.map(\.content.path) where file.hasPrefix(path + "/") {
        let relative = plan.folder.name(of: file)
        attachments.insert(relative)
        let parts = relative.split(separator: "/")
        if parts.count == 4, plan.tables.indices.contains(group.table) {
          attachmentFolders[plan.tables[group.table].name] = String(parts[1])
        }
      }
    }
  }

  /// The format to write; nil, with an obstacle, for a format that Fieldpack only reads.
  private mutating func format(of table: PlannedTable, _ folder: DataFolder) -> ExportFormat? {
    let files = table.source.files.map(\.path)
    let known = folder.files.first { $0.pages == files }
    if let known, files.count == 1, known.path.hasPrefix(path + "/"), !known.path.hasSuffix(".gz") {
      switch known.kind {
      case .geoJSON: return .geoJSON
      case .geoJSONLines: return .geoJSONLines
      case .csv where known.path.lowercased().hasSuffix(".csv"): return .csv
      default: break
      }
    }
    let file = known.map { folder.name(of: $0.path) } ?? "the map or a file elsewhere"
    obstacle = obstacle ?? "\(table.title) comes from \(file)"
    return nil
  }

  /// A digest of all files in the folder, and of files elsewhere that records come from.
  ///
  /// - Throws: `BytesError`.
  package func contentDigest() throws -> String {
    var digest = SHA256()
    let files = FolderFiles(path)
    for name in try files.paths() {
      guard let file = try files.open(name) else { continue }
      let line = Array("\(name) \(SHA256.hex(try SHA256.of(FileRegion(file))))\n".utf8)
      digest.update(line.span)
    }
    for file in rowFiles where !file.path.hasPrefix(path + "/") {
      let line = Array("\(SHA256.hex(try SHA256.of(file)))\n".utf8)
      digest.update(line.span)
    }
    return SHA256.hex(digest.finish())
  }

  /// Writes the records and attachments of a store as the folder's files. Copies all other files in
  /// the folder, and the files of tables without changes.
  ///
  /// - Parameters:
  ///   - isChanged: whether a table of the store has changed.
  ///   - target: returns the path to write a file of the new folder to.
  /// - Throws: the errors of reading and writing.
  package func write(
    _ package: OpenPackage, where isChanged: (_ table: String) -> Bool,
    to target: (_ relative: String) throws -> String
  ) throws {
    let changed = sources.filter { isChanged($0.table) }
    for source in changed {
      var file = try OutputFile(path: try target(source.file))
      let export = try LayerExport(package, layer: source.table, format: source.format)
      _ = try export.run { try file.append($0.span) }
      try file.close()
    }
    let written = Set(changed.map(\.file)).union(attachments)
    let others = FolderFiles(path)
    for name in try others.paths() where !written.contains(name) {
      guard let content = try others.open(name) else { continue }
      var file = try OutputFile(path: try target(name))
      try file.append(FileRegion(content))
      try file.close()
    }
    var names = SafeNames()
    for source in sources {
      for relation in try package.store.mediaRelations(of: source.table) {
        try write(
          attachments: relation.relatedTable, of: source.table, in: package, names: &names,
          to: target)
      }
    }
  }

  private func write(
    attachments media: String, of table: String, in package: OpenPackage, names: inout SafeNames,
    to target: (String) throws -> String
  ) throws {
    let title = attachmentFolders[table] ?? table
    try package.store.forEachAttachment(in: media) { _, item, content in
      guard let parent = GlobalID(item.parentGlobalID) else { return }
      let folder =
        "\(DataFolder.attachmentsName)/\(title)/"
        + parent.text.filter { $0 != "{" && $0 != "}" }
      let name = names.make(item.name, in: folder)
      var file = try OutputFile(path: try target(folder + "/" + name))
      if content.count > 0 {
        try file.append(content)
      } else {
        try file.append(try package.content(of: item) ?? [])
      }
      try file.close()
    }
  }
}
