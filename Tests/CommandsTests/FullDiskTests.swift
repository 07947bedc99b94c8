import Foundation
import TestSupport
import Testing

/// A target on a disk that is too small.
@Suite(
  .needs(.fieldpack, Need("the right to mount a disk", in: .quick, isMet: SmallDisk.isPermitted)))
struct FullDiskTests {
  @Test(arguments: ["out.mmpk", "out.gpkg"])
  func `a full disk exits with 6 and leaves no file`(name: String) async throws {
    let city = try SmallCity()
    let disk = try #require(SmallDisk(kilobytes: 64, in: city.folder))
    let result = try await #require(Tool.fieldpack).run(
      ["build", "map.json", "--data", "data", "-o", "small/" + name], in: city)
    #expect(result.status == 6, "\(result.errorText)")
    #expect(result.errorText.contains("the disk is full, or your quota is used up"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
  }
}

/// A file system in memory that is removed with the value.
private final class SmallDisk {
  let path: String

  /// Whether this process may mount.
  static let isPermitted: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return SmallDisk(kilobytes: 16, in: folder) != nil
  }()

  init?(kilobytes: Int, in folder: TemporaryFolder) {
    path = folder.path("small")
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let words = ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path]
    guard Tool(named: "mount")?.answer(words) != nil else { return nil }
  }

  deinit {
    _ = Tool(named: "umount")?.answer([path])
  }
}
