import Bytes
import SQLiteFile
import ZIPArchive

/// Reads a store once: deflates it on all cores and computes its digest.
enum StoreCopy {
  /// The number of bytes that one task deflates; each stripe sees the 32 KiB before it.
  private static let stripeSize = 1 << 20
  /// The number of stripes in progress at once.
  private static let width = 4

  /// Adds a store in compact form as a stored member.
  ///
  /// - Returns: the size and the SHA-256 of the compact form.
  static func compact<Output: PatchableOutput & ~Copyable>(
    _ region: FileRegion, named name: String, into archive: inout ArchiveWriter<Output>,
    report: (_ done: Int) -> Void
  ) async throws -> (size: Int, sha256: String) {
    let database = try CompactDatabase(region)
    var digest = SHA256()
    var checksum = CRC32()
    var size = 0
    try archive.begin(name, method: .stored, sizeLimit: nil)
    func append(_ bytes: [UInt8], _ archive: inout ArchiveWriter<Output>) throws {
      digest.update(bytes.span)
      size += bytes.count
      try archive.append(bytes.span)
    }
    try append(database.header, &archive)
    var waiting: [Int: CompactDatabase.Run] = [:]
    var (next, started) = (0, 0)
    try await withThrowingTaskGroup(of: (Int, CompactDatabase.Run).self) { group in
      while next < database.runCount {
        while started < database.runCount, started - next < width {
          let index = started
          group.addTask { (index, try database.run(index)) }
          started += 1
        }
        guard let (index, run) = try await group.next() else { break }
        waiting[index] = run
        while let ready = waiting.removeValue(forKey: next) {
          try append(ready.bytes, &archive)
          checksum.update(ready.pages.span)
          next += 1
          report(min(region.count, next * region.count / database.runCount))
        }
      }
    }
    try append(CompactDatabase.end(checksum), &archive)
    try archive.end()
    return (size, SHA256.hex(digest.finish()))
  }

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
