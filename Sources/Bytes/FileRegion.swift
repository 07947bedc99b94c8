/// A run of bytes in a file: a whole file, or a member stored inside an archive. Format readers
/// take a region, so that a database inside a package is read without unpacking it.
package struct FileRegion: Sendable {
  /// The file.
  package let file: InputFile
  /// The offset of the region in the file.
  package let offset: Int
  /// The number of bytes in the region.
  package let count: Int

  /// The path of the file, or the caller's name for the region. Used in messages.
  package let path: String

  /// The whole file.
  package init(_ file: InputFile) {
    self.init(file, offset: 0, count: file.size)
  }

  /// A part of the file. If it extends past the end of the file, reading it throws.
  package init(_ file: InputFile, offset: Int, count: Int) {
    self.init(file, offset: offset, count: count, path: file.path)
  }

  private init(_ file: InputFile, offset: Int, count: Int, path: String) {
    self.file = file
    self.offset = max(0, offset)
    self.count = max(0, count)
    self.path = path
  }

  /// Returns the same bytes with another name for messages, such as "crew-07.mmpk, data.gpkg" for a
  /// member.
  package func called(_ path: String) -> FileRegion {
    FileRegion(file, offset: offset, count: count, path: path)
  }

  /// Returns a part of this region, cut off at the region's end.
  package func part(offset start: Int, count length: Int) -> FileRegion {
    let start = max(0, min(start, count))
    return FileRegion(
      file, offset: offset + start, count: max(0, min(length, count - start)), path: path)
  }

  /// Reads exactly `count` bytes, `start` bytes into the region. Throws `fileTruncated` otherwise.
  package func read(at start: Int, count length: Int) throws(BytesError) -> [UInt8] {
    var buffer: [UInt8] = []
    try read(at: start, count: length, into: &buffer)
    return buffer
  }

  /// Reads exactly `count` bytes, `start` bytes into the region. They replace the content of
  /// `buffer`.
  package func read(
    at start: Int, count length: Int, into buffer: inout [UInt8]
  ) throws(BytesError) {
    guard start >= 0, length >= 0, start <= count, length <= count - start else {
      throw .fileTruncated(
        path: path, offset: offset &+ start, needed: length,
        available: start < 0 ? 0 : max(0, count - min(start, count)))
    }
    try file.read(at: offset &+ start, count: length, into: &buffer)
  }

  /// Reads all bytes of the region. Throws `inflatedTooLarge` when there are more than `limit`.
  package func readAll(limit: Int) throws(BytesError) -> [UInt8] {
    guard count <= limit else { throw .inflatedTooLarge(limit: limit) }
    return try read(at: 0, count: count)
  }
}
