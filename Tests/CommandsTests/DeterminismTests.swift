import Foundation
import OrderedJSON
import TestSupport
import Testing

/// The same inputs and options give the same bytes on every machine.
@Suite(.needs(.fieldpack)) struct DeterminismTests {
  @Test(arguments: [["out.mmpk"], ["out.gpkg"], ["out.mmpk", "--photos", "blobs"]])
  func `folder, time zone and locale do not change the package`(words: [String]) async throws {
    let tool = try #require(Tool.fieldpack)
    var outputs: [[UInt8]] = []
    let environments = [
      ["TZ": "UTC", "LC_ALL": "C", "HOME": "/"],
      ["TZ": "Asia/Kolkata", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "USER": "someone"],
      ["TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "TMPDIR": "/var/tmp"],
    ]
    for (index, environment) in environments.enumerated() {
      let city = try SmallCity()
      try city.addPhoto()
      let parent = city.folder.path
      // One build has relative paths, the others absolute paths from another folder.
      let isNear = index == 0
      let prefix = isNear ? "" : parent + "/"
      let result = try await tool.run(
        ["build", prefix + "map.json", "--data", prefix + "data", "-o", prefix + words[0]]
          + words.dropFirst(),
        environment: environment.merging(["SOURCE_DATE_EPOCH": "1777636800"]) { $1 },
        folder: isNear ? parent : "/")
      #expect(result.status == 0, "\(result.errorText)")
      outputs.append(try city.folder.read(words[0]))
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] == outputs[2])
  }

  @Test func `other records, options or times give another id`() async throws {
    let city = try SmallCity()
    var ids: [String] = []
    func build(_ words: [String]) async throws {
      let output = city.folder.path("out.mmpk")
      let session = await Session.run(
        ["build", "--json", "-f"] + city.inputs + ["-o", output] + words)
      ids.append(try #require(try session.document()["packageId"]?.string))
    }
    try await build([])
    try await build([])
    #expect(ids[0] == ids[1])
    ids.removeLast()
    try await build(["--now", "2026-05-02"])
    try await build(["--area", "-123,45,-122,46"])
    try await build(["--scale", "50000:500"])
    try await build(["--without", "Visits"])
    try await build(["--title", "Other"])
    try await build(["--photos", "blobs"])
    try city.folder.write(SmallCity.trees().replacing("Elm", with: "Ulm"), to: "data/trees.geojson")
    try await build([])
    #expect(Set(ids).count == ids.count)
  }
}
