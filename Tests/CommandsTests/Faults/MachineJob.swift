import Bytes
import Foundation
import TestSupport
import Testing
import ZIPArchive

/// A command that runs on a machine with a fault, and what it writes.
struct MachineJob: Sendable, CustomTestStringConvertible {
  var words: [String]
  var outputs: [String] = []
  var testDescription: String { words.joined(separator: " ") }

  static let all = [
    MachineJob(
      words: ["merge", "--into", "office.gpkg", "crew-1.mmpk", "crew-2.zip", "-o", "m.gpkg"],
      outputs: ["m.gpkg", "m.gpkg.undo"]),
    MachineJob(
      words: ["merge", "--into", "issued.mmpk", "crew-1.mmpk", "-o", "m.mmpk"],
      outputs: ["m.mmpk", "m.mmpk.undo"]
    ),
    MachineJob(
      words: [
        "merge", "--into", "office.gpkg", "crew.geodatabase", "--base", "office.gpkg", "-o",
        "m.gpkg",
      ],
      outputs: ["m.gpkg", "m.gpkg.undo"]),
    MachineJob(
      words: ["merge", "--into", "data", "--map", "map.json", "crew-1.mmpk", "-o", "next/"],
      outputs: ["next"]),
    MachineJob(
      words: [
        "merge", "--into", "office.gpkg", "crew-3", "-o", "m.gpkg", "--review", "review",
      ],
      outputs: ["m.gpkg", "m.gpkg.undo", "review"]),
    MachineJob(words: ["merge", "--into", "office.gpkg", "crew-1.mmpk", "--dry-run", "--json"]),
    MachineJob(words: ["diff", "crew-1.mmpk", "--html", "pages"], outputs: ["pages"]),
    MachineJob(words: ["verify", "crew-1.mmpk"]),
    MachineJob(words: ["verify", "crew.geodatabase"]),
    MachineJob(words: ["inspect", "crew-2.zip"]),
    MachineJob(
      words: ["export", "crew-1.mmpk", "--layer", "Trees", "-o", "trees.csv"],
      outputs: ["trees.csv"]),
    MachineJob(
      words: ["site", "crew-1.mmpk", "--templates", "templates", "-o", "pages"], outputs: ["pages"]),
    MachineJob(
      words: ["build", "map.json", "--data", "data", "-o", "b.mmpk"], outputs: ["b.mmpk"]),
    MachineJob(words: ["check", "map.json", "--data", "data"]),
    MachineJob(
      words: ["edit", "crew-1.mmpk", "--edits", "edits.json", "-o", "e.mmpk"], outputs: ["e.mmpk"]),
  ]

  /// Runs the command, and removes what it wrote.
  ///
  /// - Parameters:
  ///   - shell: lines of a shell before the program starts.
  ///   - tracer: the words of a program that runs the command.
  ///   - scratch: the folder for scratch files.
  /// - Returns: how it ended. Its output has the names of what it wrote at the end.
  func run(
    _ shell: String = "true", under tracer: [String] = [], in folder: String,
    scratch: String? = nil
  ) async throws -> ToolResult {
    let tool = try #require(Tool.fieldpack)
    var result = try await Tool(path: "/bin/sh").run(
      ["-c", "\(shell) || exit 99\nexec \"$@\"", "sh"] + tracer + [tool.path] + words
        + (["merge", "edit", "build", "check", "site"].contains(words[0])
          ? ["--now", "2026-05-03T12:00:00Z"] : []),
      environment: ["NO_COLOR": "1"].merging(scratch.map { ["TMPDIR": $0] } ?? [:]) { $1 },
      folder: folder, seconds: 120)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in outputs where names.contains(name) {
      result.output += Array("\nthere is \(name)".utf8)
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    return result
  }
}

/// A command in a folder of its own, and how it ends there on a sound machine.
struct MachineTrial {
  let job: MachineJob
  let folder: String
  private let parent: TemporaryFolder
  private let sound: ToolResult
  private let names: [String]

  private static let inputs = Task { try await makeInputs() }

  init(_ job: MachineJob) async throws {
    self.job = job
    parent = try TemporaryFolder()
    folder = parent.path("city")
    try await Self.copyInputs(to: folder)
    names = try Self.names(in: folder)
    sound = try await job.run(in: folder)
    try #require([0, 1].contains(sound.status), "\(sound.errorText)")
  }

  /// Copies the inputs of all commands to a new folder.
  static func copyInputs(to folder: String) async throws {
    let made = try await inputs.value
    try FileManager.default.copyItem(atPath: made.folder.path, toPath: folder)
  }

  /// A folder with all inputs.
  private static func makeInputs() async throws -> SmallCity {
    let city = try SmallCity.withPhoto()
    func run(_ words: [String]) async throws {
      let result = try await #require(Tool.fieldpack).run(words, in: city)
      try #require(result.status == 0, "\(words): \(result.errorText)")
    }
    let now = ["--now", "2026-05-01T12:00:00Z"]
    let inputs = ["build", "map.json", "--data", "data"] + now
    for name in ["office.gpkg", "issued.mmpk"] { try await run(inputs + ["-o", name]) }
    try await run(inputs + ["-o", "crew.geodatabase"])
    for (name, height) in [("crew-1.mmpk", 21), ("crew-2.zip", 22), ("crew-3.zip", 23)] {
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
    try unpack("crew-3.zip", in: city.folder, to: "crew-3/")
    try city.folder.write("main {}", to: "templates/assets/site.css")
    return city
  }

  private static func unpack(
    _ name: String, in folder: TemporaryFolder, to place: String
  ) throws {
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: folder.path(name))))
    for entry in archive.entries {
      try folder.write(try archive.read(entry, limit: 1 << 20), to: place + entry.name)
    }
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Expects a run that ended as on a sound machine, or one that stopped, blames no input, and wrote
  /// nothing.
  func expectNoBlame(_ found: ToolResult, _ fault: String) throws {
    let comment = Comment(
      rawValue: "\(job.testDescription) with \(fault): \(found.status)\n"
        + "\(found.text)\n\(found.errorText)")
    #expect(try Self.names(in: folder) == names, comment)
    if found.status == sound.status {
      #expect(found.text == sound.text, comment)
      return
    }
    #expect([5, 6, 75].contains(found.status), comment)
    #expect(!FolderContent.namesTemporary(found.errorText), comment)
    #expect(!found.text.contains("there is "), comment)
    for blame in ["CORRUPT", "DAMAGED", "ask the crew", "refused"] {
      let isBlamed = (found.text + found.errorText).contains(blame)
      #expect(!isBlamed, comment)
    }
  }
}
