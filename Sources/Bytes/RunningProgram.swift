/// The program that runs.
package enum RunningProgram {
  /// The fingerprint of the program's file, which differs from version to version; nil if it can't
  /// be read. It is made once.
  package static let fingerprint: Fingerprint? = {
    guard let file = try? FileRegion(InputFile(path: "/proc/self/exe")) else { return nil }
    var fingerprint = BlockFingerprint()
    var block: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: blockSize) {
      let count = min(blockSize, file.count - start)
      guard (try? file.read(at: start, count: count, into: &block)) != nil else { return nil }
      fingerprint.add(block.span)
    }
    return fingerprint.finish()
  }()

  /// The number of bytes that are read at once.
  private static let blockSize = 1 << 18
}
