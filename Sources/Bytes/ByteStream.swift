/// A file read once, from start to end. A gzip file is recognized by its first bytes and inflated.
/// Several gzip members in a row are read as one stream, as `cat a.gz b.gz` makes them.
package final class ByteStream {
  private static let chunkSize = 256 * 1024

  /// True when the file is gzip.
  package let isCompressed: Bool
  /// Bytes returned so far.
  package private(set) var count = 0
  /// Bytes of the file read so far. Compared with `region.count`, this is the progress.
  package private(set) var position = 0
  /// The region to read.
  package let region: FileRegion

  private let limit: Int
  private var inflater: Inflater
  private var chunk: [UInt8] = []
  private var chunkPosition = 0
  /// Between two gzip members, where the file may end.
  private var isBetweenMembers = false

  /// Opens a stream on a region. Throws `inflatedTooLarge` after more than `limit` bytes of output.
  package init(region: FileRegion, limit: Int = Int.max) throws(BytesError) {
    self.region = region
    self.limit = limit
    let magic = try region.read(at: 0, count: min(3, region.count))
    isCompressed = magic == [0x1F, 0x8B, 8]
    inflater = try Inflater(format: .gzip)
  }

  /// Adds up to `maximum` bytes to the buffer and returns their number, 0 only at the end.
  package func read(
    upTo maximum: Int, appendingTo buffer: inout [UInt8]
  ) throws(BytesError) -> Int {
    guard maximum > 0 else { return 0 }
    let before = buffer.count
    if isCompressed {
      try readCompressed(upTo: maximum, appendingTo: &buffer)
    } else if position < region.count {
      let length = min(maximum, region.count - position, ByteStream.chunkSize)
      try region.read(at: position, count: length, into: &chunk)
      position += length
      buffer.append(chunk.span)
    }
    let added = buffer.count - before
    guard added <= limit - count else { throw .inflatedTooLarge(limit: limit) }
    count += added
    return added
  }

  private func readCompressed(
    upTo maximum: Int, appendingTo buffer: inout [UInt8]
  ) throws(BytesError) {
    let before = buffer.count
    while buffer.count == before {
      if chunkPosition == chunk.count, position < region.count {
        let length = min(ByteStream.chunkSize, region.count - position)
        try region.read(at: position, count: length, into: &chunk)
        position += length
        chunkPosition = 0
      }
      if isBetweenMembers {
        guard try startMember() else { return }
      }
      let room = min(maximum, ByteStream.chunkSize)
      let start = chunkPosition
      let input = chunk
      try inflater.inflate(input.span, from: &chunkPosition, into: &buffer, upTo: room)
      if inflater.isFinished {
        isBetweenMembers = true
      } else if buffer.count == before, chunkPosition == start || chunk.isEmpty,
        position == region.count
      {
        throw .badDeflate(offset: position, message: "gzip data ends too soon")
      }
    }
  }

  /// Returns true when another member begins, false at the end of the file. Zeros may precede the
  /// end, because tapes pad with them. Any other byte throws.
  private func startMember() throws(BytesError) -> Bool {
    guard chunkPosition < chunk.count else { return false }
    if chunk[chunkPosition] == 0x1F {
      inflater.restart()
      isBetweenMembers = false
      return true
    }
    while true {
      while chunkPosition < chunk.count {
        guard chunk[chunkPosition] == 0 else {
          let offset = position - chunk.count + chunkPosition
          throw .badDeflate(offset: offset, message: "gzip data is followed by other bytes")
        }
        chunkPosition += 1
      }
      guard position < region.count else { return false }
      let length = min(ByteStream.chunkSize, region.count - position)
      try region.read(at: position, count: length, into: &chunk)
      position += length
      chunkPosition = 0
    }
  }
}
