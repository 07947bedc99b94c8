import Bytes
import TestSupport
import ZIPArchive

/// Opens bytes as an archive, for tests.
struct ZIPFile {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func open(_ bytes: [UInt8], limits: ArchiveLimits = .standard) throws -> ArchiveReader {
    let file = try InputFile(path: folder.write(bytes, to: "raw.zip"))
    return try ArchiveReader(region: FileRegion(file), limits: limits)
  }

  /// Opens an archive and reads every entry. Returns the error, if any.
  func error(
    _ archive: RawArchive, limits: ArchiveLimits = .standard
  ) throws -> ZIPArchiveError? {
    do {
      let reader = try open(archive.bytes, limits: limits)
      for entry in reader.entries { _ = try reader.read(entry, limit: 1 << 20) }
      return nil
    } catch let error as ZIPArchiveError {
      if error.description.isEmpty { throw error }
      return error
    }
  }
}
