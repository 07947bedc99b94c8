import Bytes
import GeoPackage
import Geometry
import OrderedJSON
import ZIPArchive

/// Writes the archive of a package, member after member in its fixed order.
struct MobileMapPackage: ~Copyable {
  static let storePath = "data.gpkg"
  static let basePath = "base/data.gpkg"
  /// Level 1 deflates three times faster than 6 for 8 % more bytes.
  private static let level = 1

  private var archive: ArchiveWriter
  private(set) var members: [ManifestMember] = []

  init(_ file: consuming AtomicFile) {
    archive = ArchiveWriter(file)
  }

  /// Adds a small member from memory.
  mutating func append(_ content: [UInt8], named name: String) throws(ZIPArchiveError) {
    try archive.appendDeflated(name, content.span, level: 6)
    note(name, content.count, SHA256.hex(SHA256.of(content.span)))
  }

  /// Adds a photo as it is: pictures are compressed already, and readers open them in place.
  mutating func append(file region: FileRegion, named name: String, sha256: String)
    throws(ZIPArchiveError)
  {
    try archive.appendStored(name, region: region)
    note(name, region.count, sha256)
  }

  /// Adds the store, Stored so that it can be opened in place, then photos, then the base for
  /// merging, deflated.
  ///
  /// - Parameter base: the store without photo bytes; `nil` when the store holds none itself.
  mutating func append(
    store: FileRegion, base: FileRegion?, scratch folder: String, photos: [PackedAttachments],
    report: (Int) -> Void
  ) async throws {
    var deflated = try DeflatedScratch(folder: folder)
    let stored: StoreCopy.Account
    let based: StoreCopy.Account
    if let base {
      try archive.appendStored(Self.storePath, region: store)
      stored = StoreCopy.Account(
        size: store.count, sha256: SHA256.hex(try SHA256.of(store)))
      based = try await StoreCopy.run(base, level: Self.level, into: &deflated, report: report) {
        _ in
      }
    } else {
      try archive.begin(Self.storePath, method: .stored, sizeLimit: store.count)
      stored = try await StoreCopy.run(store, level: Self.level, into: &deflated, report: report) {
        bytes in try archive.append(bytes.span)
      }
      try archive.end()
      based = stored
    }
    note(Self.storePath, stored.size, stored.sha256)
    try append(photos)
    try deflated.write(named: Self.basePath, to: &archive)
    note(Self.basePath, based.size, based.sha256)
  }

  /// Adds photos that travel as files.
  private mutating func append(_ photos: [PackedAttachments]) throws {
    for group in photos {
      for item in group.items {
        guard let path = item.row.path else { continue }
        if let file = item.content.path {
          let region = FileRegion(try InputFile(path: file))
          try append(file: region, named: path, sha256: item.row.sha256)
        } else {
          let content = try item.content.read()
          try archive.appendStored(path, content.span)
          note(path, content.count, item.row.sha256)
        }
      }
    }
  }

  private mutating func note(_ path: String, _ size: Int, _ sha256: String) {
    members.append(ManifestMember(path: path, size: size, sha256: sha256))
  }

  /// Adds the manifest, which accounts for all other members, and makes the package appear.
  consuming func finish(manifest: [UInt8]) throws(ZIPArchiveError) {
    try archive.appendDeflated(Manifest.path, manifest.span, level: 6)
    try archive.finish()
  }
}
