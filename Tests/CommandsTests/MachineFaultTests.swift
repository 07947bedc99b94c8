import Foundation
import TestSupport
import Testing

/// A fault of the machine stops the run. It is never blamed on an input: no package is refused for
/// it, nothing becomes a finding, and nothing is written.
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
    + [.fileSize(0), .fileSize(8), .fileSize(64)]
    + stride(from: 9, through: 40, by: isExhaustive ? 1 : 5).map(Fault.openFiles)

  /// A command of the table, and what it writes.
  struct Job: Sendable, CustomTestStringConvertible {
    var words: [String]
    var outputs: [String] = []
    var testDescription: String { words.joined(separator: " ") }
  }

  private static let jobs = [
    Job(
      words: ["merge", "--into", "office.gpkg", "crew-1.mmpk", "crew-2.zip", "-o", "m.gpkg"],
      outputs: ["m.gpkg", "m.gpkg.undo"]),
    Job(
      words: ["merge", "--into", "issued.mmpk", "crew-1.mmpk", "-o", "m.mmpk"], outputs: ["m.mmpk"]
    ),
    Job(
      words: [
        "merge", "--into", "office.gpkg", "crew.geodatabase", "--base", "office.gpkg", "-o",
        "m.gpkg",
      ],
      outputs: ["m.gpkg", "m.gpkg.undo"]),
    Job(words: ["merge", "--into", "office.gpkg", "crew-1.mmpk", "--dry-run", "--json"]),
    Job(words: ["diff", "crew-1.mmpk", "--html", "pages"], outputs: ["pages"]),
    Job(words: ["verify", "crew-1.mmpk"]), Job(words: ["verify", "crew.geodatabase"]),
    Job(words: ["inspect", "crew-2.zip"]),
    Job(
      words: ["export", "crew-1.mmpk", "--layer", "Trees", "-o", "trees.csv"],
      outputs: ["trees.csv"]),
    Job(words: ["site", "crew-1.mmpk", "-o", "pages"], outputs: ["pages"]),
    Job(words: ["build", "map.json", "--data", "data", "-o", "b.mmpk"], outputs: ["b.mmpk"]),
    Job(words: ["check", "map.json", "--data", "data"]),
    Job(
      words: ["edit", "crew-1.mmpk", "--edits", "edits.json", "-o", "e.mmpk"], outputs: ["e.mmpk"]),
  ]

  /// The folder with all inputs, and how each command ends on a sound machine.
  private struct Made {
    var city: SmallCity
    var sound: [ToolResult]
  }

  private static let made = Task { try await make() }

  private static func make() async throws -> Made {
    let city = try SmallCity.withPhoto()
    func run(_ words: [String]) async throws {
      let result = try await #require(Tool.fieldpack).run(words, in: city)
      try #require(result.status == 0, "\(words): \(result.errorText)")
    }
    let now = ["--now", "2026-05-01T12:00:00Z"]
    let inputs = ["build", "map.json", "--data", "data"] + now
    for name in ["office.gpkg", "issued.mmpk"] { try await run(inputs + ["-o", name]) }
    try await run(inputs + ["-o", "crew.geodatabase"])
    for (name, height) in [("crew-1.mmpk", 21), ("crew-2.zip", 22)] {
      try city.folder.write(
        """
        [{"id": 0, "updates": [
          {"attributes": {"GlobalID": "\(SmallCity.id(1))", "Height": \(height)}}]}]
        """, to: "edits.json")
      try await run(
        [
          "edit", "issued.mmpk", "--edits", "edits.json", "-o", name, "--now",
          "2026-05-02T12:00:00Z",
        ])
    }
    var sound: [ToolResult] = []
    for job in jobs { sound.append(try await Self.run(job, "true", in: city.folder.path)) }
    return Made(city: city, sound: sound)
  }

  /// Runs a command, and removes what it wrote.
  ///
  /// - Returns: how it ended. Its output has the names of what it wrote at the end.
  private static func run(
    _ job: Job, _ shell: String, in folder: String, scratch: String? = nil
  ) async throws -> ToolResult {
    let tool = try #require(Tool.fieldpack)
    var result = try await Tool(path: "/bin/sh").run(
      ["-c", "\(shell) || exit 99\nexec \"$0\" \"$@\"", tool.path] + job.words
        + (["merge", "edit", "build", "check", "site"].contains(job.words[0])
          ? ["--now", "2026-05-03T12:00:00Z"] : []),
      environment: ["NO_COLOR": "1"].merging(scratch.map { ["TMPDIR": $0] } ?? [:]) { $1 },
      folder: folder, seconds: 120)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in job.outputs where names.contains(name) {
      result.output += Array("\nthere is \(name)".utf8)
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    return result
  }

  @Test(arguments: Self.jobs.indices)
  func `a fault of the machine stops the run and blames no input`(index: Int) async throws {
    let made = try await Self.made.value
    let (job, sound) = (Self.jobs[index], made.sound[index])
    #expect([0, 1].contains(sound.status), "\(sound.errorText)")
    let folder = try TemporaryFolder()
    let copy = folder.path("city")
    try FileManager.default.copyItem(atPath: made.city.folder.path, toPath: copy)
    let before = try FileManager.default.contentsOfDirectory(atPath: copy)
    for fault in Self.faults {
      let disk = try fault.disk(in: folder)
      let found = try await Self.run(job, fault.shell, in: copy, scratch: disk?.path)
      withExtendedLifetime(disk) {}
      let comment = Comment(
        rawValue: "\(job.testDescription) with \(fault.testDescription): \(found.status)\n"
          + "\(found.text)\n\(found.errorText)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: copy).sorted()
          == before.sorted(), comment)
      if found.status == sound.status {
        #expect(found.text == sound.text, comment)
      } else {
        #expect([5, 6, 75].contains(found.status), comment)
        #expect(!found.text.contains("there is "), comment)
        let blames = ["CORRUPT", "DAMAGED", "ask the crew", "refused"]
        for blame in blames where (found.text + found.errorText).contains(blame) {
          Issue.record("it says \(blame): \(comment)")
        }
      }
    }
  }
}
