import Bytes
import ZIPArchive

/// Some bytes of a download, in a file of the site. The records of a shard are in one stripe of a
/// text, or in several if they are long. Stripes are compressed apart from each other, so that a
/// later run can take them over.
struct DownloadStripe: Sendable, Equatable {
  /// What is known about a stripe before it was compressed.
  struct Content: Sendable, Equatable {
    /// The number of bytes.
    var count: Int
    /// The CRC-32.
    var checksum: UInt32
  }

  /// The number of the file among those of the download.
  var part: Int
  /// The offset in the file, and the number of bytes there.
  var offset: Int
  var size: Int
  /// What was compressed; nil in a plain file.
  var content: Content?

  /// The number of bytes in the download.
  var count: Int { content?.count ?? size }
}

extension DownloadStripe {
  /// Notes a stripe that is added to an archive.
  init(_ stripe: DeflateStripe, part: Int, offset: Int) {
    self.init(
      part: part, offset: offset, size: stripe.bytes.count,
      content: Content(count: stripe.count, checksum: stripe.checksum))
  }

  /// Returns the stripe for another archive; nil if it is not compressed.
  ///
  /// - Parameter bytes: The compressed bytes.
  func deflated(_ bytes: [UInt8], isLast: Bool = false) -> DeflateStripe? {
    content.map {
      DeflateStripe(bytes: bytes, checksum: $0.checksum, count: $0.count, isLast: isLast)
    }
  }
  /// Returns the bytes of the download.
  ///
  /// - Parameter bytes: The bytes of the file.
  func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let content else { return bytes }
    var inflater = try Inflater(format: .raw)
    var position = 0
    var plain: [UInt8] = []
    try inflater.inflate(bytes.span, from: &position, into: &plain, upTo: content.count)
    guard plain.count == content.count, CRC32.of(plain.span) == content.checksum else {
      throw BytesError.badDeflate(offset: offset, message: "other bytes than noted")
    }
    return plain
  }
}
