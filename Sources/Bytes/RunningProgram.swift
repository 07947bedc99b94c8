/// The program that runs.
package enum RunningProgram {
  /// The SHA-256 of the program's file, which differs from version to version; nil if it can't be
  /// read. It is made once.
  package static let digest: [UInt8]? = try? SHA256.of(
    FileRegion(try InputFile(path: "/proc/self/exe")))
}
