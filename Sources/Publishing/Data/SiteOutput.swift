import Bytes
import ZIPArchive

// `.fieldpack-site` lists a site's files, one per line, sorted:
//
//   SHA-256 (64 digits) size path
//
// Beside it, `.fieldpack-shards` says what the shards were made from.

/// A file of a site.
struct SiteFile: Sendable, Equatable {
  var path: String
  var size: Int
  var sha256: String
}

/// The files of a site while it is made, in a folder beside the target.
struct SiteOutput: ~Copyable {
  /// The name of the list of files.
  static let listName = ".fieldpack-site"

  /// The name of the file with notes for later runs, and the size up to which it can be ours.
  static let notesName = ".fieldpack-shards"
  static let largestNotes = 256 << 20

  private let folder: AtomicFolder
  private(set) var files: [SiteFile] = []
  /// The earlier site in the target folder.
  let earlier: EarlierSite?
  private let listName: String

  /// - Parameter listName: The name of the list, which identifies this kind of folder.
  /// - Throws: `PublishingError.notASiteFolder`, `.changedByHand`, `BytesError`.
  init(
    path: String, overwrite: Bool, listName: String = SiteOutput.listName
  ) throws {
    try JointCommit.finishEarlier(beside: path)
    let earlier = try EarlierSite(path: path, overwrite: overwrite, listName: listName)
    folder = try AtomicFolder(replacing: path, overwrite: earlier != nil)
    self.earlier = earlier
    self.listName = listName
  }

  /// A folder for temporary files.
  var scratch: String { folder.temporaryPath }

  /// Writes a whole file, unless the earlier site has the same.
  mutating func write(_ content: [UInt8], to path: String) throws(BytesError) {
    if let same = earlier?.files[path], same.size == content.count,
      same.sha256 == SHA256.hex(SHA256.of(content.span))
    {
      files.append(same)
      return
    }
    var file = try SiteFileWriter(path, in: folder)
    try file.append(content.span)
    files.append(try file.finish())
  }

  // MARK: The earlier site

  /// Opens a file of the earlier site that is as it was written; nil if there is none.
  func earlierFile(_ path: String) -> FileRegion? { earlier?.unchangedFile(path) }

  /// Keeps a file of the earlier site, which must be unchanged.
  mutating func keep(_ path: String) {
    if let file = earlier?.files[path] { files.append(file) }
  }

  // MARK: Files in pieces

  /// Opens a file that is written in pieces. `close` finishes it.
  func open(_ path: String) throws(BytesError) -> SiteFileWriter {
    try SiteFileWriter(path, in: folder)
  }

  mutating func close(_ file: consuming SiteFileWriter) throws(BytesError) {
    files.append(try file.finish())
  }

  /// Opens an archive. `close` finishes it.
  func openArchive(_ path: String) throws(BytesError) -> SiteArchiveWriter {
    SiteArchiveWriter(
      path: path, archive: ArchiveWriter(try OutputFile(path: folder.path(for: path))))
  }

  /// Returns the size of the archive.
  mutating func close(_ archive: consuming SiteArchiveWriter) throws -> Int {
    let file = try archive.finish()
    files.append(file)
    return file.size
  }

  /// Publishes the site with a commit. A new site appears as a whole. Over an earlier one, only files
  /// that differ are replaced.
  ///
  /// - Parameter notes: Returns what to note for later runs, for the SHA-256 of the list of files.
  /// - Returns: How many files were written, and how many files of an earlier site were removed.
  consuming func commit(
    with joint: JointCommit, notes: (String) -> [UInt8] = { _ in [] }
  ) throws(BytesError) -> (written: Int, removed: Int) {
    let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var list: [UInt8] = []
    for file in sorted { list += "\(file.sha256) \(file.size) \(file.path)\n".utf8 }
    try put(list, at: listName)
    let listDigest = SHA256.hex(SHA256.of(list.span))
    let noted = notes(listDigest)
    if !noted.isEmpty { try put(noted, at: Self.notesName) }
    guard let earlier else {
      try folder.commit(with: joint, synchronized: false)
      return (sorted.count, 0)
    }
    let changed = sorted.filter { earlier.files[$0.path]?.sha256 != $0.sha256 }.map(\.path)
    let kept = Set(sorted.map(\.path))
    let removed = earlier.files.keys.filter { !kept.contains($0) }.sorted()
    let isNew = earlier.listDigest != listDigest || !changed.isEmpty || !removed.isEmpty
    guard isNew || earlier.notes != noted else { return (0, 0) }
    let own = (isNew ? [listName] : []) + (noted.isEmpty ? [] : [Self.notesName])
    let stale = noted.isEmpty && !earlier.notes.isEmpty ? [Self.notesName] : []
    try folder.update(changed: changed + own, removed: removed + stale, with: joint)
    return (changed.count, removed.count)
  }

  private func put(_ content: [UInt8], at path: String) throws(BytesError) {
    var file = try OutputFile(path: folder.path(for: path))
    try file.append(content.span)
    try file.close()
  }
}

/// A file of a site while it is written.
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

  /// Returns what was written so far, for reading, and removes the file from the site.
  consuming func withdraw() throws(BytesError) -> FileRegion {
    FileRegion(try file.withdraw())
  }

  consuming fileprivate func finish() throws(BytesError) -> SiteFile {
    let size = file.count
    let sha256 = SHA256.hex(digest.finish())
    let path = path
    try file.close()
    return SiteFile(path: path, size: size, sha256: sha256)
  }
}

/// An archive of a site while it is written.
struct SiteArchiveWriter: ~Copyable {
  fileprivate let path: String
  var archive: ArchiveWriter<OutputFile>

  /// Sizes and checksums are written into the beginning at the end, so the digest is made last.
  consuming fileprivate func finish() throws -> SiteFile {
    let path = path
    let region = FileRegion(try archive.finished().reopen())
    var digest = SHA256()
    var chunk: [UInt8] = []
    for start in stride(from: 0, to: region.count, by: 1 << 20) {
      try region.read(at: start, count: min(1 << 20, region.count - start), into: &chunk)
      digest.update(chunk.span)
    }
    return SiteFile(path: path, size: region.count, sha256: SHA256.hex(digest.finish()))
  }
}
