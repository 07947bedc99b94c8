package import Bytes
import FeatureData
import GeoPackage

/// The form of a packed data folder: which table came from which file. A merge writes merged
/// records into the same files.
package struct DataFolderForm: Sendable {
  /// A table and the file that its records came from.
  package struct Source: Sendable {
    let table: String
    let file: String
    let format: ExportFormat
    let attachments: String

    /// Joins a table and where its records belong.
    ///
    /// - Parameters:
    ///   - file: the path relative to the folder.
    ///   - attachments: the folder of the table's attachments, relative to the folder.
    package init(table: String, file: String, format: ExportFormat, attachments: String) {
      self.table = table
      self.file = file
      self.format = format
      self.attachments = attachments
    }
  }

  private let path: String
  /// All files with records, inside the folder or not.
  private let rowFiles: [FileRegion]
  private let sources: [Source]
  /// Paths in the folder of attachments that belong to records.
  private let attachments: Set<String>
  /// Why the folder can't be written again, in one line; nil if it can.
  package let obstacle: String?

  /// Joins what a build found out about a folder.
  ///
  /// - Parameters:
  ///   - rowFiles: all files with records, inside the folder or not.
  ///   - sources: the tables whose files can be written again.
  ///   - attachments: the paths in the folder of attachments that belong to records.
  ///   - obstacle: why the folder can't be written again.
  package init(
    path: String, rowFiles: [FileRegion], sources: [Source], attachments: Set<String>,
    obstacle: String?
  ) {
    self.path = path
    self.rowFiles = rowFiles
    self.sources = sources
    self.attachments = attachments
    self.obstacle = obstacle
  }

  /// A digest of all files in the folder, and of files elsewhere that records come from.
  ///
  /// - Throws: `BytesError`.
  package func contentDigest() throws -> String {
    var digest = SHA256()
    for name in try fileNames() {
      let file = try InputFile(path: "\(path)/\(name)")
      let line = Array("\(name) \(SHA256.hex(try SHA256.of(FileRegion(file))))\n".utf8)
      digest.update(line.span)
    }
    for file in rowFiles where !file.path.hasPrefix(path + "/") {
      let line = Array("\(SHA256.hex(try SHA256.of(file)))\n".utf8)
      digest.update(line.span)
    }
    return SHA256.hex(digest.finish())
  }

  /// The paths of the files in the folder. A link to a file is that file, as in a build.
  private func fileNames() throws -> [String] {
    try FolderFiles(path).allPaths().filter { try PathKind(of: "\(path)/\($0)") == .file }
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
    for name in try fileNames() where !written.contains(name) {
      let content = try InputFile(path: "\(path)/\(name)")
      var file = try OutputFile(path: try target(name))
      try file.append(FileRegion(content))
      try file.close()
    }
    var names = SafeNames()
    for source in sources {
      for relation in try package.store.mediaRelations(of: source.table) {
        try write(
          attachments: relation.relatedTable, of: source, in: package, names: &names, to: target)
      }
    }
  }

  private func write(
    attachments media: String, of source: Source, in package: OpenPackage, names: inout SafeNames,
    to target: (String) throws -> String
  ) throws {
    try package.store.forEachAttachment(in: media) { _, item, content in
      guard let parent = GlobalID(item.parentGlobalID) else { return }
      let folder = source.attachments + "/" + parent.text.filter { $0 != "{" && $0 != "}" }
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
