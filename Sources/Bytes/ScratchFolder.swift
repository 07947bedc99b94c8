import Glibc

/// The folder for scratch files that belong to no output.
package enum ScratchFolder {
  /// The folder that `TMPDIR` names. By default `/var/tmp`, which is on a disk where `/tmp` may be
  /// in memory (File Hierarchy Standard 3.0 §5.15), or `/tmp` if that cannot be written.
  package static var path: String {
    if let folder = EnvironmentValue.string("TMPDIR"), !folder.isEmpty { return folder }
    return unsafe access("/var/tmp", W_OK | X_OK) == 0 ? "/var/tmp" : "/tmp"
  }
}
