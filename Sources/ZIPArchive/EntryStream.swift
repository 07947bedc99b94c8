import Bytes

/// Unpacks an entry from start to end. The end is reached only if size and checksum are right.
package final class EntryStream {
  private static let chunkSize = 256 * 1024

  /// The entry to read.
  package let entry: ArchiveEntry
  /// Bytes returned so far.
  package private(set) var count = 0

  private let region: FileRegion
  private var inflater: Inflater
  private var chunk: [UInt8] = []
  private var chunkPosition = 0
  /// Compressed bytes read from the file so far.
  private var position = 0
  private var checksum = CRC32()
  private var isFinished = false

  init(entry: ArchiveEntry, region: FileRegion) throws {
    self.entry = entry
    self.region = region
    inflater = try Inflater(format: .raw)
  }

  /// Adds up to `maximum` bytes to the buffer and returns their number, 0 only at the end of sound
  /// data. Never adds more than the entry's size. Throws when data, size or checksum are wrong.
  package func read(
    upTo maximum: Int, appendingTo buffer: inout [UInt8]
  ) throws -> Int {
    guard maximum > 0, !isFinished else { return 0 }
    let before = buffer.count
    switch entry.method {
    case .stored: try readStored(upTo: maximum, appendingTo: &buffer)
    case .deflated: try readDeflated(upTo: maximum, appendingTo: &buffer)
    }
    let added = buffer.count - before
    count += added
    guard count <= entry.size else {
      throw ZIPArchiveError.sizeMismatch(entry: entry.name, expected: entry.size, found: count)
    }
    checksum.update(buffer.span.extracting(before...))
    if added == 0 { try finish() }
    return added
  }

  private func readStored(
    upTo maximum: Int, appendingTo buffer: inout [UInt8]
  ) throws {
    let length = min(maximum, region.count - position, EntryStream.chunkSize)
    try readChunk(length)
    buffer += chunk
  }

  private func readDeflated(
    upTo maximum: Int, appendingTo buffer: inout [UInt8]
  ) throws {
    let before = buffer.count
    // One byte more than promised reveals a stream that continues.
    let room = min(maximum, EntryStream.chunkSize, entry.size - count &+ 1)
    while buffer.count == before, !inflater.isFinished {
      if chunkPosition == chunk.count {
        let length = min(EntryStream.chunkSize, region.count - position)
        guard length > 0 || count == 0 && position == 0 else {
          throw ZIPArchiveError.damagedData(
            entry: entry.name, offset: position, message: "ends too soon")
        }
        try readChunk(length)
      }
      let input = chunk
      let start = chunkPosition
      do {
        try inflater.inflate(input.span, from: &chunkPosition, into: &buffer, upTo: room)
      } catch {
        throw ZIPArchiveError.damagedData(
          entry: entry.name, offset: inflater.consumed, message: EntryStream.reason(error))
      }
      if buffer.count == before, chunkPosition == start, !inflater.isFinished {
        throw ZIPArchiveError.damagedData(
          entry: entry.name, offset: position, message: "ends too soon")
      }
    }
  }

  private func readChunk(_ length: Int) throws {
    try region.read(at: position, count: length, into: &chunk)
    position += length
    chunkPosition = 0
  }

  private func finish() throws {
    let packed = entry.method == .stored ? position : position - chunk.count + chunkPosition
    guard count == entry.size, packed == entry.compressedSize else {
      throw ZIPArchiveError.sizeMismatch(
        entry: entry.name, expected: count == entry.size ? entry.compressedSize : entry.size,
        found: count == entry.size ? packed : count)
    }
    guard checksum.value == entry.checksum else {
      throw ZIPArchiveError.checksumMismatch(
        entry: entry.name, expected: entry.checksum, found: checksum.value)
    }
    isFinished = true
  }

  private static func reason(_ error: BytesError) -> String {
    if case .badDeflate(_, let message) = error { return message }
    return error.description
  }
}
