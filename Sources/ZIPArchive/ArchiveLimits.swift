/// Limits for reading an archive. An archive beyond a limit is rejected before memory or disk is
/// used for it.
package struct ArchiveLimits: Sendable {
  /// The number of entries in the directory.
  package var entryCount = 500_000
  /// The size of the whole directory in bytes.
  package var directorySize = 128 << 20
  /// The length of one name in bytes.
  package var nameLength = 1024
  /// The uncompressed size of one entry in bytes.
  package var entrySize = 64 << 30
  /// The uncompressed size of all entries together in bytes.
  package var totalSize = 256 << 30
  /// Uncompressed bytes for each compressed byte, for entries of 16 MiB and more. Deflate reaches
  /// 1,032.
  package var ratio = 500
  /// The same for entries of 256 MiB and more, which are stores and base maps. Theirs is below 30.
  package var largeRatio = 100

  /// Limits that are wide enough for a city with its photos.
  package static let standard = ArchiveLimits()

  /// The standard limits, as a start for changes.
  package init() {}

  /// Entries below this size may have any ratio.
  static let ratioFloor = 16 << 20
  private static let largeFloor = 256 << 20

  /// Returns the ratio that an entry of a size may have.
  package func ratio(ofSize size: Int) -> Int {
    size < Self.ratioFloor ? .max : size < Self.largeFloor ? ratio : min(ratio, largeRatio)
  }
}
