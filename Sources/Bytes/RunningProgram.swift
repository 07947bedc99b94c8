/// The program that runs.
package enum RunningProgram {
  /// The fingerprint of the program's file, which differs from version to version; nil if it can't
  /// be read. It is made once.
  package static let fingerprint: Fingerprint? = try? BlockFingerprint.of(
    FileRegion(InputFile(path: "/proc/self/exe")), blockSize: 1 << 18)
}
