import Foundation
import TestSupport
import Testing

/// A fault of the machine stops the run. It is never blamed on an input: no package is refused for
/// it, nothing becomes a finding, nothing is left out, and nothing is written.
@Suite(.needs(.fieldpack)) struct MachineFaultTests {
  /// What is wrong with the machine.
  enum Fault: Sendable, CustomTestStringConvertible {
    case noScratchFolder
    case fileAsScratchFolder
    /// A disk for scratch files with this many kilobytes.
    case scratchDisk(kilobytes: Int)
    case readOnlyScratchDisk
    /// The largest file, in blocks of 512 bytes.
    case fileSize(Int)
    case openFiles(Int)

    var testDescription: String {
      switch self {
      case .noScratchFolder: "no scratch folder"
      case .fileAsScratchFolder: "a file as scratch folder"
      case .scratchDisk(let kilobytes): "a scratch disk of \(kilobytes) KB"
      case .readOnlyScratchDisk: "a read-only scratch disk"
      case .fileSize(let blocks): "files of at most \(blocks) blocks"
      case .openFiles(let count): "at most \(count) open files"
      }
    }

    /// The lines of a shell before the program starts.
    var shell: String {
      switch self {
      case .noScratchFolder: "export TMPDIR=/nonexistent"
      case .fileAsScratchFolder: "export TMPDIR=\"$PWD/map.json\""
      case .scratchDisk, .readOnlyScratchDisk: "true"
      case .fileSize(let blocks): "ulimit -f \(blocks)"
      case .openFiles(let count): "ulimit -n \(count)"
      }
    }

    /// The disk for scratch files, if the fault is there.
    func disk(in folder: TemporaryFolder) throws -> SmallDisk? {
      let kilobytes: Int
      switch self {
      case .scratchDisk(let size): kilobytes = size
      case .readOnlyScratchDisk: kilobytes = 64
      case .noScratchFolder, .fileAsScratchFolder, .fileSize, .openFiles: return nil
      }
      let disk = try #require(SmallDisk(kilobytes: kilobytes, in: folder))
      if case .readOnlyScratchDisk = self { try #require(disk.makeReadOnly()) }
      return disk
    }
  }

  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"

  private static let faults: [Fault] =
    [.noScratchFolder, .fileAsScratchFolder]
    + (SmallDisk.isPermitted
      ? [.readOnlyScratchDisk] + [4, 16, 64, 256].map { .scratchDisk(kilobytes: $0) } : [])
    + [.fileSize(0), .fileSize(8), .fileSize(64), .openFiles(40)]

  @Test(arguments: MachineJob.all)
  func `a fault of the machine stops the run and blames no input`(job: MachineJob) async throws {
    let trial = try await MachineTrial(job)
    let parent = try TemporaryFolder()
    for fault in Self.faults {
      let disk = try fault.disk(in: parent)
      let found = try await job.run(fault.shell, in: trial.folder, scratch: disk?.path)
      withExtendedLifetime(disk) {}
      try trial.expectNoBlame(found, fault.testDescription)
    }
  }

  @Test(.needs(.strace), arguments: MachineJob.all)
  func `a disk that fails as it is read stops the run and blames no input`(
    job: MachineJob
  ) async throws {
    let trial = try await MachineTrial(job)
    let calls = try await ReadingCall.all(of: job, in: trial.folder)
    try #require(calls.count > 5)
    let chosen = Self.isExhaustive ? calls : ReadingCall.some(of: calls)
    for call in chosen {
      let found = try await job.run(under: call.failing, in: trial.folder)
      try trial.expectNoBlame(found, "an error at \(call)")
    }
  }
}
