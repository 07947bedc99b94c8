/// What an archive may ask for. Beyond a limit it is refused before memory or disk is taken.
package struct ArchiveLimits: Sendable {
  /// Entries in the directory.
  package var entryCount = 500_000
  /// Bytes of the whole directory.
  package var directorySize = 128 << 20
  /// Bytes of one name.
  package var nameLength = 1024
  /// Unpacked bytes of one entry.
  package var entrySize = 64 << 30
  /// Unpacked bytes of all entries together.
  package var totalSize = 256 << 30
  /// Unpacked bytes for each packed one, for entries of 16 MiB and more. Deflate reaches 1,032.
  package var ratio = 500

  /// Limits wide enough for a city with its photos.
  package static let standard = ArchiveLimits()

  /// The standard limits, to be changed.
  package init() {}

  /// Entries below this size may have any ratio.
  static let ratioFloor = 16 << 20
}
