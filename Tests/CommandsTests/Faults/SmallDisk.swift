import Foundation
import TestSupport

/// A file system in memory that is removed with the value.
final class SmallDisk {
  /// Where it is mounted.
  let path: String

  /// Whether this process may mount.
  static let isPermitted: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return SmallDisk(kilobytes: 16, in: folder) != nil
  }()

  /// Mounts it below a folder; nil if this process may not.
  init?(kilobytes: Int, in folder: TemporaryFolder) {
    path = folder.path("small")
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let words = ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path]
    guard Tool(named: "mount")?.answer(words) != nil else { return nil }
  }

  /// Lets nobody write to the disk from now on.
  ///
  /// It tries again for a while: a program that another test starts has the files that were open for
  /// writing at that moment, until it begins.
  func makeReadOnly() -> Bool {
    (0..<200).contains { _ in
      if Tool(named: "mount")?.answer(["-o", "remount,ro", path]) != nil { return true }
      usleep(50_000)
      return false
    }
  }

  /// A folder on the disk with a copy of all that is in another one.
  func folder(like source: TemporaryFolder) throws -> String {
    let target = path + "/work"
    try FileManager.default.copyItem(atPath: source.path, toPath: target)
    return target
  }

  /// The kilobytes that are in use.
  var usedKilobytes: Int {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return 0 }
    return Int((status.f_blocks - status.f_bfree) * status.f_frsize) / 1024
  }

  deinit {
    _ = Tool(named: "umount")?.answer([path])
  }
}
