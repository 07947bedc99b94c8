import Bytes
import ZIPArchive

/// Reads a store once: deflates it on all cores and computes its digest.
enum StoreCopy {
  /// The number of bytes that one task deflates; each stripe sees the 32 KiB before it.
  private static let stripeSize = 1 << 20
  /// The number of stripes in progress at once.
  private static let width = 4

  /// Adds the region's bytes as a deflated member.
  ///
  /// - Returns: the SHA-256 in hexadecimal digits.
  static func deflate<Output: PatchableOutput & ~Copyable>(
    _ region: FileRegion, named name: String, level: Int,
    into archive: inout ArchiveWriter<Output>, report: (_ done: Int) -> Void
  ) async throws -> String {
    var digest = SHA256()
    var waiting: [Int: DeflateStripe] = [:]
    let count = max(1, (region.count + stripeSize - 1) / stripeSize)
    var window: [UInt8] = []
    var next = 0
    var started = 0
    try archive.begin(name, method: .deflated, sizeLimit: nil)
    try await withThrowingTaskGroup(of: (Int, DeflateStripe).self) { group in
      while next < count {
        while started < count, started - next < width {
          let offset = started * stripeSize
          let bytes = try region.read(at: offset, count: min(stripeSize, region.count - offset))
          let (index, dictionary, isLast) = (started, window, started == count - 1)
          group.addTask {
            (
              index,
              try DeflateStripe.compress(
                bytes.span, previous: dictionary.span, level: level, isLast: isLast)
            )
          }
          digest.update(bytes.span)
          window = Array(bytes.suffix(Deflate.windowSize))
          started += 1
        }
        guard let (index, stripe) = try await group.next() else { break }
        waiting[index] = stripe
        while let ready = waiting.removeValue(forKey: next) {
          try archive.append(ready)
          next += 1
          report(min(region.count, next * stripeSize))
        }
      }
    }
    try archive.end()
    return SHA256.hex(digest.finish())
  }
}
