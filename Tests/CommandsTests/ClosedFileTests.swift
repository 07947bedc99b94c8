import Foundation
import TestSupport
import Testing

/// Files and folders that the user may not read, and links. What a command would need of them is
/// named, and never left out silently.
@Suite(.needs(.fieldpack)) struct ClosedFileTests {
  /// A command, and what is special in its folder.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var words: [String]
    /// What nobody may read.
    var closed: [String] = []
    /// Links by path, and where they lead.
    var links: [String: String] = [:]
    var status: Int32
    /// Parts of the message.
    var says: [String]
    /// A part of the message that would blame the wrong thing.
    var neverSays = "no such file"
    /// What is written.
    var output: String?

    var testDescription: String { name }

    private static let build = ["build", "map.json", "--data", "data", "-o", "out.mmpk"]
    private static let merge = ["merge", "--into", "office.gpkg", "-o", "out.gpkg"]

    static let all = [
      Case(
        name: "a file of records", words: build, closed: ["data/trees.geojson"], status: 3,
        says: ["DATA_UNREADABLE", "Trees", "trees.geojson"]),
      Case(
        name: "a file that defines the layers", words: build, closed: ["data/City.json"], status: 3,
        says: ["error[DATA_UNREADABLE]: City.json: The file can't be read."]),
      Case(
        name: "a folder of attachments", words: build, closed: ["data/attachments/Trees"],
        status: 3,
        says: ["error[FILE_NOT_READABLE]: data/attachments/Trees: can't be read: permission denied"]
      ),
      Case(
        name: "a folder on the way", words: build, closed: ["data"], status: 3,
        says: ["error[FILE_NOT_READABLE]: data: can't be read: permission denied"]),
      Case(
        name: "a package's folder of attachments", words: merge + ["crew-3"],
        closed: ["crew-3/attachments"], status: 3,
        says: ["PKG_UNREADABLE", "crew-3/attachments", "ermission denied"]),
      Case(
        name: "a package beside another", words: merge + ["in"], closed: ["in/crew-1.mmpk"],
        status: 1, says: ["error[PKG_UNREADABLE]: crew-1.mmpk", "ermission denied"],
        output: "out.gpkg"),
      Case(
        name: "a folder beside a package", words: merge + ["in"], closed: ["in/late"],
        status: 1, says: ["error[PKG_UNREADABLE]: late", "ermission denied"], output: "out.gpkg"),
      Case(
        name: "a folder of templates",
        words: ["site", "crew-1.mmpk", "--templates", "templates", "-o", "out"],
        closed: ["templates/assets"], status: 3,
        says: ["error[FILE_NOT_READABLE]: templates/assets: can't be read: permission denied"]),
      Case(
        name: "a folder of tiles", words: ["tiles", "tiles"], closed: ["tiles/1"], status: 3,
        says: ["error[FILE_NOT_READABLE]: tiles/1: can't be read: permission denied"]),
      Case(
        name: "what a disk has at its top", words: build, closed: ["data/lost+found"], status: 0,
        says: [], output: "out.mmpk"),
      Case(
        name: "a link that leads to itself", words: ["inspect", "loop"], links: ["loop": "loop"],
        status: 3,
        says: ["error[FILE_NOT_READABLE]: loop: can't be read: its links lead in a circle"]),
      Case(
        name: "a link to no file", words: build, links: ["data/more.geojson": "gone"], status: 3,
        says: ["error[DATA_UNREADABLE]: more.geojson: It is a link to a file that isn't there."]),
      Case(
        name: "a link to a folder of data to be written again",
        words: ["merge", "--into", "data", "--map", "map.json", "crew-1.mmpk", "-o", "out/"],
        links: ["data/more": "../templates"], status: 2,
        says: ["more is a link to a folder"]),
    ]
  }

  /// Runs a program without the right of an administrator to read everything.
  private static let unprivileged =
    geteuid() != 0
    ? []
    : [
      "setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps",
      "-dac_override,-dac_read_search",
    ]

  private static let isPermitted = geteuid() != 0 || Tool(named: "setpriv") != nil

  private func makeFolder(_ test: Case, in parent: TemporaryFolder) async throws -> String {
    let folder = parent.path("city")
    try await MachineTrial.copyInputs(to: folder)
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/in/late", withIntermediateDirectories: true)
    for name in ["crew-1.mmpk", "crew-2.zip"] {
      try files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/in/\(name)")
    }
    try files.copyItem(atPath: folder + "/crew-2.zip", toPath: folder + "/in/late/crew-4.zip")
    for (link, target) in test.links {
      try files.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
    }
    for level in 0...1 {
      try files.createDirectory(
        atPath: "\(folder)/tiles/\(level)/0", withIntermediateDirectories: true)
      try Data(CityTiles.png).write(to: URL(filePath: "\(folder)/tiles/\(level)/0/0.png"))
    }
    try files.createDirectory(
      atPath: folder + "/data/lost+found", withIntermediateDirectories: false)
    for path in test.closed {
      try files.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(folder)/\(path)")
    }
    return folder
  }

  @Test(.enabled(if: isPermitted, "setpriv is missing"), arguments: Case.all)
  func `what can't be read is named`(test: Case) async throws {
    let parent = try TemporaryFolder()
    let folder = try await makeFolder(test, in: parent)
    let job = MachineJob(words: test.words)
    let result = try await job.run(under: Self.unprivileged, in: folder)
    for path in test.closed {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(path)")
    }
    let text = result.text + result.errorText
    #expect(result.status == test.status, "\(text)")
    for part in test.says { #expect(text.contains(part), "\(text)") }
    #expect(!text.contains(test.neverSays), "\(text)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("out") && !$0.hasSuffix(".undo") }
    #expect(written == [test.output].compactMap(\.self))
  }

  @Test func `a merge into a folder copies the files that links in it lead to`() async throws {
    let parent = try TemporaryFolder()
    let folder = parent.path("city")
    try await MachineTrial.copyInputs(to: folder)
    let files = FileManager.default
    try files.moveItem(atPath: folder + "/data/visits.csv", toPath: folder + "/far.csv")
    try files.createSymbolicLink(
      atPath: folder + "/data/visits.csv", withDestinationPath: "../far.csv")
    let job = MachineJob(
      words: ["merge", "--into", "data", "--map", "map.json", "crew-1.mmpk", "-o", "out/"])
    let result = try await job.run(in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(
      try Data(contentsOf: URL(filePath: folder + "/out/visits.csv"))
        == Data(contentsOf: URL(filePath: folder + "/far.csv")))
  }
}
