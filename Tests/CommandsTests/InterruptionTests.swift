import Foundation
import TestSupport
import Testing

/// A build that is killed or stopped at any moment leaves no partial package.
@Suite(.needs(.fieldpack)) struct InterruptionTests {
  /// The number of moments to try: a few by default, a hundred on request.
  static let moments =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1" ? 100 : 10

  /// A build that is long enough to stop in the middle.
  private let city: SmallCity

  init() throws {
    city = try SmallCity()
    var text = "GlobalID,TreeID,Note\n"
    for number in 1...4_000 {
      text += "\(SmallCity.id(0x1000 + number)),\(SmallCity.id(number % 3 + 1)),note \(number)\n"
    }
    try city.folder.write(text, to: "data/visits.csv")
    try city.addPhoto()
  }

  @Test func `a build killed at any moment leaves no partial package`() throws {
    let whole = try start().wait()
    #expect(whole.status == 0)
    let expected = try city.folder.read("out.mmpk")
    try FileManager.default.removeItem(atPath: city.folder.path("out.mmpk"))
    var generator = SeededGenerator(seed: 17)
    for moment in 0..<Self.moments {
      let signal = [SIGTERM, SIGINT, SIGKILL][moment % 3]
      let build = try start()
      usleep(UInt32(whole.seconds * Double(generator.integer(in: 0...1_050)) * 1e3))
      let status = build.strike(signal)
      if city.folder.exists("out.mmpk") {
        #expect(try city.folder.read("out.mmpk") == expected, "moment \(moment)")
        try FileManager.default.removeItem(atPath: city.folder.path("out.mmpk"))
      } else {
        #expect(status != 0, "moment \(moment)")
      }
      guard signal != SIGKILL else {
        // After SIGKILL nothing can remove files.
        try removeLeftovers()
        continue
      }
      // The signal's number: it was sent before the program installed its handler.
      #expect([0, 130, signal].contains(status), "moment \(moment)")
      #expect(try leftovers() == [], "moment \(moment)")
    }
  }

  @Test func `the next build removes the temporary files of a killed one`() throws {
    let build = try start()
    while try leftovers().isEmpty, build.isRunning { usleep(1_000) }
    #expect(build.strike(SIGKILL) == SIGKILL)
    #expect(try leftovers().count == 1)
    #expect(try start().wait().status == 0)
    #expect(try leftovers() == ["out.mmpk"])
  }

  @Test func `a build that is stopped removes its temporary files at once`() throws {
    for signal in [SIGTERM, SIGINT] {
      let build = try start()
      while try leftovers().isEmpty, build.isRunning { usleep(1_000) }
      #expect(build.strike(signal) == 130)
      #expect(try leftovers() == [])
    }
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: city.folder.path)
      .filter { !["data", "map.json"].contains($0) }.sorted()
  }

  private func removeLeftovers() throws {
    for name in try leftovers() {
      try FileManager.default.removeItem(atPath: city.folder.path(name))
    }
  }

  private func start() throws -> RunningProgram {
    try RunningProgram(
      try #require(Tool.fieldpack).path, SmallCity.build + ["-q"], in: city.folder.path)
  }
}
