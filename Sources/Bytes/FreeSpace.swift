import Glibc

/// Free space on a disk.
package enum FreeSpace {
  /// Returns the bytes that this user can still write in the folder, or nil if the system does not
  /// report it.
  package static func available(atFolder path: String) -> Int? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, overflow) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return overflow ? Int.max : bytes
  }
}
