import Bytes
import ZIPArchive

/// Reads a store once: digests it, hands its bytes on, and deflates them on the other core.
enum StoreCopy {
  /// Bytes deflated by one task; each stripe sees the 32 KiB before it.
  private static let stripeSize = 1 << 20
  /// Stripes under way at once.
  private static let width = 4

  /// What the store's bytes came to.
  struct Account: Sendable {
    var size: Int
    var sha256: String
  }

  /// Collects the region's bytes deflated in `base`.
  ///
  /// - Parameter pass: gets the bytes as they are, in order.
  static func run(
    _ region: FileRegion, level: Int, into base: inout DeflatedScratch, report: (Int) -> Void,
    pass: ([UInt8]) throws -> Void
  ) async throws -> Account {
    var digest = SHA256()
    var waiting: [Int: DeflateStripe] = [:]
    let count = max(1, (region.count + stripeSize - 1) / stripeSize)
    var window: [UInt8] = []
    var next = 0
    var started = 0
    try await withThrowingTaskGroup(of: (Int, DeflateStripe).self) { group in
      while next < count {
        while started < count, started - next < width {
          let offset = started * stripeSize
          let bytes = try region.read(at: offset, count: min(stripeSize, region.count - offset))
          digest.update(bytes.span)
          try pass(bytes)
          let (index, dictionary, isLast) = (started, window, started == count - 1)
          group.addTask {
            (
              index,
              try DeflateStripe.compress(
                bytes.span, previous: dictionary.span, level: level, isLast: isLast)
            )
          }
          window = Array(bytes.suffix(Deflate.windowSize))
          started += 1
        }
        guard let (index, stripe) = try await group.next() else { break }
        waiting[index] = stripe
        while let ready = waiting.removeValue(forKey: next) {
          try base.append(ready)
          next += 1
          report(min(region.count, next * stripeSize))
        }
      }
    }
    return Account(size: region.count, sha256: SHA256.hex(digest.finish()))
  }
}

/// Deflated stripes on their way into an archive, kept in a file without a name.
struct DeflatedScratch: ~Copyable {
  private var file: OutputFile
  /// Of each stripe: its length in the file, and what the archive must know of it.
  private var stripes: [(length: Int, checksum: UInt32, count: Int, isLast: Bool)] = []

  init(folder: String) throws(BytesError) {
    file = try OutputFile(scratchIn: folder)
  }

  mutating func append(_ stripe: DeflateStripe) throws(BytesError) {
    try file.append(stripe.bytes.span)
    stripes.append((stripe.bytes.count, stripe.checksum, stripe.count, stripe.isLast))
  }

  /// Writes the member.
  consuming func write(named name: String, to archive: inout ArchiveWriter) throws {
    let list = stripes
    let input = try file.reopen()
    var offset = 0
    let size = list.reduce(0) { $0 + $1.count }
    try archive.begin(name, method: .deflated, sizeLimit: size)
    for stripe in list {
      let bytes = try input.read(at: offset, count: stripe.length)
      try archive.append(
        DeflateStripe(
          bytes: bytes, checksum: stripe.checksum, count: stripe.count, isLast: stripe.isLast))
      offset += stripe.length
    }
    _ = try archive.end()
  }
}
