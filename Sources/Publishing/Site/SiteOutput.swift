import Bytes

// `.fieldpack-site`, the list of a site's files, a line each, sorted:
//
//   SHA-256 (64 digits) size path

/// A file of a site.
struct SiteFile: Sendable, Equatable {
  var path: String
  var size: Int
  var sha256: String
}

/// The files of a site under way, in a folder beside the target.
struct SiteOutput: ~Copyable {
  /// The name of the list of files.
  static let listName = ".fieldpack-site"

  private let folder: AtomicFolder
  private(set) var files: [SiteFile] = []
  private let earlier: EarlierSite?
  private let listName: String

  /// - Parameter listName: the name of the list, by which a folder of this kind is known.
  /// - Throws: `PublishingError.notASiteFolder`, `.changedByHand`, `.file`.
  init(
    path: String, overwrite: Bool, listName: String = SiteOutput.listName
  ) throws(PublishingError) {
    let earlier = try EarlierSite(path: path, overwrite: overwrite, listName: listName)
    folder = try Self.folder(path, overwrite: earlier != nil)
    self.earlier = earlier
    self.listName = listName
  }

  private static func folder(
    _ path: String, overwrite: Bool
  ) throws(PublishingError) -> AtomicFolder {
    do throws(BytesError) {
      return try AtomicFolder(replacing: path, overwrite: overwrite)
    } catch { throw .file(error) }
  }

  /// Where rows may be set aside.
  var scratch: String { folder.temporaryPath }

  /// Writes a whole file.
  mutating func write(_ content: [UInt8], to path: String) throws(BytesError) {
    var file = try SiteFileWriter(path, in: folder)
    try file.append(content.span)
    files.append(try file.finish())
  }

  /// Begins a file that is written bit by bit; `close` ends it.
  func open(_ path: String) throws(BytesError) -> SiteFileWriter {
    try SiteFileWriter(path, in: folder)
  }

  mutating func close(_ file: consuming SiteFileWriter) throws(BytesError) {
    files.append(try file.finish())
  }

  /// Makes the site appear: as a whole, or over an earlier one file by file, only those that
  /// differ.
  ///
  /// - Returns: how many files were written anew, and how many of an earlier site were removed.
  consuming func commit() throws(BytesError) -> (written: Int, removed: Int) {
    let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var list: [UInt8] = []
    for file in sorted { list += "\(file.sha256) \(file.size) \(file.path)\n".utf8 }
    var listFile = try OutputFile(path: folder.path(for: listName))
    try listFile.append(list.span)
    try listFile.close()
    guard let earlier else {
      try folder.commit(synchronised: false)
      return (sorted.count, 0)
    }
    let changed = sorted.filter { earlier.files[$0.path] != $0.sha256 }.map(\.path)
    let kept = Set(sorted.map(\.path))
    let removed = earlier.files.keys.filter { !kept.contains($0) }.sorted()
    // The list goes last: an update that is cut short leaves the old one, and is done again.
    let isSame = changed.isEmpty && removed.isEmpty
    try folder.update(changed: changed + (isSame ? [] : [listName]), removed: removed)
    return (changed.count, removed.count)
  }
}

/// A file of a site being written.
struct SiteFileWriter: ~Copyable {
  private let path: String
  private var file: OutputFile
  private var digest = SHA256()

  fileprivate init(_ path: String, in folder: borrowing AtomicFolder) throws(BytesError) {
    self.path = path
    file = try OutputFile(path: folder.path(for: path))
  }

  var count: Int { file.count }

  mutating func append(_ bytes: Span<UInt8>) throws(BytesError) {
    digest.update(bytes)
    try file.append(bytes)
  }

  consuming fileprivate func finish() throws(BytesError) -> SiteFile {
    let size = file.count
    let sha256 = SHA256.hex(digest.finish())
    let path = path
    try file.close()
    return SiteFile(path: path, size: size, sha256: sha256)
  }
}
