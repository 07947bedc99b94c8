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

  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"
  private static let cases = FaultCase.all.filter { isExhaustive || !$0.isLong }
  /// The kilobytes that a file system in memory gives at once.
  private static let step = 4
  /// The sizes that the exhaustive test tries of one command. More would take hours for the demo's
  /// 30 MB; a small output is tried at every step.
  private static let mostSizes = 1_000

  @Test(arguments: cases)
  func `a disk that fills up at any moment leaves the outputs old or new`(
    _ test: FaultCase
  ) async throws {
    let start = try await test.prepare()
    let before = try FolderContent(of: start)
    let parent = try TemporaryFolder()
    // How much the command needs at most, on a disk that is large enough: outputs that take the
    // place of earlier ones stand beside them first.
    let (after, used, needed) = try await {
      let disk = try #require(SmallDisk(kilobytes: 1 << 20, in: parent))
      let folder = try disk.folder(like: start)
      let used = disk.usedKilobytes
      let result = try await #require(Tool.fieldpack).run(
        test.words, environment: FaultCase.environment, folder: folder)
      #expect([0, 1].contains(result.status), "\(result.errorText)")
      return (try FolderContent(at: folder), used, disk.usedKilobytes)
    }()
    // Temporary files need more than the outputs, but no more than three times as much.
    let most = max(3 * needed, 64) / Self.step
    let stride = Swift.stride(from: 0, through: most, by: most / Self.mostSizes + 1)
    let steps = Self.isExhaustive ? Array(stride) : [0, 1, most / 9, most / 6, most / 3]
    for free in steps.map({ $0 * Self.step }) {
      let disk = try #require(SmallDisk(kilobytes: used + free, in: parent))
      let folder = try disk.folder(like: start)
      let result = try await #require(Tool.fieldpack).run(
        test.words, environment: FaultCase.environment, folder: folder)
      let content = try FolderContent(at: folder)
      let isWhole =
        content == before || content == after || test.isMany && content.isMix(of: before, after)
      #expect(isWhole, "\(free) KB: \(result.status) \(content.differences(from: before))")
      #expect([0, 1, 6].contains(result.status), "\(free) KB: \(result.errorText)")
      #expect(!FolderContent.namesTemporary(result.errorText), "\(free) KB: \(result.errorText)")
      let isComplete = content == after
      #expect((result.status == 6) != isComplete, "\(free) KB: \(result.errorText)")
    }
  }

  @Test(arguments: cases)
  func `a disk that nobody may write to exits with 5 and leaves all as it was`(
    _ test: FaultCase
  ) async throws {
    let start = try await test.prepare()
    let before = try FolderContent(of: start)
    let parent = try TemporaryFolder()
    let disk = try #require(SmallDisk(kilobytes: 1 << 20, in: parent))
    let folder = try disk.folder(like: start)
    try #require(disk.makeReadOnly())
    let result = try await #require(Tool.fieldpack).run(test.words, folder: folder)
    #expect(result.status == 5, "\(result.errorText)")
    #expect(result.errorText.contains("FILE_NOT_WRITABLE"), "\(result.errorText)")
    #expect(!FolderContent.namesTemporary(result.errorText), "\(result.errorText)")
    #expect(try FolderContent(at: folder) == before)
  }

  @Test func `a merge says how much room it needs, before it writes`() async throws {
    let test = try #require(FaultCase.all.first { $0.name == "merge" })
    let start = try await test.prepare()
    let parent = try TemporaryFolder()
    let disk = try #require(SmallDisk(kilobytes: 64, in: parent))
    let result = try await #require(Tool.fieldpack).run(
      [
        "merge", "--into", "office.gpkg", "crew.mmpk", "-o", disk.path + "/merged.gpkg",
        "--review", disk.path + "/review",
      ], environment: FaultCase.environment, folder: start.path)
    #expect(result.status == 6)
    let size = try start.read("office.gpkg").count
    #expect(size > 40_000)
    #expect(result.errorText.contains("\(disk.path): needs"), "\(result.errorText)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
  }
}
