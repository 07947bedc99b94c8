import CZlib

/// What surrounds deflated data (RFC 1951): nothing, a zlib header and Adler-32 (RFC 1950, PNG), or
/// a gzip header and CRC-32 (RFC 1952).
package enum DeflateFormat: Sendable {
  case raw, zlib, gzip

  /// The `windowBits` for zlib: 32 KiB of history. The wrapping is selected by the sign or by
  /// adding 16.
  var windowBits: Int32 {
    switch self {
    case .raw: -15
    case .zlib: 15
    case .gzip: 31
    }
  }
}

/// Compression of bytes in memory.
package enum Deflate {
  /// How far back a match may reach. The dictionary of a block is at most this long.
  package static let windowSize = 32 * 1024

  /// The version of zlib. Another version may compress the same bytes differently.
  package static var libraryVersion: String { unsafe String(cString: zlibVersion()) }

  /// Compresses one block of a raw deflate stream. Blocks can be compressed separately, each with
  /// up to 32 KiB of the preceding bytes as `dictionary`. Concatenated, they form one stream: all
  /// blocks but the last end on a byte boundary (`Z_SYNC_FLUSH`). Levels are those of zlib, 0 to 9.
  package static func compress(
    _ block: Span<UInt8>, dictionary: Span<UInt8>, level: Int, isLast: Bool
  ) throws(BytesError) -> [UInt8] {
    let stream = try DeflateStream(format: .raw, level: level)
    try stream.setDictionary(dictionary)
    return try stream.compress(block, flush: isLast ? Z_FINISH : Z_SYNC_FLUSH)
  }

  /// Compresses all bytes into one finished stream.
  package static func compress(
    _ bytes: Span<UInt8>, format: DeflateFormat, level: Int
  ) throws(BytesError) -> [UInt8] {
    let stream = try DeflateStream(format: format, level: level)
    return try stream.compress(bytes, flush: Z_FINISH)
  }

  /// Inflates a whole stream in memory. Throws `inflatedTooLarge` beyond `limit` bytes. Throws
  /// `badDeflate` when the stream is damaged, cut off, or followed by other bytes.
  package static func inflate(
    _ bytes: Span<UInt8>, format: DeflateFormat, limit: Int
  ) throws(BytesError) -> [UInt8] {
    guard limit >= 0 else { throw .inflatedTooLarge(limit: limit) }
    var inflater = try Inflater(format: format)
    var output: [UInt8] = []
    var position = 0
    while !inflater.isFinished {
      let before = (position, output.count)
      // One byte more than allowed distinguishes a stream that continues from one that just fits.
      let room = min(64 * 1024 - 1, limit - output.count) + 1
      try inflater.inflate(bytes, from: &position, into: &output, upTo: room)
      guard output.count <= limit else { throw .inflatedTooLarge(limit: limit) }
      if !inflater.isFinished, before == (position, output.count) {
        throw .badDeflate(offset: position, message: "ends too soon")
      }
    }
    guard position == bytes.count else {
      throw .badDeflate(offset: position, message: "followed by other bytes")
    }
    return output
  }
}
